import type { ReportComparison } from '#contracts/reports.ts'
import { dayAt, plusDays } from '../platform/values/local-days.ts'

/** Days of a report that names none. */
const DAYS = 30

/** Whole local days, `YYYY-MM-DD`, both inclusive. */
export interface Days {
  readonly date_from: string
  readonly date_to: string
}

interface Asked {
  readonly date_from?: string | undefined
  readonly date_to?: string | undefined
  readonly timezone: string
}

/** The period that is asked for: by default the last days, today included. */
export function periodAsked(asked: Asked, now: number): Days {
  const today = dayAt(now, asked.timezone)
  const from = asked.date_from
  const date_to = asked.date_to ?? (from !== undefined && from > today ? from : today)
  return { date_from: from ?? plusDays(date_to, 1 - DAYS), date_to }
}

/** Number of days of a period. */
export const lengthOf = ({ date_from, date_to }: Days): number =>
  1 + Math.round((Date.parse(date_to) - Date.parse(date_from)) / 86_400_000)

/** The period to compare with; undefined if there is none. */
export function periodBefore(period: Days, comparison: ReportComparison): Days | undefined {
  if (comparison === 'none') return undefined
  const before =
    comparison === 'year'
      ? { date_from: yearBefore(period.date_from), date_to: yearBefore(period.date_to) }
      : {
          date_from: plusDays(period.date_from, -lengthOf(period)),
          date_to: plusDays(period.date_from, -1),
        }
  // Days have four digits.
  return before.date_from < '1000-01-01' ? undefined : before
}

/** The same day a year earlier; the 28th of February for a leap day. */
function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0')
  return day.endsWith('-02-29') ? `${year}-02-28` : `${year}${day.slice(4)}`
}
