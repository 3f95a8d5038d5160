import type { BulkAction, BulkStatus } from '#contracts/inbox-bulk.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface OperationRow {
  readonly id: number
  readonly user_id: number
  readonly operator_id: number | null
  readonly action: BulkAction
  /** JSON. */
  readonly value: string
  /** JSON; null if conversations were listed by id. */
  readonly filters: string | null
  /** Cursor of the search for matching conversations; null at the start. */
  readonly place: string | null
  readonly status: BulkStatus
  readonly matched: number
  readonly processed: number
  readonly changed: number
  readonly runs_at: number
  readonly created_at: number
}

type NewOperation = Pick<OperationRow, 'action' | 'value' | 'filters' | 'status'> & {
  readonly userId: number
  readonly operatorId: number
  readonly runsAt: number
  readonly now: number
}

export interface ItemRow {
  readonly conversation_id: number
  /** JSON. */
  readonly before: string | null
}

/** All SQL for bulk operations. */
export const bulkQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewOperation], OperationRow>(`
    INSERT INTO bulk_operations (user_id, operator_id, action, value, filters, status, runs_at, created_at)
    VALUES (:userId, :operatorId, :action, :value, :filters, :status, :runsAt, :now) RETURNING *
  `)
  const find = sql.read<[number], OperationRow>('SELECT * FROM bulk_operations WHERE id = ?')
  const add = sql.write<[number, string]>(`
    INSERT OR IGNORE INTO bulk_items (operation_id, conversation_id) SELECT ?, value FROM json_each(?) ORDER BY value
  `)
  const collected = sql.write<[{ id: number; place: string | null; added: number }]>(
    'UPDATE bulk_operations SET place = :place, matched = matched + :added WHERE id = :id',
  )
  const advance = sql.write<[{ id: number; processed: number; changed: number }]>(`
    UPDATE bulk_operations SET processed = processed + :processed, changed = changed + :changed WHERE id = :id
  `)
  const setStatus = sql.write<[BulkStatus, number]>(
    'UPDATE bulk_operations SET status = ? WHERE id = ?',
  )
  const pending = sql
    .read<[number, number], number>(`
      SELECT conversation_id FROM bulk_items
      WHERE operation_id = ? AND status = 'pending' ORDER BY conversation_id LIMIT ?
    `)
    .pluck()
  const done = sql.write<[string, string | null, number, number]>(
    'UPDATE bulk_items SET status = ?, before = ? WHERE operation_id = ? AND conversation_id = ?',
  )
  const changed = sql.read<[number, number], ItemRow>(`
    SELECT conversation_id, before FROM bulk_items
    WHERE operation_id = ? AND status = 'changed' ORDER BY conversation_id LIMIT ?
  `)
  const idsOf = sql
    .read<[number, string], number>(
      'SELECT id FROM conversations WHERE +user_id = ? AND uuid IN (SELECT value FROM json_each(?))',
    )
    .pluck()
  const lastConversation = sql
    .read<[], number>('SELECT ifnull(max(id), 0) FROM conversations')
    .pluck()
  const items = sql.write<[number, number]>(`
    DELETE FROM bulk_items WHERE (operation_id, conversation_id) IN (
      SELECT operation_id, conversation_id FROM bulk_items
      WHERE operation_id IN (SELECT id FROM bulk_operations WHERE created_at < ?) LIMIT ?
    )
  `)
  const operations = sql.write<[number]>('DELETE FROM bulk_operations WHERE created_at < ?')
  const assign = sql.write<[{ id: number; to: number | null }]>(
    'UPDATE conversations SET assignee_id = :to WHERE id = :id AND assignee_id IS NOT :to',
  )
  const setTeam = sql.write<[{ id: number; to: number | null }]>(
    'UPDATE conversations SET team_id = :to WHERE id = :id AND team_id IS NOT :to',
  )
  const unread = sql.write<[{ id: number; seq: number }]>(`
    UPDATE conversations SET operator_read_seq = :seq, unread_count = (
      SELECT count(*) FROM messages WHERE conversation_id = :id AND author = 'visitor' AND seq > :seq
    )
    WHERE id = :id
  `)

  const lastOfVisitor = sql
    .read<[number], number>(
      "SELECT seq FROM messages WHERE conversation_id = ? AND author = 'visitor' ORDER BY seq DESC LIMIT 1",
    )
    .pluck()

  return {
    insert: (tx: Tx, operation: NewOperation) => insert.get(tx, operation)!,
    find: (id: number) => find.get(id),
    /** Adds conversations to an operation; returns the number of new ones. */
    add: (tx: Tx, id: number, conversationIds: readonly number[]) =>
      add.run(tx, id, JSON.stringify(conversationIds)).changes,
    /** Stores the progress of an operation's search. */
    collected: (tx: Tx, id: number, place: string | null, added: number) =>
      collected.run(tx, { id, place, added }),
    /** Stores the progress of an operation. */
    advance: (tx: Tx, id: number, processed: number, changed: number) =>
      advance.run(tx, { id, processed, changed }),
    setStatus: (tx: Tx, id: number, status: BulkStatus) => setStatus.run(tx, status, id),
    /** The next unprocessed conversations of an operation. */
    pending: (id: number, limit: number) => pending.all(id, limit),
    done: (tx: Tx, id: number, conversationId: number, isChanged: boolean, before: string | null) =>
      done.run(tx, isChanged ? 'changed' : 'unchanged', before, id, conversationId),
    /** The next changed conversations of an operation. */
    changed: (id: number, limit: number) => changed.all(id, limit),
    /** Conversations of an account by their UUIDs. */
    idsOf: (userId: number, uuids: readonly string[]) => idsOf.all(userId, JSON.stringify(uuids)),
    /** The id of the newest conversation. */
    lastConversation: () => lastConversation.get()!,
    /** Deletes a batch of records of operations from before an instant; true if more remain. */
    forget(tx: Tx, before: Date, limit: number): boolean {
      if (items.run(tx, before.getTime(), limit).changes === limit) return true
      operations.run(tx, before.getTime())
      return false
    },
    /** Assigns a conversation to an operator, or to nobody; false if nothing changed. */
    assign: (tx: Tx, id: number, to: number | null) => assign.run(tx, { id, to }).changes === 1,
    /** Assigns a conversation to a team, or to none; false if nothing changed. */
    setTeam: (tx: Tx, id: number, to: number | null) => setTeam.run(tx, { id, to }).changes === 1,
    /** Sequence number of the visitor's last message; undefined without one. */
    lastOfVisitor: (id: number) => lastOfVisitor.get(id),
    /** Marks messages as unread. */
    unread: (tx: Tx, id: number, seq: number) => unread.run(tx, { id, seq }),
  }
})
