import type { ListFilter } from '../../db/counted-list.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Reading } from '../../db/sql.ts'
import { CONVERSATION_COLUMNS, CONVERSATION_JOINS } from './list-queries.ts'
import type { ListedConversation } from './queries.ts'
import { bare } from './visitors/merged-queries.ts'

/** Filters of the list that have no index of their own beside those that have; numbers are E.164. */
export type ConversationFilter = ListFilter<
  'type' | 'assistantId' | 'customerPhone' | 'senderPhone' | 'externalIdentifier'
>

/** A conversation with its place in the list. */
export type PlacedConversation = ListedConversation & Place

/** A place in the list, newest first: that of a conversation, or beside it. */
export interface Place {
  readonly place_at: number
  readonly place_id: number
}

/** Ahead of the newest conversation. */
export const NEWEST: Place = {
  place_at: Number.MAX_SAFE_INTEGER,
  place_id: Number.MAX_SAFE_INTEGER,
}

/** The number that a conversation without a visitor knows its customer by. */
const SAID = bare(`coalesce(
  json_extract(variables, '$.customer_phone'), json_extract(variables, '$.phone')
)`)

/** Conversations with a customer's number: of text messages, of their visitor, or said to a program. */
const BY_CUSTOMER = `conversations.id IN (
  SELECT id FROM conversations
  WHERE assistant_id IN (SELECT id FROM assistants WHERE user_id = :userId) AND customer_identifier = :customerPhone
    AND EXISTS (SELECT 1 FROM sms_conversations WHERE conversation_id = conversations.id)
  UNION ALL
  SELECT theirs.id FROM visitors JOIN conversations AS theirs ON theirs.visitor_id = visitors.id
  WHERE visitors.user_id = :userId AND visitors.phone IS NOT NULL AND ${bare('visitors.phone')} = :customerPhone
  UNION ALL
  SELECT id FROM conversations WHERE user_id = :userId AND visitor_id IS NULL AND ${SAID} = :customerPhone
)`

const CONDITIONS = {
  type: 'conversations.type = :type',
  assistantId: 'conversations.assistant_id = :assistantId',
  from: 'conversations.created_at >= :from',
  to: 'conversations.created_at < :to',
  customerPhone: BY_CUSTOMER,
  senderPhone: `
    conversations.type = 'messenger' AND json_extract(conversations.variables, '$.assistant_phone') = :senderPhone
  `,
  externalIdentifier: `conversations.id IN (
    SELECT id FROM conversations
    WHERE assistant_id IN (SELECT id FROM assistants WHERE user_id = :userId)
      AND customer_identifier = :externalIdentifier AND type = 'api'
  )`,
} as const satisfies Record<keyof ConversationFilter, string>

type Condition = keyof typeof CONDITIONS

const PLACE = '(conversations.created_at, conversations.id)'

/** The conversations list by filters without an index of the whole list, and from a place instead of a number. */
export const foundConversations = oncePerDb((sql) => {
  const plans = new Map<string, ReturnType<typeof planOf>>()

  function planOf(conditions: readonly Condition[]) {
    // Few rows have one of these: they are looked up one by one, not sought among all of the account's.
    const isFew = conditions.some((name) => ['customerPhone', 'externalIdentifier'].includes(name))
    const owned = `${isFew ? '+' : ''}conversations.user_id = :userId`
    const fits = [owned, ...conditions.map((name) => CONDITIONS[name])].join(' AND ')
    const from = `FROM conversations ${CONVERSATION_JOINS} WHERE ${fits}`
    const rows = (place: string, direction: string): Reading<[object], PlacedConversation> =>
      sql.read(`
        SELECT ${CONVERSATION_COLUMNS}, conversations.created_at AS place_at, conversations.id AS place_id
        ${from} ${place}
        ORDER BY conversations.created_at ${direction}, conversations.id ${direction} LIMIT :limit OFFSET :offset
      `)
    return {
      count: sql.read<[object], number>(`SELECT count(*) ${from}`).pluck(),
      all: rows('', 'DESC'),
      older: rows(`AND ${PLACE} < (:place_at, :place_id)`, 'DESC'),
      newer: rows(`AND ${PLACE} > (:place_at, :place_id)`, 'ASC'),
    }
  }

  return (userId: number, filter: ConversationFilter) => {
    const conditions = (Object.keys(CONDITIONS) as Condition[]).filter(
      (name) => filter[name] !== undefined,
    )
    const key = conditions.join()
    const plan = plans.get(key) ?? planOf(conditions)
    plans.set(key, plan)
    const asked = { ...filter, userId }
    return {
      get total() {
        return plan.count.get(asked)!
      },
      rows: (slice: { readonly limit: number; readonly offset: number }) =>
        plan.all.all({ ...asked, ...slice }),
      /** The next ones after a place, newest first. */
      older: (place: Place, limit: number) =>
        plan.older.all({ ...asked, ...placeOf(place), limit, offset: 0 }),
      /** The next ones ahead of a place, oldest first. */
      newer: (place: Place, limit: number) =>
        plan.newer.all({ ...asked, ...placeOf(place), limit, offset: 0 }),
    }
  }
})

const placeOf = ({ place_at, place_id }: Place): Place => ({ place_at, place_id })
