import type { Context } from '../../context.ts'
import { interrupted } from '../sms/recover.ts'
import { recordOutcome } from './outcome.ts'
import { messengerQueries } from './queries.ts'

/** Settles messages left queued by a crashed process; call it before the server accepts requests. */
export async function recoverMessages(
  context: Pick<Context, 'db' | 'events' | 'now' | 'randomBytes' | 'write'>,
): Promise<void> {
  for (const message of messengerQueries(context.db).queued())
    await context.write((tx) => recordOutcome(tx, context, message.id, interrupted(message)))
}
