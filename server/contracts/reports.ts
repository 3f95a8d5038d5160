import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ConversationType } from './enums.ts'
import { ExportQuery, exportOf } from './export.ts'
import { InboxFilter } from './inbox-filter.ts'
import { DateRange, inOrder, OUT_OF_ORDER } from './page.ts'
import { ReportMeasure } from './report-measures.ts'
import { Day, Id, Timezone } from './scalars.ts'

/** Longest period of a report, days. */
export const MAX_REPORT_DAYS = 366

/** Rows of a report; the file has all. */
export const MAX_REPORT_ROWS = 50

/** Groups that a report breaks a period down into. */
export const ReportDimension = z.enum([
  'person',
  'team',
  'assistant',
  'label',
  'channel',
  'weekday',
  'hour',
])
export type ReportDimension = z.output<typeof ReportDimension>

/** Period with which a report compares: the same number of days before, or the same days a year earlier. */
export const ReportComparison = z.enum(['previous', 'year', 'none'])
export type ReportComparison = z.output<typeof ReportComparison>

const quantile = (what: string) => z.int().nullable().describe(`${what}, ms; null without any.`)

/** Figures for the conversations that started in a period, with everything that happened in them since. */
export const ReportNumbers = z.object({
  counts: z
    .record(ReportMeasure, z.int())
    .describe('Number of conversations by measure; `counted` of `GET /user/inbox` lists them.'),
  first_reply_p50_ms: quantile('Median time to the first reply, by the assistant or a person'),
  first_reply_p90_ms: quantile('90th percentile of the same time'),
  person_reply_p50_ms: quantile(
    'Median time to a person’s first reply, from the handover or the visitor’s first message',
  ),
  person_reply_p90_ms: quantile('90th percentile of the same time'),
  resolution_p50_ms: quantile('Median time from the start to the end'),
  rating_average: z.number().nullable().describe('Average rating from 1 to 5; null without any.'),
})
export type ReportNumbers = z.output<typeof ReportNumbers>

/** One day of a period. */
export const ReportDay = z.object({
  day: Day,
  conversations: z.int(),
  first_reply_p50_ms: z.int().nullable(),
  person_reply_p50_ms: z.int().nullable(),
})
export type ReportDay = z.output<typeof ReportDay>

/** One row of the breakdown. */
export const ReportRow = z.object({
  key: z
    .string()
    .describe(
      'Id of the person, team, assistant or label, the channel, the weekday from 1 for Monday, or the hour; `none` for no person, team or label.',
    ),
  name: z.string().nullable().describe('Name of the person, team, assistant or label.'),
  is_gone: z.boolean().describe('Whether the person has left or the assistant was deleted.'),
  filter: InboxFilter.describe('Filters of `GET /user/inbox`, beside those of the report.'),
  period: ReportNumbers,
  before: ReportNumbers.nullable(),
})
export type ReportRow = z.output<typeof ReportRow>

const Stretch = z.object({ date_from: Day, date_to: Day })

export const Report = Stretch.extend({
  before: Stretch.nullable().describe('The period compared with; null without one.'),
  filter: InboxFilter.describe(
    'Filters of `GET /user/inbox` for the conversations of the period; `counted` narrows them to one number.',
  ),
  filter_before: InboxFilter.nullable().describe('The same for the period compared with.'),
  total: z.object({ period: ReportNumbers, before: ReportNumbers.nullable() }),
  days: z.array(ReportDay).describe('The days of the period.'),
  days_before: z
    .array(ReportDay.pick({ day: true, conversations: true }))
    .describe('The days of the period compared with.'),
  hours: z
    .array(z.array(z.int()).length(24))
    .length(7)
    .describe('Number of conversations started, by weekday from Monday and hour.'),
  rows: z
    .array(ReportRow)
    .describe(
      `Rows of the breakdown: weekdays and hours in their order, others by number of conversations, at most ${MAX_REPORT_ROWS}. A conversation with several labels is in a row for each.`,
    ),
  row_count: z.int().describe('Number of all rows.'),
})
export type Report = z.output<typeof Report>

/** Period, breakdown and filters of a report. */
export const ReportQuery = DateRange.extend({
  date_from: Day.optional().describe('First day of the period; 30 days in all if omitted.'),
  date_to: Day.optional().describe(
    `Last day of the period; today if omitted. A period has ${MAX_REPORT_DAYS} days at most.`,
  ),
  timezone: Timezone.optional().describe(
    'Timezone that decides days, weekdays and hours; UTC if omitted.',
  ),
  by: ReportDimension.default('person').describe('Breakdown; `person` is the assignee.'),
  compare: ReportComparison.default('previous').describe(
    '`previous`: the same number of days before. `year`: the same days a year earlier. `none`: no comparison.',
  ),
  assistant_id: Id.optional().describe('Restricts the report to one assistant.'),
  type: ConversationType.exclude(['test'])
    .optional()
    .describe('Restricts the report to one channel.'),
})

export type ReportQuery = z.output<typeof ReportQuery>

export const getReport = endpoint({
  method: 'get',
  path: '/user/reports',
  capability: 'reports',
  summary:
    'Get figures for the conversations of a period, by person, team, assistant, label, channel or time',
  description:
    'A conversation counts in the period in which it started, with its present assignee, team and labels. `GET /user/inbox` lists the conversations behind each number with the filters of the report and the row, and `counted`.',
  query: ReportQuery.refine(inOrder, OUT_OF_ORDER),
  reply: Report,
})

/** A column for each measure. */
const COUNTS = Object.fromEntries(
  ReportMeasure.options.map((measure) => [measure, z.int()]),
) as Record<ReportMeasure, z.ZodInt>

/** A row of the breakdown in a file. */
export const ExportedReportRow = z.object({
  by: ReportDimension,
  key: z.string().describe('`total` for all conversations.'),
  name: z.string().nullable(),
  date_from: Day,
  date_to: Day,
  ...COUNTS,
  ...ReportNumbers.omit({ counts: true }).shape,
})
export type ExportedReportRow = z.output<typeof ExportedReportRow>

export const exportReport = exportOf({
  path: '/user/reports/export',
  capability: 'reports',
  summary: 'Export the breakdown of a report as a file: a row for each period, and the totals',
  item: ExportedReportRow,
  query: ReportQuery.extend(ExportQuery.shape).refine(inOrder, OUT_OF_ORDER),
})
