import { ReportMeasure } from '#contracts/report-measures.ts'
import { MENTIONED_IN, UNREAD_MENTIONED_IN } from '../../platform/notifications/queries.ts'
import type { Shift } from '../../platform/values/local-shifts.ts'
import { isShown } from '../labels/shown.ts'
import { COUNTED } from './counted.ts'
import { isByStart, type Narrowing } from './narrowing.ts'

/** A condition on `conversations`, and when a filter needs it. */
interface Condition {
  readonly isAsked: (narrowing: Narrowing) => boolean
  /** Comparison written so that SQLite does not choose an index for it. */
  readonly sql: string
}

const LABEL = (index: number) =>
  `EXISTS (SELECT 1 FROM conversation_labels WHERE conversation_id = conversations.id AND label_id = :label${index}) AND ${isShown(`:label${index}`)}`

const MAX_LABELS = 10

/** Offsets of a timezone that a statement can tell apart: three a year for 30 years; where Ramadan changes the clock there are more than two. */
const MAX_SHIFTS = 90

/** Local time of the start, ms. */
const LOCAL_START = `(created_at + CASE ${Array.from(
  { length: MAX_SHIFTS },
  (_, index) => `WHEN created_at < :until${index} THEN :offset${index}`,
).join(' ')} ELSE 0 END)`

/** Written so that SQLite does not choose an index for the start. */
const BY_START = '+created_at >= :startedFrom AND +created_at < :startedTo'

const CONDITIONS: readonly Condition[] = [
  { isAsked: ({ state }) => state !== undefined, sql: '+inbox_state = :state' },
  // Without a state filter, test conversations without any visitor message are still excluded. A report counts no tests at all.
  {
    isAsked: ({ state, counted }) => state === undefined && counted === undefined,
    sql: '+inbox_state IS NOT NULL',
  },
  {
    isAsked: ({ assigneeId }) => assigneeId !== undefined,
    sql: 'ifnull(assignee_id, 0) = :assigneeId',
  },
  { isAsked: ({ team }) => typeof team === 'number', sql: '+team_id = :team' },
  { isAsked: ({ team }) => team === 'none', sql: '+team_id IS NULL' },
  {
    isAsked: ({ team }) => team === 'mine',
    sql: '+team_id IN (SELECT team_id FROM team_members WHERE operator_id = :me)',
  },
  { isAsked: ({ assistantId }) => assistantId !== undefined, sql: '+assistant_id = :assistantId' },
  { isAsked: ({ type }) => type !== undefined, sql: '+type = :type' },
  { isAsked: ({ mode }) => mode !== undefined, sql: '+ai_mode = :mode' },
  { isAsked: ({ awaiting }) => awaiting === true, sql: 'awaiting_reply_since IS NOT NULL' },
  { isAsked: ({ awaiting }) => awaiting === false, sql: 'awaiting_reply_since IS NULL' },
  {
    isAsked: ({ isDue }) => isDue === false,
    sql: `NOT EXISTS (
      SELECT 1 FROM reply_clocks WHERE conversation_id = conversations.id AND stopped_at IS NULL AND due_at IS NOT NULL
    )`,
  },
  { isAsked: ({ needsPerson }) => needsPerson === true, sql: 'needs_person = 1' },
  { isAsked: ({ aiOnly }) => aiOnly === true, sql: '+is_ai_only = 1' },
  { isAsked: ({ unread }) => unread === true, sql: 'unread_count > 0' },
  {
    isAsked: ({ hasEmail }) => hasEmail === true,
    sql: '(SELECT email IS NOT NULL FROM visitors WHERE visitors.id = visitor_id) = 1',
  },
  { isAsked: ({ mention }) => mention !== undefined, sql: `id IN (${MENTIONED_IN})` },
  { isAsked: ({ mention }) => mention === 'unread', sql: `id IN (${UNREAD_MENTIONED_IN})` },
  { isAsked: ({ mention }) => mention === 'read', sql: `id NOT IN (${UNREAD_MENTIONED_IN})` },
  { isAsked: ({ from }) => from !== undefined, sql: 'updated_at >= :from' },
  { isAsked: ({ to }) => to !== undefined, sql: 'updated_at < :to' },
  { isAsked: isByStart, sql: BY_START },
  {
    isAsked: ({ startedHour }) => startedHour !== undefined,
    sql: `${LOCAL_START} / 3600000 % 24 = :startedHour`,
  },
  {
    isAsked: ({ startedWeekday }) => startedWeekday !== undefined,
    // 1970 began on a Thursday.
    sql: `(${LOCAL_START} / 86400000 + 3) % 7 + 1 = :startedWeekday`,
  },
  { isAsked: ({ counted }) => counted !== undefined, sql: "+type <> 'test'" },
  ...ReportMeasure.options.map((measure) => ({
    isAsked: ({ counted }: Narrowing) => counted === measure,
    sql: COUNTED[measure],
  })),
  {
    isAsked: ({ unlabelled }) => unlabelled === true,
    sql: `NOT EXISTS (SELECT 1 FROM conversation_labels WHERE conversation_id = conversations.id AND ${isShown('label_id')})`,
  },
  ...Array.from({ length: MAX_LABELS }, (_, index) => ({
    isAsked: ({ labelIds }: Narrowing) => labelIds.length > index,
    sql: LABEL(index),
  })),
]

/** The conditions of a filter. */
export const conditionsOf = (narrowing: Narrowing): string[] =>
  CONDITIONS.filter(({ isAsked }) => isAsked(narrowing)).map(({ sql }) => sql)

/** The parameters of the conditions and of the index that a filter uses. */
export function parametersOf({
  labelIds,
  shifts,
  ...narrowing
}: Narrowing): Record<string, unknown> {
  return {
    ...narrowing,
    startedFrom: narrowing.startedFrom ?? 0,
    startedTo: narrowing.startedTo ?? Number.MAX_SAFE_INTEGER,
    ...(shifts.length > 0 && shiftParameters(shifts)),
    unlabelled: null,
    ...Object.fromEntries(labelIds.map((id, index) => [`label${index}`, id])),
    awaiting: null,
    isDue: null,
    needsPerson: null,
    aiOnly: null,
    unread: null,
    hasEmail: null,
  }
}

/** Each shift as two parameters; those that are left compare as unknown, and so never match. */
const shiftParameters = (shifts: readonly Shift[]): Record<string, number | null> =>
  Object.fromEntries(
    Array.from({ length: MAX_SHIFTS }, (_, index) => [
      [`until${index}`, shifts[index]?.until ?? null],
      [`offset${index}`, shifts[index]?.offset ?? null],
    ]).flat(),
  )
