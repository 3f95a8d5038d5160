import type { AnsweredBy } from '#contracts/enums.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import type { Leg } from '../../../providers/voice/form-api/form-api.ts'
import type { StoredCall } from '../queries.ts'

/** A call that a provider is asked to dial, or has put through. */
interface NewLeg {
  readonly callId: number
  readonly ref: string
  /** Null until the provider's id of it is known. */
  readonly sid: string | null
  readonly ringingTime: number
  readonly begunAt: number
}

/** SQL for calls at telephone providers. */
export const telephoneQueries = oncePerDb((sql) => {
  const begin = sql.write<[NewLeg]>(`
    INSERT INTO telephone_legs (call_id, ref, sid, ringing_time, begun_at)
    VALUES (:callId, :ref, :sid, :ringingTime, :begunAt)
    ON CONFLICT (call_id) DO NOTHING
  `)
  const find = sql.read<[number], Leg>(`
    SELECT
      ref, sid, ringing_time AS ringingTime, begun_at AS begunAt, max_duration AS maxDuration,
      assistant_phone_number AS "from", client_phone_number AS "to"
    FROM telephone_legs JOIN calls ON calls.id = call_id WHERE call_id = ?
  `)
  const callOf = sql
    .read<[string], number>('SELECT call_id FROM telephone_legs WHERE ref = ?')
    .pluck()
  const ofSid = sql.read<[string], { callId: number; ref: string }>(
    'SELECT call_id AS callId, ref FROM telephone_legs WHERE sid = ?',
  )
  const open = sql
    .read<[], number>(`
      SELECT call_id FROM telephone_legs JOIN calls ON calls.id = call_id
      WHERE status IN ('initiated', 'ringing', 'in-progress')
    `)
    .pluck()
  const inProgress = sql.read<[], StoredCall>(`
    SELECT calls.* FROM telephone_legs JOIN calls ON calls.id = call_id
    WHERE status = 'in-progress' AND passed_on_at IS NULL
  `)
  const bind = sql.write<[{ callId: number; sid: string }]>(`
    UPDATE OR IGNORE telephone_legs SET sid = :sid WHERE call_id = :callId AND sid IS NULL
  `)
  const isTaken = sql
    .read<[string, number], number>(
      'SELECT count(*) FROM telephone_legs WHERE sid = ? AND call_id <> ?',
    )
    .pluck()
  const passOn = sql.write<[number | null, number]>(
    'UPDATE telephone_legs SET passed_on_at = ? WHERE call_id = ?',
  )
  const isPassedOn = sql
    .read<[number], number>(`
      SELECT count(*) FROM telephone_legs JOIN calls ON calls.id = call_id
      WHERE call_id = ? AND passed_on_at IS NOT NULL AND status = 'in-progress'
    `)
    .pluck()
  const judge = sql.write<[{ callId: number; by: AnsweredBy; now: number }]>(`
    UPDATE calls SET answered_by = :by, updated_at = :now
    WHERE id = :callId AND status = 'in-progress' AND answered_by = 'unknown'
  `)

  return {
    /** Notes that a call is about to be dialled; false when it was noted before. */
    begin: (tx: Tx, leg: NewLeg) => begin.run(tx, leg).changes === 1,
    find: (callId: number) => find.get(callId),
    /** The call whose addresses have this part. */
    callOf: (ref: string) => callOf.get(ref),
    /** The call with this id at the provider, and the part of its addresses. */
    ofSid: (sid: string) => ofSid.get(sid),
    /** Calls that go on, or may be about to. */
    open: () => open.all(),
    /** Calls that an assistant is in: somebody has taken them, they have not ended, and no person has them. */
    inProgress: () => inProgress.all(),
    /** Notes the provider's id of a call; the first one stays, and one of another call is let go. */
    bind: (tx: Tx, callId: number, sid: string) => bind.run(tx, { callId, sid }),
    /** Reports whether another call has this id. */
    isTaken: (callId: number, sid: string) => isTaken.get(sid, callId) !== 0,
    /** Notes since when a person has a call, ms since 1970; null where the assistant has it again. */
    passOn: (tx: Tx, callId: number, at: number | null) => passOn.run(tx, at, callId),
    /** Reports whether a person has a call that goes on. */
    isPassedOn: (callId: number) => isPassedOn.get(callId) !== 0,
    /** Notes who took a call that goes on, where that was not known. */
    judge: (tx: Tx, callId: number, by: AnsweredBy, now: Date) =>
      judge.run(tx, { callId, by, now: now.getTime() }).changes === 1,
  }
})
