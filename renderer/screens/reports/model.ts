import { batch, computed, effect, signal } from '@preact/signals'
import type { InboxFilter } from '#contracts/inbox-filter.ts'
import type { ReportMeasure } from '#contracts/report-measures.ts'
import type { Report, ReportComparison, ReportDimension } from '#contracts/reports.ts'
import type { Address } from '../../app/address.ts'
import { type Api, apiUrl, explain } from '../../app/api.ts'
import type { Live } from '../../app/live.ts'
import { queryState } from '../../app/query-state.ts'
import { timezoneHere } from '../../format/timezone.ts'
import { type Dates, isoDay } from '../../ui/date-presets.ts'
import { assistantOptions } from '../records/assistant-options.ts'

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'onResume'>
  readonly address: Address
  readonly timezone?: string
}

export type ReportsModel = ReturnType<typeof createReportsModel>

export const DIMENSIONS: readonly ReportDimension[] = [
  'person',
  'team',
  'assistant',
  'label',
  'channel',
  'weekday',
  'hour',
]
export const COMPARISONS: readonly ReportComparison[] = ['previous', 'year', 'none']
export const CHANNELS = ['widget', 'messenger', 'api'] as const

/** Default period, days. */
const DAYS = 30

/** The report that the address asks for: period, comparison, breakdown and filters. */
export function createReportsModel({ api, live, address, timezone = timezoneHere() }: Needs) {
  const report = signal<Report>()
  /** Breakdown of the rows that are shown, until those of another one arrive. */
  const rowsBy = signal<ReportDimension>('person')
  const error = signal<string>()
  const isBusy = signal(false)
  const from = queryState(address, 'date_from', { fallback: '', push: true })
  const to = queryState(address, 'date_to', { fallback: '', push: true })
  const by = queryState(address, 'by', { fallback: 'person', values: DIMENSIONS, push: true })
  const compare = queryState(address, 'compare', {
    fallback: 'previous',
    values: COMPARISONS,
    push: true,
  })
  const assistant = queryState(address, 'assistant_id', { fallback: '', push: true })
  const type = queryState(address, 'type', {
    fallback: '',
    values: ['', ...CHANNELS],
    push: true,
  })
  const query = computed(() => ({
    timezone,
    date_from: from.value || daysAgo(DAYS - 1),
    date_to: to.value || daysAgo(0),
    by: by.value,
    compare: compare.value,
    ...(/^\d+$/.test(assistant.value) && { assistant_id: assistant.value }),
    ...(type.value !== '' && { type: type.value }),
  }))
  let asked = 0

  const stops = [
    live.onResume(() => void load()),
    effect(() => {
      void query.value
      void load()
    }),
  ]

  async function load(): Promise<void> {
    asked += 1
    const mine = asked
    const wanted = query.value
    isBusy.value = true
    try {
      const answer = await api.getReport({ query: wanted })
      // A newer request has replaced this one.
      if (mine !== asked) return
      batch(() => {
        report.value = answer
        rowsBy.value = wanted.by
        error.value = undefined
      })
    } catch (failure) {
      if (mine === asked) error.value = explain(failure)
    } finally {
      if (mine === asked) isBusy.value = false
    }
  }

  return {
    report,
    rowsBy,
    error,
    isBusy,
    assistants: assistantOptions(api),
    by,
    compare,
    assistant,
    type,
    query,
    dates: computed((): Dates => ({ from: query.value.date_from, to: query.value.date_to })),
    setDates(dates: Dates): void {
      address.setQuery({ date_from: dates.from ?? undefined, date_to: dates.to ?? undefined })
    },
    load,
    exportUrl: (asked: Readonly<Record<string, string>>) =>
      apiUrl('exportReport', { query: asked }),
    stop(): void {
      for (const end of stops) end()
      asked += 1
    },
  }
}

/** Address of the inbox with the conversations behind a number. */
export function listOf(filter: InboxFilter, more: InboxFilter, counted: ReportMeasure): string {
  const query = new URLSearchParams({ state: 'all' })
  for (const [name, value] of Object.entries({ ...filter, ...more, counted }))
    if (value !== undefined) query.set(name, String(value))
  return `/app/inbox?${query}`
}

function daysAgo(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() - days)
  return isoDay(day)
}
