import type { Context } from '../../context.ts'
import { isBlocked, isSenderBlocked } from '../conversations/blocks/blocked.ts'
import { customerKey } from '../conversations/blocks/keys.ts'
import { knownPlace } from './place.ts'
import type { SenderRow } from './senders/queries.ts'

/** Reports whether a customer is blocked: by their address, or as the contact of their conversation. */
export function isCustomerBlocked(
  context: Pick<Context, 'db' | 'now'>,
  sender: SenderRow,
  customer: string,
): boolean {
  if (isBlocked(context, sender.user_id, customerKey(customer))) return true
  const known = knownPlace(context, sender, customer)
  return known !== undefined && isSenderBlocked(context, known.conversation)
}
