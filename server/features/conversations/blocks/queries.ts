import type { BlockKey } from '#contracts/blocks.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import { bare } from '../visitors/merged-queries.ts'

export interface BlockRow {
  readonly id: number
  readonly name: string | null
  readonly reason: string | null
  readonly operator_id: number | null
  readonly operator_name: string | null
  readonly conversation_uuid: string | null
  /** JSON. */
  readonly keys: string
  readonly created_at: number
  readonly ends_at: number | null
}

interface NewBlock {
  readonly userId: number
  readonly visitorId: number | null
  readonly conversationId: number | null
  readonly name: string | null
  readonly reason: string | null
  readonly operatorId: number
  readonly now: number
  readonly endsAt: number | null
}

interface AddressOf {
  readonly userId: number
  readonly address: string
}

interface EmailOf extends AddressOf {
  /** Part before `@`, and the rest. */
  readonly name: string
  readonly domain: string
}

interface KeyOf extends BlockKey {
  readonly userId: number
  readonly now: number
}

const IN_FORCE = 'lifted_at IS NULL AND (ends_at IS NULL OR ends_at > :now)'

/** Conditions on a column with an email address, each served by an index: it is `:address`, or that with something between `+` and `@`. */
const sameInbox = (column: string): string[] => [
  `${column} = :address COLLATE NOCASE`,
  `${column} > (:name || '+') COLLATE NOCASE AND ${column} < (:name || ',') COLLATE NOCASE
    AND substr(${column}, instr(${column}, '@')) = :domain COLLATE NOCASE`,
]

const BLOCK = `
  SELECT blocks.id, blocks.name, reason, operator_id, operators.name AS operator_name, conversations.uuid AS conversation_uuid,
    blocks.created_at, ends_at, (
      SELECT json_group_array(json_object('kind', kind, 'value', value) ORDER BY kind, value) FROM block_keys
      WHERE block_id = blocks.id
    ) AS keys
  FROM blocks
  LEFT JOIN operators ON operators.id = operator_id
  LEFT JOIN conversations ON conversations.id = conversation_id
`

/** All SQL for blocked senders. */
export const blockQueries = oncePerDb((sql) => {
  const all = sql.read<[{ userId: number; now: number }], BlockRow>(
    `${BLOCK} WHERE blocks.user_id = :userId AND ${IN_FORCE} ORDER BY blocks.id DESC`,
  )
  const find = sql.read<[{ userId: number; id: number; now: number }], BlockRow>(
    `${BLOCK} WHERE blocks.user_id = :userId AND blocks.id = :id AND ${IN_FORCE}`,
  )
  const isUsed = sql
    .read<[number], number>('SELECT EXISTS (SELECT 1 FROM block_keys WHERE user_id = ?)')
    .pluck()
  const byKey = sql
    .read<[KeyOf], number>(`
      SELECT blocks.id FROM block_keys CROSS JOIN blocks ON blocks.id = block_id
      WHERE block_keys.user_id = :userId AND kind = :kind AND value = :value AND ${IN_FORCE} LIMIT 1
    `)
    .pluck()
  const insert = sql.write<[NewBlock]>(`
    INSERT INTO blocks (user_id, visitor_id, conversation_id, name, reason, operator_id, created_at, ends_at)
    VALUES (:userId, :visitorId, :conversationId, :name, :reason, :operatorId, :now, :endsAt)
  `)
  const addKey = sql.write<[BlockKey & { id: number; userId: number }]>(
    'INSERT INTO block_keys (block_id, user_id, kind, value) VALUES (:id, :userId, :kind, :value)',
  )
  const lift = sql.write<[number, number]>('UPDATE blocks SET lifted_at = ? WHERE id = ?')
  const restore = sql.write<[{ userId: number; id: number; since: number; now: number }]>(`
    UPDATE blocks SET lifted_at = NULL
    WHERE id = :id AND user_id = :userId AND lifted_at >= :since AND (ends_at IS NULL OR ends_at > :now)
  `)
  const forget = sql.write<[{ before: number; limit: number }]>(`
    DELETE FROM blocks WHERE id IN (
      SELECT id FROM blocks WHERE lifted_at < :before OR ends_at < :before LIMIT :limit
    )
  `)
  const move = sql.write<[{ from: number; into: number }]>(
    'UPDATE blocks SET visitor_id = :into WHERE visitor_id = :from',
  )
  const moveKey = sql.write<[{ userId: number; from: string; into: string }]>(`
    UPDATE block_keys SET value = :into WHERE user_id = :userId AND kind = 'visitor' AND value = :from
  `)
  const dropOf = sql.write<[number]>('DELETE FROM blocks WHERE visitor_id = ?')
  const customers = sql
    .read<[{ id: number }], string>(`
      SELECT customer FROM sms_conversations WHERE conversation_id = :id
      UNION ALL SELECT customer FROM messenger_conversations WHERE conversation_id = :id
    `)
    .pluck()
  const customersOf = sql
    .read<[{ visitorId: number }], string>(`
      SELECT customer FROM conversations JOIN sms_conversations ON conversation_id = conversations.id
      WHERE visitor_id = :visitorId
      UNION SELECT customer FROM conversations JOIN messenger_conversations ON conversation_id = conversations.id
      WHERE visitor_id = :visitorId
    `)
    .pluck()
  // Not by what a visitor has only typed, which may be somebody else's.
  const ofCustomer = sql
    .read<[AddressOf], number>(`
      SELECT visitor_id FROM conversations
      WHERE assistant_id IN (SELECT id FROM assistants WHERE user_id = :userId) AND customer_identifier = :address
        AND visitor_id IS NOT NULL
      UNION SELECT visitor_id FROM messenger_conversations JOIN conversations ON conversations.id = conversation_id
      WHERE sender_id IN (SELECT id FROM messenger_senders WHERE user_id = :userId) AND customer = :address
        AND visitor_id IS NOT NULL
      UNION SELECT id FROM visitors
      WHERE user_id = :userId AND phone IS NOT NULL AND ${bare('phone')} = :address AND external_id IS NOT NULL
    `)
    .pluck()
  // Only what opened a conversation shows whose it is: a reply comes from whichever address the visitor has typed.
  const openedFrom = sameInbox('address').map(
    (condition) => `
      SELECT visitor_id FROM received_emails JOIN conversations ON conversations.id = conversation_id
      JOIN email_threads USING (conversation_id)
      WHERE ${condition} AND +received_emails.user_id = :userId AND visitor_id IS NOT NULL
        AND email_threads.subject IS NOT NULL AND received_emails.id = (
          SELECT min(id) FROM received_emails AS first
          WHERE first.conversation_id = conversations.id AND status = 'taken'
        )
    `,
  )
  const vouchedWith = sameInbox('email').map(
    (condition) =>
      `SELECT id FROM visitors WHERE user_id = :userId AND ${condition} AND external_id IS NOT NULL`,
  )
  const ofEmail = sql
    .read<[EmailOf], number>([...openedFrom, ...vouchedWith].join(' UNION '))
    .pluck()
  // An operator may answer by email.
  const emailedFrom = sql
    .read<[number], string>(`
      SELECT DISTINCT address FROM received_emails
      WHERE conversation_id = ? AND status = 'taken' AND NOT EXISTS (
        SELECT 1 FROM conversation_activities AS noted
        WHERE noted.conversation_id = received_emails.conversation_id AND kind = 'email_received'
          AND operator_id IS NOT NULL AND data ->> 'email_id' = received_emails.id
      )
    `)
    .pluck()

  return {
    /** Blocks in force, newest first. */
    all: (userId: number, now: Date) => all.all({ userId, now: now.getTime() }),
    find: (userId: number, id: number, now: Date) => find.get({ userId, id, now: now.getTime() }),
    /** Reports whether an account has blocked anybody lately: most have not. */
    isUsed: (userId: number) => isUsed.get(userId) === 1,
    /** Id of a block in force that has a key. */
    byKey: (userId: number, key: BlockKey, now: Date) =>
      byKey.get({ userId, ...key, now: now.getTime() }),
    insert(tx: Tx, block: NewBlock, keys: readonly BlockKey[]): number {
      const id = Number(insert.run(tx, block).lastInsertRowid)
      for (const key of keys) addKey.run(tx, { ...key, id, userId: block.userId })
      return id
    },
    lift: (tx: Tx, id: number, now: Date) => lift.run(tx, now.getTime(), id),
    /** Takes back that a block was lifted since a time; false if it was not. */
    restore: (tx: Tx, userId: number, id: number, { since, now }: { since: number; now: Date }) =>
      restore.run(tx, { userId, id, since, now: now.getTime() }).changes === 1,
    /** Deletes blocks that ended or were lifted before a time; returns how many. */
    forget: (tx: Tx, before: number, limit: number) => forget.run(tx, { before, limit }).changes,
    /** Lets the block of a visitor apply to the one they are merged into. */
    moveVisitor(tx: Tx, userId: number, { from, into }: { from: number; into: number }): void {
      move.run(tx, { from, into })
      moveKey.run(tx, { userId, from: String(from), into: String(into) })
    },
    /** Deletes the blocks of a visitor who is erased, with their addresses; false if there are none. */
    dropVisitor: (tx: Tx, id: number) => dropOf.run(tx, id).changes > 0,
    /** Addresses from which emails of a conversation's visitor came in. */
    emailedFrom: (conversationId: number) => emailedFrom.all(conversationId),
    /** Addresses of the customers of a conversation over text messages or a messaging service. */
    customers: (conversationId: number) => customers.all({ id: conversationId }),
    /** Addresses of a visitor as a customer over text messages or a messaging service. */
    customersOf: (visitorId: number) => customersOf.all({ visitorId }),
    /** Visitors to whom a telephone number, or an id of a messaging service, certainly belongs: they wrote from it, or their website says so. */
    ofCustomer: (userId: number, address: string) => ofCustomer.all({ userId, address }),
    /** Visitors to whom an email address without a tag certainly belongs: their first email came from it, or their website says so. */
    ofEmail(userId: number, address: string) {
      const at = address.lastIndexOf('@')
      const parts = { name: address.slice(0, at), domain: address.slice(at) }
      return ofEmail.all({ userId, address, ...parts })
    },
  }
})
