import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { recordOutcome } from './outcome.ts'
import { messengerQueries, type StoredMessage } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'randomBytes' | 'write'>

/**
 * Settles messages left queued by a crashed process; call it before the server accepts requests. Messages that were never
 * sent fail and are refunded; the outcome of the others is unknown, and nothing is sent again.
 */
export async function recoverMessages(context: Needs): Promise<void> {
  for (const message of messengerQueries(context.db).queued()) await recoverOne(context, message)
}

/** Settles one such message. */
export async function recoverOne(
  context: Needs,
  { id, is_attempted }: StoredMessage,
): Promise<StoredMessage> {
  return await context.write((tx) =>
    recordOutcome(
      tx,
      context,
      id,
      is_attempted
        ? { status: 'unknown', error: fault('sms_cut_off') }
        : { status: 'failed', error: fault('sms_never_sent') },
    ),
  )
}
