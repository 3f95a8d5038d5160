import type { BlockKey } from '#contracts/blocks.ts'
import type { Db } from '../../../db/open.ts'
import { parseNumber } from '../../platform/values/telephone.ts'
import type { ConversationRow } from '../queries.ts'
import { mergedQueries } from '../visitors/merged-queries.ts'
import { type VisitorRow, visitorQueries } from '../visitors/queries.ts'
import { blockQueries } from './queries.ts'

export const emailKey = (address: string): BlockKey => ({
  kind: 'email',
  value: address.trim().toLowerCase(),
})

/** Key of a telephone number; a text that is none is compared as it is. */
export const phoneKey = (number: string): BlockKey => ({
  kind: 'phone',
  value: parseNumber(number)?.e164 ?? number.trim(),
})

/** Key of a customer of a messaging service: their number, so that text messages and calls are blocked as well, or the id of the service. */
export const customerKey = (customer: string): BlockKey =>
  customer.startsWith('+') ? phoneKey(customer) : { kind: 'messenger', value: customer }

/** Everything that a visitor is recognised by, in whichever browser. */
function visitorKeys({ id, assistant_id, external_id, email, phone }: VisitorRow): BlockKey[] {
  return [
    { kind: 'visitor', value: String(id) },
    ...(external_id === null
      ? []
      : [{ kind: 'identity' as const, value: `${assistant_id}:${external_id}` }]),
    ...(email ? [emailKey(email)] : []),
    ...(phone ? [phoneKey(phone)] : []),
  ]
}

/** Keys of a visitor and of everything that is shown as the same contact. */
export const contactKeys = (db: Db, visitorId: number): BlockKey[] =>
  mergedQueries(db)
    .idsWith(visitorId)
    .flatMap((id) => {
      const visitor = visitorQueries(db).find(id)
      return visitor ? visitorKeys(visitor) : []
    })

/** Everything that the sender of a conversation is recognised by; empty for a chat of a program. */
export function senderKeys(
  db: Db,
  { id, visitor_id: visitorId }: Pick<ConversationRow, 'id' | 'visitor_id'>,
): BlockKey[] {
  const visitor = visitorId === null ? undefined : visitorQueries(db).find(visitorId)
  const keys = [...(visitor ? visitorKeys(visitor) : []), ...customerKeys(db, id)]
  const known = new Map(keys.map((key) => [`${key.kind} ${key.value}`, key]))
  return [...known.values()]
}

const customerKeys = (db: Db, conversationId: number): BlockKey[] =>
  blockQueries(db)
    .customers(conversationId)
    .map(({ customer }) => customerKey(customer))

/** Keys of the sender of a conversation and of everything that is shown as the same contact, as the doors check them. */
export const checkedKeys = (
  db: Db,
  { id, visitor_id: visitorId }: Pick<ConversationRow, 'id' | 'visitor_id'>,
): BlockKey[] => [
  ...(visitorId === null ? [] : contactKeys(db, visitorId)),
  ...customerKeys(db, id),
]
