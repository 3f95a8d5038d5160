import type { ConversationType } from '#contracts/enums.ts'
import { ReportMeasure } from '#contracts/report-measures.ts'
import type { ReportDimension } from '#contracts/reports.ts'
import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import { COUNTED, PERSON_REPLY_MS } from '../conversations/inbox/counted.ts'
import { isShown } from '../conversations/labels/shown.ts'

/** Conversations to read: those of an account that started in a stretch of time, ms since 1970; `to` is exclusive. */
interface Wanted {
  readonly userId: number
  readonly from: number
  readonly to: number
  readonly assistantId: number | null
  readonly type: ConversationType | null
}

/** The columns of a conversation that reports read, in this order. Times are ms. */
export type ReportedRow = readonly [
  createdAt: number,
  /** Its row of the breakdown, or several, comma-separated; null for none. */
  key: string | number | null,
  /** A bit for each measure that counts it, in the order of `ReportMeasure`. */
  measures: number,
  firstReplyMs: number | null,
  personReplyMs: number | null,
  resolutionMs: number | null,
  rating: number | null,
]

/** Name of a person, a team, an assistant or a label. */
export interface Named {
  readonly id: number
  readonly name: string
  readonly is_gone: number
}

const MEASURES = ReportMeasure.options
  .map((measure, index) => `iif(${COUNTED[measure]}, ${1 << index}, 0)`)
  .join(' + ')

/** Key of a conversation's row, or its keys, comma-separated. Those of time are computed outside of SQL. */
const KEYS: Readonly<Record<ReportDimension, string>> = {
  person: 'assignee_id',
  team: 'team_id',
  assistant: 'assistant_id',
  label: `(SELECT group_concat(label_id) FROM conversation_labels WHERE conversation_id = conversations.id AND ${isShown('label_id')})`,
  channel: 'type',
  weekday: 'NULL',
  hour: 'NULL',
}

/** All SQL for reports. Rows are read from an index alone (docs/decisions/075). */
export const reportQueries = oncePerDb((sql) => {
  const rowsBy = (by: ReportDimension) =>
    sql
      .read<[Wanted], ReportedRow>(`
        SELECT created_at, ${KEYS[by]}, ${MEASURES},
          iif(${COUNTED.replied}, max(0, answered_at - asked_at), NULL),
          iif(${COUNTED.person_replied}, ${PERSON_REPLY_MS}, NULL),
          ended_at - created_at, rating
        FROM conversations INDEXED BY conversations_reported
        WHERE user_id = ${hidden(':userId')}
          AND created_at >= ${hidden(':from')} AND created_at < ${hidden(':to')} AND type <> 'test'
          AND (:assistantId IS NULL OR assistant_id = :assistantId) AND (:type IS NULL OR type = :type)
        ORDER BY created_at
      `)
      .raw()
  const rows = {
    person: rowsBy('person'),
    team: rowsBy('team'),
    assistant: rowsBy('assistant'),
    label: rowsBy('label'),
    channel: rowsBy('channel'),
    weekday: rowsBy('weekday'),
    hour: rowsBy('hour'),
  } satisfies Record<ReportDimension, unknown>
  const people = sql.read<[number], Named>(
    'SELECT id, name, removed_at IS NOT NULL AS is_gone FROM operators WHERE user_id = ?',
  )
  const teams = sql.read<[number], Named>(
    'SELECT id, name, 0 AS is_gone FROM teams WHERE user_id = ?',
  )
  const assistants = sql.read<[number], Named>(
    'SELECT id, name, deleted_at IS NOT NULL AS is_gone FROM assistants WHERE user_id = ?',
  )
  const labels = sql.read<[number], Named>(
    'SELECT id, name, 0 AS is_gone FROM labels WHERE user_id = ? AND deleted_at IS NULL',
  )

  return {
    /** The conversations that started in a stretch of time, in that order. */
    rows: (by: ReportDimension, wanted: Wanted) => rows[by].all(wanted),
    /** The people of an account, also those who have left. */
    people: (userId: number) => people.all(userId),
    teams: (userId: number) => teams.all(userId),
    /** The assistants of an account, also deleted ones. */
    assistants: (userId: number) => assistants.all(userId),
    labels: (userId: number) => labels.all(userId),
  }
})
