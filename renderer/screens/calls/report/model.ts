import { computed, effect, signal } from '@preact/signals'
import type { CallReport } from '#contracts/call-report.ts'
import type { Address } from '../../../app/address.ts'
import { type Api, explain } from '../../../app/api.ts'
import type { Live } from '../../../app/live.ts'
import { queryState } from '../../../app/query-state.ts'
import { timezoneHere } from '../../../format/timezone.ts'
import { type Dates, isoDay } from '../../../ui/date-presets.ts'
import { assistantOptions } from '../../records/assistant-options.ts'

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
  readonly address: Address
  readonly timezone?: string
}

export type CallReportModel = ReturnType<typeof createCallReportModel>

/** Debounce of reloads, ms: changes to calls often come in bursts. */
const PAUSE = 1500
/** Default period of a report, days. */
const DAYS = 30

/** Report on the calls of a period; the address holds the period and the assistant. */
export function createCallReportModel({ api, live, address, timezone = timezoneHere() }: Needs) {
  const report = signal<CallReport>()
  const error = signal<string>()
  const isBusy = signal(false)
  const from = queryState(address, 'date_from', { fallback: '', push: true })
  const to = queryState(address, 'date_to', { fallback: '', push: true })
  const assistant = queryState(address, 'assistant_id', { fallback: '', push: true })
  const query = computed(() => ({
    timezone,
    date_from: from.value || daysAgo(DAYS - 1),
    date_to: to.value || daysAgo(0),
    ...(/^\d+$/.test(assistant.value) && { assistant_id: assistant.value }),
  }))
  let soon: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  const stops = [
    live.subscribe(({ type }) => {
      if (type === 'call.said' || type === 'call.attended' || !type.startsWith('call')) return
      soon ||= setTimeout(() => void load(), PAUSE)
    }),
    live.onResume(() => void load()),
    effect(() => {
      void query.value
      void load()
    }),
  ]

  async function load(): Promise<void> {
    clearTimeout(soon)
    soon = undefined
    asked += 1
    const mine = asked
    isBusy.value = true
    try {
      const answer = await api.getCallReport({ query: query.value })
      // A newer request has replaced this one.
      if (mine !== asked) return
      report.value = answer
      error.value = undefined
    } catch (failure) {
      if (mine === asked) error.value = explain(failure)
    } finally {
      if (mine === asked) isBusy.value = false
    }
  }

  return {
    report,
    error,
    isBusy,
    assistants: assistantOptions(api),
    assistant,
    dates: computed((): Dates => ({ from: query.value.date_from, to: query.value.date_to })),
    setDates(dates: Dates): void {
      address.setQuery({ date_from: dates.from ?? undefined, date_to: dates.to ?? undefined })
    },
    load,
    /** Address of the list of calls behind a number. */
    listOf(filter: Readonly<Record<string, string>>): string {
      return `/app/calls?${new URLSearchParams({ ...query.value, ...filter })}`
    },
    stop(): void {
      for (const end of stops) end()
      clearTimeout(soon)
      asked += 1
    },
  }
}

function daysAgo(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() - days)
  return isoDay(day)
}
