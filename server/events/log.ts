import type { OperatorEvent, StoredType } from '#contracts/events.ts'
import { oncePerDb } from '../db/once-per-db.ts'
import type { Db } from '../db/open.ts'
import type { Tx } from '../db/write.ts'
import { assertEvent } from './assert-event.ts'

/** A recorded event: one row, written in the transaction of the change it reports. */
interface RowOf<type extends StoredType> {
  readonly id: number
  readonly user_id: number
  readonly visitor_id: number | null
  /** The only operator who receives it; null for everyone at the desk. */
  readonly operator_id: number | null
  readonly type: type
  /** JSON of an `OperatorEvent[type]`. */
  readonly payload: string
}
export type EventRow = { [type in StoredType]: RowOf<type> }[StoredType]

/** Decodes the payload of a row. */
export function payloadOf<type extends StoredType>({ payload }: RowOf<type>): OperatorEvent[type] {
  return JSON.parse(payload)
}

interface NewEvent<type extends StoredType> {
  readonly userId: number
  /** Set if the visitor may see it too. */
  readonly visitorId?: number | null
  /** Set if only this operator receives it. */
  readonly operatorId?: number | null
  /** Set on a delta of this message. */
  readonly messageId?: number
  /** Set on a delta of this proposal. */
  readonly proposalId?: number
  readonly type: type
  readonly payload: OperatorEvent[type]
}

interface EventLogOptions {
  readonly db: Db
  readonly now: () => Date
  /** Rejects payloads that break their contract (tests and development). */
  readonly isChecked: boolean
}

/** Told the type and account of each committed event. */
type Listener = (type: StoredType, userId: number) => void

export type EventLog = ReturnType<typeof createEventLog>

/** Maximum rows per read. */
const BATCH = 500

const statements = oncePerDb((sql) => {
  const insert = sql.write<
    [number, number | null, number | null, number | null, number | null, string, string, number]
  >(`
    INSERT INTO events (user_id, visitor_id, operator_id, message_id, proposal_id, type, payload, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  `)
  const columns = 'id, user_id, visitor_id, operator_id, type, payload'
  const between = sql.read<[number, number], EventRow>(
    `SELECT ${columns} FROM events WHERE id > ? AND id <= ? ORDER BY id LIMIT ${BATCH}`,
  )
  const ofUser = sql.read<[number, number, number], EventRow>(
    `SELECT ${columns} FROM events WHERE user_id = ? AND id > ? AND id <= ? ORDER BY id LIMIT ${BATCH}`,
  )
  const ofVisitor = sql.read<[number, number, number], EventRow>(
    `SELECT ${columns} FROM events WHERE visitor_id = ? AND id > ? AND id <= ? ORDER BY id LIMIT ${BATCH}`,
  )
  const last = sql.read<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'events'").pluck()
  const dropDeltas = sql.write<[number]>('DELETE FROM events WHERE message_id = ?')
  const moveVisitor = sql.write<[{ from: number; into: number }]>(
    'UPDATE events SET visitor_id = :into WHERE visitor_id = :from',
  )
  const dropVisitor = sql.write<[number]>('DELETE FROM events WHERE visitor_id = ?')
  const dropSliceOfVisitor = sql.write<[number, number]>(
    'DELETE FROM events WHERE id IN (SELECT id FROM events WHERE visitor_id = ? ORDER BY id LIMIT ?)',
  )
  // Uses the exact expression of the index `events_about`.
  const dropByConversation = sql.write<[string]>(`
    DELETE FROM events
    WHERE visitor_id IS NULL AND coalesce(payload ->> '$.conversation_id', payload ->> '$.id') = ?
  `)
  const dropOfVisitor = sql.write<[number, string]>(`
    DELETE FROM events
    WHERE visitor_id = ? AND coalesce(payload ->> '$.conversation_id', payload ->> '$.id') = ?
  `)
  const dropOf = sql.write<[number, string]>(`
    DELETE FROM events
    WHERE visitor_id IS NULL AND coalesce(payload ->> '$.conversation_id', payload ->> '$.id') = ? AND type GLOB ? || '.*'
  `)
  const dropDrafts = sql.write<[number]>('DELETE FROM events WHERE proposal_id = ?')
  const prune = sql.write<[number, number]>(
    'DELETE FROM events WHERE id IN (SELECT id FROM events WHERE created_at < ? ORDER BY id LIMIT ?)',
  )
  return {
    insert,
    between,
    ofUser,
    ofVisitor,
    last,
    dropDeltas,
    moveVisitor,
    dropVisitor,
    dropSomeOfVisitor: dropSliceOfVisitor,
    dropAbout: dropByConversation,
    dropOfVisitor,
    dropOf,
    dropDrafts,
    prune,
  }
})

/** The event log. Events are read by id; `onRecorded` is only a hint that there are new ones. */
export function createEventLog({ db, now, isChecked }: EventLogOptions) {
  const made = statements(db)
  const listeners = new Set<Listener>()
  let committed = made.last.get() ?? 0

  return {
    /** Records an event in the transaction of the change it reports. */
    record<type extends StoredType>(tx: Tx, event: NewEvent<type>): number {
      const { userId, visitorId, operatorId, messageId, proposalId, type, payload } = event
      if (isChecked) assertEvent('operator', type, payload)
      const row = made.insert.run(
        tx,
        userId,
        visitorId ?? null,
        operatorId ?? null,
        messageId ?? null,
        proposalId ?? null,
        type,
        JSON.stringify(payload),
        now().getTime(),
      )
      const id = Number(row.lastInsertRowid)
      tx.afterCommit(() => {
        committed = id
        for (const listener of listeners) listener(type, userId)
      })
      return id
    },
    /** Committed events after an id. */
    after: (id: number) => made.between.all(id, committed),
    ofUser: (userId: number, id: number, upTo: number) => made.ofUser.all(userId, id, upTo),
    ofVisitor: (visitorId: number, id: number, upTo: number) =>
      made.ofVisitor.all(visitorId, id, upTo),
    /** Id of the newest event ever written, even if it has been pruned. */
    last: () => made.last.get() ?? 0,
    /** Deletes the deltas of an answer that is stored as a whole. */
    dropDeltas: (tx: Tx, messageId: number) => made.dropDeltas.run(tx, messageId),
    /** Deletes the deltas of a proposal that is stored as a whole. */
    dropDrafts: (tx: Tx, proposalId: number) => made.dropDrafts.run(tx, proposalId),
    /** Transfers a visitor's events to another visitor. */
    moveVisitor: (tx: Tx, from: number, into: number) => made.moveVisitor.run(tx, { from, into }),
    /** Deletes everything a visitor could see, and operators-only events about these records of theirs. */
    dropVisitor(tx: Tx, visitorId: number, uuids: readonly string[]): void {
      made.dropVisitor.run(tx, visitorId)
      for (const uuid of uuids) made.dropAbout.run(tx, uuid)
    },
    /** Deletes at most `limit` events that a visitor could see; returns the number deleted. */
    dropSomeOfVisitor: (tx: Tx, visitorId: number, limit: number) =>
      made.dropSomeOfVisitor.run(tx, visitorId, limit).changes,
    /** Deletes everything a visitor could see of one conversation, and operators-only events about it. */
    dropConversation(tx: Tx, visitorId: number | null, uuid: string): void {
      if (visitorId !== null) made.dropOfVisitor.run(tx, visitorId, uuid)
      made.dropAbout.run(tx, uuid)
    },
    /** Deletes events about a text message, a call or a campaign. */
    dropOf: (tx: Tx, kind: 'sms' | 'call' | 'campaign', id: number) =>
      made.dropOf.run(tx, id, kind),
    /** Deletes at most `limit` events from before an instant; returns the number deleted. */
    prune: (tx: Tx, before: Date, limit: number) =>
      made.prune.run(tx, before.getTime(), limit).changes,
    /** Calls the listener after the commit of each event; returns a function that removes it. */
    onRecorded(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
