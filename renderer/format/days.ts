import { locale } from '../locales/language.ts'
import { formatClock } from './numbers.ts'

/* Formats calendar days, `YYYY-MM-DD`. They have no timezone, so they are formatted as UTC days. */

const short = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' })
const long = new Intl.DateTimeFormat(locale, {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'long',
})
const full = new Intl.DateTimeFormat(locale, {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const weekday = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' })

const hours = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', timeStyle: 'short' })

const month = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' })

const atNoon = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** `21 Nov` */
export const shortDay = (day: string): string => short.format(atNoon(day))

/** `Sat, 21 November` */
export const longDay = (day: string): string => long.format(atNoon(day))

/** `Saturday, 21 November` */
export const fullDay = (day: string): string => full.format(atNoon(day))

/** `Saturday` */
export const weekdayOf = (day: string): string => weekday.format(atNoon(day))

/** `Monday`, for 1, to `Sunday`, for 7. */
export const weekdayName = (number: number): string =>
  // A Monday, and the days after it.
  weekdayOf(`2026-06-0${number}`)

/** Start of an hour of the day: `09:00`, or `9:00 AM`, depending on the locale. */
export const hourName = (hour: number): string => hours.format(hour * 3_600_000)

/** `November`, for `YYYY-MM` */
export const monthName = (of: string): string => month.format(atNoon(`${of}-01`))

/** `10:15`, for an instant, in the local timezone. */
export const clockTime = (instant: string): string => formatClock(Date.parse(instant))
