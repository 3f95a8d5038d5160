import type { OutgoingMessage } from '../../providers/messenger/channel.ts'
import type { StoredMessage } from './queries.ts'
import type { SenderRow } from './senders/queries.ts'

/** Delay of the first look at a message, ms after its record was written. */
export const FOLLOW_AFTER_MS = 1000

/** A message in the form that channels take. */
export function outgoing(
  sender: Pick<SenderRow, 'phone_number'>,
  message: StoredMessage,
): OutgoingMessage {
  return {
    reference: String(message.id),
    from: sender.phone_number,
    to: message.to_number,
    body: message.body,
    createdAt: message.created_at,
  }
}
