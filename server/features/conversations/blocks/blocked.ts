import type { BlockKey } from '#contracts/blocks.ts'
import type { Context } from '../../../context.ts'
import type { ConversationRow } from '../queries.ts'
import { checkedKeys, contactKeys } from './keys.ts'
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

/** Reports whether an account has blocked somebody with this key. */
export const isBlocked = (context: Needs, userId: number, key: BlockKey): boolean =>
  blockOf(context, userId, () => [key]) !== undefined

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
