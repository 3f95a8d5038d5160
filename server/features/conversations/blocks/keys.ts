import type { BlockKey, BlockKind } from '#contracts/blocks.ts'
import type { Db } from '../../../db/open.ts'
import { untagged } from '../../platform/values/email-address.ts'
import { parseOwnNumber } from '../../platform/values/telephone.ts'
import type { ConversationRow } from '../queries.ts'
import { mergedQueries } from '../visitors/merged-queries.ts'
import { type VisitorRow, visitorQueries } from '../visitors/queries.ts'
import { blockQueries } from './queries.ts'

/** Text of a key, for comparison. */
export const textOf = ({ kind, value }: BlockKey): string => `${kind} ${value}`

/** Key of an email address, whatever stands between `+` and `@`. */
export const emailKey = (address: string): BlockKey => ({
  kind: 'email',
  value: untagged(address.trim().toLowerCase()),
})

/** Key of a telephone number; a text that is none is compared as it is. */
const phoneKey = (number: string): BlockKey => ({
  kind: 'phone',
  value: parseOwnNumber(number)?.e164 ?? number.trim(),
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
    // A number without its country code would never be recognised.
    ...(phone && parseOwnNumber(phone) ? [phoneKey(phone)] : []),
  ]
}

/** Keys by which the doors recognise a visitor. What somebody else has typed does not silence one whom their website vouches for. */
const recognisedBy = (visitor: VisitorRow): BlockKey[] =>
  visitor.external_id === null
    ? visitorKeys(visitor)
    : visitorKeys(visitor).filter(({ kind }) => kind === 'visitor' || kind === 'identity')

/** Keys by which the doors recognise a visitor and everything that is shown as the same contact. */
export const contactKeys = (db: Db, visitorId: number): BlockKey[] =>
  mergedQueries(db)
    .idsWith(visitorId)
    .flatMap((id) => {
      const visitor = visitorQueries(db).find(id)
      return visitor
        ? [...recognisedBy(visitor), ...blockQueries(db).customersOf(id).map(customerKey)]
        : []
    })

/**
 * Keys of each person to whom an address belongs, in groups. A contact whom a website vouches for is one person; all others are known by the address alone,
 * and nothing tells them apart.
 */
export function personKeys(db: Db, visitorIds: readonly number[]): BlockKey[][] {
  const people = new Map<number | 'unnamed', BlockKey[]>()
  for (const visitorId of visitorIds) {
    const parts = mergedQueries(db).idsWith(visitorId)
    const isVouched = parts.some((id) => visitorQueries(db).find(id)?.external_id != null)
    const person = isVouched ? parts[0]! : 'unnamed'
    people.set(person, [...(people.get(person) ?? []), ...contactKeys(db, visitorId)])
  }
  return [...people.values()]
}

/** Everything that the sender of a conversation is recognised by; empty for a chat of a program. */
export function senderKeys(
  db: Db,
  { id, visitor_id: visitorId }: Pick<ConversationRow, 'id' | 'visitor_id'>,
): BlockKey[] {
  const visitor = visitorId === null ? undefined : visitorQueries(db).find(visitorId)
  const keys = [...(visitor ? visitorKeys(visitor) : []), ...customerKeys(db, id)]
  const known = new Map(keys.map((key) => [textOf(key), key]))
  return [...known.values()]
}

const customerKeys = (db: Db, conversationId: number): BlockKey[] =>
  blockQueries(db).customers(conversationId).map(customerKey)

/** Keys of the sender of a conversation and of everything that is shown as the same contact, as the doors check them. */
export const checkedKeys = (
  db: Db,
  { id, visitor_id: visitorId }: Pick<ConversationRow, 'id' | 'visitor_id'>,
): BlockKey[] => [
  ...(visitorId === null ? [] : contactKeys(db, visitorId)),
  ...customerKeys(db, id),
]

/** Kinds of keys that only the sender has said, and that may be somebody else's: no message came from them. */
export function unverifiedKinds(
  db: Db,
  { id, visitor_id: visitorId }: Pick<ConversationRow, 'id' | 'visitor_id'>,
): BlockKind[] {
  const visitor = visitorId === null ? undefined : visitorQueries(db).find(visitorId)
  if (!visitor || visitor.external_id !== null) return []
  const emails = blockQueries(db).emailedFrom(id).map(emailKey)
  const certain = new Set([...customerKeys(db, id), ...emails].map(textOf))
  const isTyped = (key: BlockKey) => key.kind === 'email' || key.kind === 'phone'
  const keys = senderKeys(db, { id, visitor_id: visitor.id }).filter(isTyped)
  const verified = keys.filter((key) => certain.has(textOf(key))).map(({ kind }) => kind)
  return keys.map(({ kind }) => kind).filter((kind) => !verified.includes(kind))
}
