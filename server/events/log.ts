import type { OperatorEvent, StoredType } from '#contracts/events.ts'
import type { Db } from '../db/open.ts'
import { assertEvent } from './assert-event.ts'

/** What happened: one row, written in the transaction of the change it reports. */
interface RowOf<type extends StoredType> {
  readonly id: number
  readonly user_id: number
  readonly visitor_id: number | null
  readonly type: type
  /** JSON of an `OperatorEvent[type]`. */
  readonly payload: string
}
export type EventRow = { [type in StoredType]: RowOf<type> }[StoredType]

/** Payload of a row, as `record` has taken it. */
export function payloadOf<type extends StoredType>({ payload }: RowOf<type>): OperatorEvent[type] {
  return JSON.parse(payload)
}

interface NewEvent<type extends StoredType> {
  readonly userId: number
  /** Set where the visitor may see it too. */
  readonly visitorId?: number | null
  /** Set on a delta of this message. */
  readonly messageId?: number
  /** Set on a delta of this draft. */
  readonly proposalId?: number
  readonly type: type
  readonly payload: OperatorEvent[type]
}

interface EventLogOptions {
  readonly db: Db
  readonly now: () => Date
  /** Refuses payloads that break their contract (tests and development). */
  readonly isChecked: boolean
}

export type EventLog = ReturnType<typeof createEventLog>

/** Highest number of rows read at once. */
const BATCH = 500

/** The log of what happened. Reading is by id; `onRecorded` is only a hint that there is something to read. */
export function createEventLog({ db, now, isChecked }: EventLogOptions) {
  const insert = db.prepare<
    [number, number | null, number | null, number | null, string, string, number]
  >(`
    INSERT INTO events (user_id, visitor_id, message_id, proposal_id, type, payload, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)
  `)
  const columns = 'id, user_id, visitor_id, type, payload'
  const after = db.prepare<[number], EventRow>(
    `SELECT ${columns} FROM events WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
  )
  const ofUser = db.prepare<[number, number, number], EventRow>(
    `SELECT ${columns} FROM events WHERE user_id = ? AND id > ? AND id <= ? ORDER BY id LIMIT ${BATCH}`,
  )
  const ofVisitor = db.prepare<[number, number, number], EventRow>(
    `SELECT ${columns} FROM events WHERE visitor_id = ? AND id > ? AND id <= ? ORDER BY id LIMIT ${BATCH}`,
  )
  const last = db
    .prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'events'")
    .pluck()
  const dropDeltas = db.prepare<[number]>('DELETE FROM events WHERE message_id = ?')
  const moveVisitor = db.prepare<[{ from: number; into: number }]>(
    'UPDATE events SET visitor_id = :into WHERE visitor_id = :from',
  )
  const dropVisitor = db.prepare<[number]>('DELETE FROM events WHERE visitor_id = ?')
  // In the words of the index `events_about`.
  const dropAbout = db.prepare<[string]>(`
    DELETE FROM events
    WHERE visitor_id IS NULL AND coalesce(payload ->> '$.conversation_id', payload ->> '$.id') = ?
  `)
  const dropOfVisitor = db.prepare<[number, string]>(`
    DELETE FROM events
    WHERE visitor_id = ? AND coalesce(payload ->> '$.conversation_id', payload ->> '$.id') = ?
  `)
  const dropOf = db.prepare<[number, string]>(`
    DELETE FROM events
    WHERE visitor_id IS NULL AND coalesce(payload ->> '$.conversation_id', payload ->> '$.id') = ? AND type GLOB ? || '.*'
  `)
  const dropDrafts = db.prepare<[number]>('DELETE FROM events WHERE proposal_id = ?')
  const prune = db.prepare<[number, number]>(
    'DELETE FROM events WHERE id IN (SELECT id FROM events WHERE created_at < ? ORDER BY id LIMIT ?)',
  )
  const listeners = new Set<(type: StoredType) => void>()

  return {
    /** Writes an event; call it inside the transaction of the change. */
    record<type extends StoredType>(event: NewEvent<type>): number {
      const { userId, visitorId, messageId, proposalId, type, payload } = event
      if (isChecked) assertEvent('operator', type, payload)
      const row = insert.run(
        userId,
        visitorId ?? null,
        messageId ?? null,
        proposalId ?? null,
        type,
        JSON.stringify(payload),
        now().getTime(),
      )
      for (const listener of listeners) listener(type)
      return Number(row.lastInsertRowid)
    },
    after: (id: number) => after.all(id),
    ofUser: (userId: number, id: number, upTo: number) => ofUser.all(userId, id, upTo),
    ofVisitor: (visitorId: number, id: number, upTo: number) => ofVisitor.all(visitorId, id, upTo),
    /** Id of the newest event ever written, also when it has been pruned. */
    last: () => last.get() ?? 0,
    /** Forgets the deltas of an answer that is there as a whole. */
    dropDeltas: (messageId: number) => dropDeltas.run(messageId),
    /** Forgets the deltas of a draft that is there as a whole. */
    dropDrafts: (proposalId: number) => dropDrafts.run(proposalId),
    /** What one visitor could see is for another one from now on. */
    moveVisitor: (from: number, into: number) => moveVisitor.run({ from, into }),
    /** Forgets everything that a visitor could see, and what the desk alone was told of these things of theirs. */
    dropVisitor(visitorId: number, uuids: readonly string[]): void {
      dropVisitor.run(visitorId)
      for (const uuid of uuids) dropAbout.run(uuid)
    },
    /** The same for one conversation: what its visitor could see of it, and what the desk alone was told. */
    dropConversation(visitorId: number | null, uuid: string): void {
      if (visitorId !== null) dropOfVisitor.run(visitorId, uuid)
      dropAbout.run(uuid)
    },
    /** Forgets what was told of a text message or a call. */
    dropOf: (kind: 'sms' | 'call', id: number) => dropOf.run(id, kind),
    /** Forgets at most `limit` events from before an instant; returns how many. */
    prune: (before: Date, limit: number) => prune.run(before.getTime(), limit).changes,
    onRecorded(listener: (type: StoredType) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
