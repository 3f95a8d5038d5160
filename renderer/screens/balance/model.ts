import { computed, effect, signal, untracked } from '@preact/signals'
import type { BalanceNow } from '#contracts/balance.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import { Purpose } from '#contracts/enums.ts'
import type { getSpending, LedgerEntry } from '#contracts/money.ts'
import { explain } from '../../app/api.ts'
import { queryState } from '../../app/query-state.ts'
import { timezoneHere } from '../../format/timezone.ts'
import { locale } from '../../locales/language.ts'
import { createRecordsModel, type RecordsDeps } from '../records/model.ts'

export type BalanceModel = ReturnType<typeof createBalanceModel>

/** Selectable periods of spending, days. */
export const SPANS = ['7', '30', '90', '365'] as const
type Span = (typeof SPANS)[number]

/** Debounce of reloads, ms: ledger entries often arrive in bursts. */
const PAUSE = 400

const MOVES_MONEY: readonly string[] = [
  'sms.created',
  'sms.updated',
  'messenger_message.updated',
  'call.created',
  'call.updated',
]

/** Balance and spending of the account. */
export function createBalanceModel(deps: RecordsDeps) {
  const { api, address, live } = deps
  const view = queryState<'ledger' | 'prices'>(address, 'view', {
    fallback: 'ledger',
    values: ['ledger', 'prices'],
    push: true,
  })
  const dialog = queryState<'' | 'top-up'>(address, 'dialog', {
    fallback: '',
    values: ['', 'top-up'],
    push: true,
  })
  const span = queryState<Span>(address, 'days', { fallback: '30', values: [...SPANS] })
  const now = signal<BalanceNow>()
  const spending = signal<ReplyOf<typeof getSpending>['days']>()
  const error = signal<string>()
  const timezone = timezoneHere()
  const spent = computed(() =>
    (spending.value ?? []).reduce(
      (sum, { sms, messenger, call: calls, llm, number }) =>
        sum + sms + messenger + calls + llm + number,
      0,
    ),
  )

  const list = createRecordsModel<LedgerEntry, 'kind'>(deps, {
    name: 'ledger',
    read: api.listLedger,
    filters: { kind: Purpose.options },
    hidden: ['note', 'id'],
    keyOf: ({ id }) => id,
  })

  async function load(): Promise<void> {
    try {
      const [balance, { days }] = await Promise.all([
        api.getBalance(),
        api.getSpending({ query: { timezone, days: span.value } }),
      ])
      now.value = balance
      spending.value = days
      error.value = undefined
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Counts new entries without moving those on screen. */
  async function countNew(): Promise<void> {
    void load()
    const shown = list.page.value
    if (!shown) return
    const newest = await api
      .listLedger({ query: { ...list.query.value, per_page: 1 } })
      .catch(() => undefined)
    if (newest) list.fresh.value = Math.max(0, newest.total - shown.total)
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const stops = [
    effect(() => {
      span.value
      untracked(() => void load())
    }),
    live.subscribe(({ type }) => {
      if (!MOVES_MONEY.includes(type)) return
      clearTimeout(timer)
      timer = setTimeout(() => void countNew(), PAUSE)
    }),
    live.onResume(() => void load()),
  ]

  return {
    ...list,
    view,
    dialog,
    span,
    now,
    spending,
    spent,
    timezone,
    balanceError: error,
    loadBalance: load,
    /** Reloads everything after a top-up. */
    refresh: () => Promise.all([load(), list.load()]),
    stop(): void {
      clearTimeout(timer)
      for (const stop of stops) stop()
      list.stop()
    },
  }
}

/** A month as a range of days. */
export interface Month {
  readonly value: string
  readonly label: string
  readonly from: string
  readonly to: string
}

/** The last months, newest first. */
export function lastMonths(count: number, now = new Date()): Month[] {
  const name = new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return Array.from({ length: count }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 0))
    const from = first.toISOString().slice(0, 10)
    return {
      value: from.slice(0, 7),
      label: name.format(first),
      from,
      to: last.toISOString().slice(0, 10),
    }
  })
}
