import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { type StoredSms, smsQueries } from './queries.ts'
import { recordDelivery } from './record-delivery.ts'

/** Settles text messages left queued by a crashed process; call it before the server accepts requests. */
export async function recoverSms(
  context: Pick<Context, 'db' | 'events' | 'now' | 'write'>,
): Promise<void> {
  for (const message of smsQueries(context.db).queued())
    await context.write((tx) => recordDelivery(tx, context, message.id, interrupted(message)))
}

/**
 * The outcome of a message, also one of the messaging channel, that a process left queued: if it was never sent, it fails and is
 * refunded; otherwise its outcome is unknown. Nothing is sent again.
 */
export function interrupted({ is_attempted }: Pick<StoredSms, 'is_attempted'>) {
  return is_attempted
    ? ({ status: 'unknown', error: fault('sms_cut_off') } as const)
    : ({ status: 'failed', error: fault('sms_never_sent') } as const)
}
