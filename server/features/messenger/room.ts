import type { Context } from '../../context.ts'
import { messengerChatQueries } from './chat-queries.ts'
import type { SenderRow } from './senders/queries.ts'

const DAY_MS = 24 * 3_600_000

/** Bytes that a customer's files may still have today. */
export function roomFor(
  { config, db, now }: Pick<Context, 'config' | 'db' | 'now'>,
  sender: SenderRow,
  customer: string,
): number {
  const since = now().getTime() - DAY_MS
  const used = messengerChatQueries(db).fileBytes(sender.id, customer, since)
  const { messengerFileBytesOfCustomer, messengerFileBytes } = config.limits
  return Math.max(
    0,
    Math.min(messengerFileBytesOfCustomer - used.ofCustomer, messengerFileBytes - used.all),
  )
}
