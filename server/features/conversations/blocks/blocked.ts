import type { BlockKey } from '#contracts/blocks.ts'
import type { Context } from '../../../context.ts'
import type { ConversationRow } from '../queries.ts'
import { checkedKeys, contactKeys, customerKey, emailKey, personKeys } from './keys.ts'
import { blockQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now'>

/** Id of the block of a sender, by any of their keys; undefined if they are not blocked. */
export function blockOf(
  { db, now }: Needs,
  userId: number,
  keys: () => readonly BlockKey[],
): number | undefined {
  const blocks = blockQueries(db)
  if (!blocks.isUsed(userId)) return undefined
  const at = now()
  for (const key of keys()) {
    const id = blocks.byKey(userId, key, at)
    if (id !== undefined) return id
  }
  return undefined
}

/** Reports whether an address is blocked: itself, or everybody to whom it certainly belongs. Somebody who shares it with a blocked contact may still write from it. */
function isAddressBlocked(
  context: Needs,
  userId: number,
  key: BlockKey,
  visitorIds: () => readonly number[],
): boolean {
  if (!blockQueries(context.db).isUsed(userId)) return false
  const isBlocked = (keys: readonly BlockKey[]) =>
    blockOf(context, userId, () => keys) !== undefined
  if (isBlocked([key])) return true
  const people = personKeys(context.db, visitorIds())
  return people.length > 0 && people.every(isBlocked)
}

/** Reports whether a customer of a channel is blocked: by their number or the id of a messaging service, or as everybody to whom it belongs. */
export const isCustomerBlocked = (context: Needs, userId: number, customer: string): boolean =>
  isAddressBlocked(context, userId, customerKey(customer), () =>
    blockQueries(context.db).ofCustomer(userId, customer),
  )

/** Reports whether the sender of an email is blocked: by their address, or as everybody to whom it belongs. */
export function isEmailBlocked(context: Needs, userId: number, address: string): boolean {
  const key = emailKey(address)
  return isAddressBlocked(context, userId, key, () =>
    blockQueries(context.db).ofEmail(userId, key.value),
  )
}

/** Reports whether a visitor is blocked: in this browser, by who they are, or as the contact that they are shown as. */
export const isVisitorBlocked = (
  context: Needs,
  { id, userId }: { readonly id: number; readonly userId: number },
): boolean => blockOf(context, userId, () => contactKeys(context.db, id)) !== undefined

/** Reports whether the sender of a conversation is blocked. */
export const isSenderBlocked = (
  context: Needs,
  row: Pick<ConversationRow, 'id' | 'user_id' | 'visitor_id'>,
): boolean => blockOf(context, row.user_id, () => checkedKeys(context.db, row)) !== undefined
