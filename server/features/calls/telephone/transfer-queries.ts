import type { AnsweredBy, CallStatus } from '#contracts/enums.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** A warm transfer as it is kept: the call of a caller, and the second one. */
export interface StoredTransfer {
  readonly id: number
  readonly callId: number
  readonly legId: number
  readonly conference: string
  readonly briefing: string
  readonly endedAt: number | null
}

/** State of the second call. */
export interface LegState {
  readonly status: CallStatus
  readonly answeredBy: AnsweredBy
  readonly acceptedAt: number | null
  /** It is in the conference since then. */
  readonly passedOnAt: number | null
}

type NewTransfer = Omit<StoredTransfer, 'id' | 'endedAt'>

/** SQL for warm transfers. */
export const transferQueries = oncePerDb((sql) => {
  const COLUMNS =
    'id, call_id AS callId, leg_id AS legId, conference, briefing, ended_at AS endedAt'
  const insert = sql.write<[NewTransfer]>(`
    INSERT INTO call_transfers (call_id, leg_id, conference, briefing)
    VALUES (:callId, :legId, :conference, :briefing)
  `)
  const ofLeg = sql.read<[number], StoredTransfer>(
    `SELECT ${COLUMNS} FROM call_transfers WHERE leg_id = ?`,
  )
  const ofCall = sql.read<[number], StoredTransfer>(
    `SELECT ${COLUMNS} FROM call_transfers WHERE call_id = ? ORDER BY id`,
  )
  const open = sql.read<[], StoredTransfer>(
    `SELECT ${COLUMNS} FROM call_transfers WHERE ended_at IS NULL`,
  )
  const state = sql.read<[number], LegState>(`
    SELECT
      status, answered_by AS answeredBy, accepted_at AS acceptedAt, passed_on_at AS passedOnAt
    FROM call_transfers JOIN calls ON calls.id = leg_id
      LEFT JOIN telephone_legs ON telephone_legs.call_id = leg_id
    WHERE call_transfers.id = ?
  `)
  const accept = sql.write<[number, number]>(
    'UPDATE call_transfers SET accepted_at = ? WHERE id = ? AND ended_at IS NULL AND accepted_at IS NULL',
  )
  const end = sql.write<[number, number]>(
    'UPDATE call_transfers SET ended_at = ? WHERE id = ? AND ended_at IS NULL',
  )

  return {
    insert: (tx: Tx, transfer: NewTransfer) => Number(insert.run(tx, transfer).lastInsertRowid),
    /** The transfer that a call is the second one of. */
    ofLeg: (callId: number) => ofLeg.get(callId),
    /** Transfers of a caller, oldest first. */
    ofCall: (callId: number) => ofCall.all(callId),
    /** Those of which something may still come. */
    open: () => open.all(),
    /** Undefined where the second call was deleted. */
    state: (id: number) => state.get(id),
    /** Whoever was called takes the call; false where it is too late for that. */
    accept: (tx: Tx, id: number, at: number) => accept.run(tx, at, id).changes === 1,
    end: (tx: Tx, id: number, at: number) => end.run(tx, at, id).changes === 1,
  }
})
