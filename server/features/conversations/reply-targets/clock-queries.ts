import type { ReplyKind } from '#contracts/reply-due.ts'
import type { TargetHours } from '#contracts/reply-targets.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** A clock that has just been started by a trigger, and the office hours that it counts in. */
export interface NewClock {
  readonly conversation_id: number
  readonly minutes: number
  readonly hours: TargetHours
  readonly warn_percent: number
  /** ms since 1970. */
  readonly since: number
  readonly timezone: string
  /** JSON: office hours; null if the assistant has none. */
  readonly office_hours: string | null
}

/** A running clock with its times, ms since 1970. */
export interface DueRow {
  readonly kind: ReplyKind
  readonly since: number
  readonly warn_at: number
  readonly due_at: number
}

/** A clock to announce. */
export interface AnnouncedRow {
  readonly id: number
  readonly user_id: number
  readonly conversation_id: number
  readonly conversation_uuid: string
}

interface Times {
  readonly id: number
  readonly warnAt: number
  readonly dueAt: number
}

const ANNOUNCED = `
  SELECT reply_clocks.id, reply_clocks.user_id, conversation_id, conversations.uuid AS conversation_uuid
  FROM reply_clocks
`

/** JSON: the running clock of a conversation, as a `DueRow`. */
export const REPLY_DUE = `(
  SELECT json_object('kind', kind, 'since', since, 'warn_at', warn_at, 'due_at', due_at) FROM reply_clocks
  WHERE reply_clocks.conversation_id = conversations.id AND stopped_at IS NULL AND due_at IS NOT NULL
)`

/** All SQL for clocks of replies. Triggers start, stop and count them. */
export const clockQueries = oncePerDb((sql) => {
  const find = sql.read<[number], NewClock>(`
    SELECT conversation_id, minutes, reply_clocks.hours, warn_percent, since, assistants.timezone,
      assistants.widget_settings -> '$.hours' AS office_hours
    FROM reply_clocks JOIN conversations ON conversations.id = conversation_id
    JOIN assistants ON assistants.id = conversations.assistant_id
    WHERE reply_clocks.id = ? AND due_at IS NULL
  `)
  // A reply may have been faster than the job.
  const set = sql
    .write<[Times], number | null>(`
      UPDATE reply_clocks SET warn_at = :warnAt, due_at = :dueAt,
        outcome = iif(stopped_at IS NULL, NULL, iif(stopped_at <= :dueAt, 'met', 'missed'))
      WHERE id = :id AND due_at IS NULL RETURNING stopped_at
    `)
    .pluck()
  const remove = sql.write<[number]>('DELETE FROM reply_clocks WHERE id = ?')
  const toWarn = sql.read<[{ now: number; limit: number }], AnnouncedRow>(`
    ${ANNOUNCED} INDEXED BY reply_clocks_to_warn JOIN conversations ON conversations.id = conversation_id
    WHERE warn_at <= ${hidden(':now')} AND due_at > :now AND stopped_at IS NULL AND is_warned = 0
    ORDER BY warn_at LIMIT :limit
  `)
  const toMiss = sql.read<[{ now: number; limit: number }], AnnouncedRow>(`
    ${ANNOUNCED} INDEXED BY reply_clocks_to_miss JOIN conversations ON conversations.id = conversation_id
    WHERE due_at < ${hidden(':now')} AND stopped_at IS NULL AND outcome IS NULL ORDER BY due_at LIMIT :limit
  `)
  const warned = sql.write<[number]>('UPDATE reply_clocks SET is_warned = 1 WHERE id = ?')
  const missed = sql.write<[number]>(
    "UPDATE reply_clocks SET is_warned = 1, outcome = 'missed' WHERE id = ?",
  )
  const next = sql
    .read<[], number | null>(`
      SELECT min(at) FROM (
        SELECT min(warn_at) AS at FROM reply_clocks WHERE stopped_at IS NULL AND is_warned = 0
        UNION ALL SELECT min(due_at) + 1 FROM reply_clocks WHERE stopped_at IS NULL AND outcome IS NULL
      )
    `)
    .pluck()
  const running = sql.read<[number], DueRow>(`
    SELECT kind, since, warn_at, due_at FROM reply_clocks
    WHERE conversation_id = ${hidden('?')} AND stopped_at IS NULL AND due_at IS NOT NULL
  `)

  return {
    /** A clock without times; undefined if it has them, or is gone. */
    find: (id: number) => find.get(id),
    /** Sets the times of a clock, once; true if it is still running. */
    set: (tx: Tx, times: Times) => set.get(tx, times) === null,
    remove: (tx: Tx, id: number) => remove.run(tx, id),
    /** Clocks that need a warning, and are not overdue yet. */
    toWarn: (now: number, limit: number) => toWarn.all({ now, limit }),
    /** Clocks that have become overdue. */
    toMiss: (now: number, limit: number) => toMiss.all({ now, limit }),
    warned: (tx: Tx, id: number) => warned.run(tx, id),
    missed: (tx: Tx, id: number) => missed.run(tx, id),
    /** Time of the next warning or missed target, ms since 1970; null if no clock is running. */
    next: () => next.get() ?? null,
    /** The running clock of a conversation. */
    running: (conversationId: number) => running.get(conversationId),
  }
})
