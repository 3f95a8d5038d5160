import type { Context } from '../../../context.ts'
import { endInterrupted } from '../session/record.ts'
import { telephoneQueries } from './queries.ts'
import { endSecondCall } from './second-call.ts'
import { telephoneFor } from './telephone-of.ts'
import { transferQueries } from './transfer-queries.ts'

/**
 * Ends the telephone calls whose sound a crash has cut off, at the time of the last word that is written of them, and has
 * their provider hang up. Those that still ring are followed like any other, unless nobody waits for them any more: a
 * second call is ended, or never dialled, because its caller is gone.
 */
export async function recoverTelephoneCalls(context: Context): Promise<void> {
  const transfers = transferQueries(context.db)
  for (const { id, legId } of transfers.open()) {
    await context.write((tx) => transfers.end(tx, id, context.now().getTime()))
    await endSecondCall(context, legId)
  }
  for (const call of telephoneQueries(context.db).inProgress()) {
    await endInterrupted(context, call)
    void telephoneFor(context, call.provider)?.ending(call.id)()
  }
}
