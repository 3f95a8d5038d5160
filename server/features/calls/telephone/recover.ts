import type { Context } from '../../../context.ts'
import { endCutOff } from '../session/record.ts'
import { telephoneQueries } from './queries.ts'
import { telephoneFor } from './telephone-of.ts'

/**
 * Ends the telephone calls whose sound a crash has cut off, at the time of the last word that is written of them, and has
 * their provider hang up. Those that still ring are followed like any other.
 */
export async function recoverTelephoneCalls(context: Context): Promise<void> {
  for (const call of telephoneQueries(context.db).inProgress()) {
    await endCutOff(context, call)
    void telephoneFor(context, call.provider)?.ending(call.id)()
  }
}
