import type { ReplyOf } from '#contracts/endpoint.ts'
import type { getSpending } from '#contracts/money.ts'
import type { Context } from '../../../context.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import { moneyQueries, type SpendingRow } from './queries.ts'

type Day = ReplyOf<typeof getSpending>['days'][number]

/** Longer than any local day, ms. */
const LONG_DAY_MS = 25 * 3_600_000

/** Spending per local day for the last days, including today and empty days. */
export function spendingByDay(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  { timezone, days }: { readonly timezone: string; readonly days: number },
): Day[] {
  const dayOf = dayPrinter(timezone)
  const names = lastDays(dayOf(now().getTime()), days)
  const byDay = new Map(
    names.map((day): [string, Day] => [
      day,
      { day, sms: 0, messenger: 0, call: 0, llm: 0, number: 0, top_up: 0 },
    ]),
  )
  const from = new Date(now().getTime() - days * LONG_DAY_MS)
  for (const row of moneyQueries(db).spending(userId, from)) {
    const day = byDay.get(dayOf(row.at))
    if (day) day[fieldOf(row)] += row.amount
  }
  return [...byDay.values()].map(({ day, sms, messenger, call, llm, number, top_up }) => ({
    day,
    sms: toDollars(sms),
    messenger: toDollars(messenger),
    call: toDollars(call),
    llm: toDollars(llm),
    number: toDollars(number),
    top_up: toDollars(top_up),
  }))
}

const FIELDS = {
  'spent.sms': 'sms',
  'spent.messenger': 'messenger',
  'spent.call': 'call',
  'spent.llm': 'llm',
  'spent.number': 'number',
  top_up: 'top_up',
} as const satisfies Record<SpendingRow['measure'], keyof Day>

const fieldOf = ({ measure }: SpendingRow) => FIELDS[measure]

/** Formats an instant as a local day, `YYYY-MM-DD`. */
function dayPrinter(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (ms) => format.format(ms)
}

/** The given number of consecutive days, ending with the given one. */
function lastDays(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}
