import type { ReportMeasure } from '#contracts/report-measures.ts'
import type { ReportNumbers } from '#contracts/reports.ts'
import { t } from '../../locales/translate.ts'

/** A number of a report. */
export interface Measure {
  readonly key: string
  readonly title: string
  /** Title of its column, if shorter. */
  readonly short?: string
  /** Short explanation. */
  readonly hint: string
  readonly kind: 'count' | 'share' | 'time'
  /** Null if there is nothing to measure. */
  readonly valueOf: (numbers: ReportNumbers) => number | null
  /** The conversations behind it. */
  readonly counted: ReportMeasure
  /** A change in this direction is an improvement; undefined if it is neither. */
  readonly better?: 'more' | 'less'
  /** The conversations that a share is taken of, or that are missing from it. */
  readonly beside?: {
    readonly counted: ReportMeasure
    readonly words: (count: number) => string
  }
}

const share =
  (part: ReportMeasure, of: (counts: ReportNumbers['counts']) => number) =>
  ({ counts }: ReportNumbers): number | null =>
    of(counts) === 0 ? null : counts[part] / of(counts)

/** The numbers of a report in their order. */
export const MEASURES: readonly Measure[] = [
  {
    key: 'conversations',
    title: t('reports.measures.conversations'),
    hint: t('reports.hints.conversations'),
    kind: 'count',
    valueOf: ({ counts }) => counts.conversations,
    counted: 'conversations',
  },
  {
    key: 'firstReply',
    title: t('reports.measures.replied'),
    hint: t('reports.hints.replied'),
    kind: 'time',
    valueOf: ({ first_reply_p50_ms }) => first_reply_p50_ms,
    counted: 'replied',
    better: 'less',
  },
  {
    key: 'personReply',
    title: t('reports.measures.person_replied'),
    short: t('reports.short.person_replied'),
    hint: t('reports.hints.person_replied'),
    kind: 'time',
    valueOf: ({ person_reply_p50_ms }) => person_reply_p50_ms,
    counted: 'person_replied',
    better: 'less',
  },
  {
    key: 'resolved',
    title: t('reports.measures.resolved'),
    hint: t('reports.hints.resolved'),
    kind: 'share',
    valueOf: share('resolved', ({ conversations }) => conversations),
    counted: 'resolved',
    better: 'more',
  },
  {
    key: 'resolution',
    title: t('reports.resolution'),
    hint: t('reports.hints.resolution'),
    kind: 'time',
    valueOf: ({ resolution_p50_ms }) => resolution_p50_ms,
    counted: 'resolved',
    better: 'less',
  },
  {
    key: 'ai',
    title: t('reports.measures.ai'),
    short: t('reports.short.ai'),
    hint: t('reports.hints.ai'),
    kind: 'share',
    valueOf: share('ai', ({ asked }) => asked),
    counted: 'ai',
    beside: { counted: 'asked', words: (count) => t('reports.of', { count }) },
  },
  {
    key: 'handedOver',
    title: t('reports.measures.handed_over'),
    hint: t('reports.hints.handed_over'),
    kind: 'count',
    valueOf: ({ counts }) => counts.handed_over,
    counted: 'handed_over',
  },
  {
    key: 'satisfaction',
    title: t('reports.satisfaction'),
    hint: t('reports.hints.satisfaction'),
    kind: 'share',
    valueOf: share('satisfied', ({ rated }) => rated),
    counted: 'satisfied',
    better: 'more',
    beside: { counted: 'rated', words: (count) => t('reports.of', { count }) },
  },
  {
    key: 'targets',
    title: t('reports.measures.met'),
    short: t('reports.short.met'),
    hint: t('reports.hints.met'),
    kind: 'share',
    valueOf: share('met', ({ met, missed }) => met + missed),
    counted: 'met',
    better: 'more',
    beside: { counted: 'missed', words: (count) => t('reports.missed', { count }) },
  },
]
