import { formatClock } from '../format/numbers.ts'
import { locale } from '../locales/language.ts'
import { t } from '../locales/translate.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' })
const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const dateOfYear = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const longDay = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const moderate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' })

/** Full date and time. */
export const whole = (at: string): string => moderate.format(toDate(at))

/** Parses a server timestamp: ISO, or `YYYY-MM-DD HH:MM:SS` in UTC. */
export function toDate(text: string): Date {
  return new Date(text.includes('T') ? text : `${text.replace(' ', 'T')}Z`)
}

/** Start of a day in the local timezone, for comparing days. */
export function dayOf(moment: Date): number {
  return new Date(moment).setHours(0, 0, 0, 0)
}

/** The shortest unambiguous form: a time today, a weekday this week, a date otherwise. */
export function briefly(moment: Date, now = new Date()): string {
  const days = Math.round((dayOf(now) - dayOf(moment)) / DAY)
  if (days <= 0) return formatClock(moment)
  if (days === 1) return t('common.yesterday')
  if (days < 7) return weekday.format(moment)
  return moment.getFullYear() === now.getFullYear()
    ? date.format(moment)
    : dateOfYear.format(moment)
}

/** The name of a day. */
export function dayName(moment: Date, now = new Date()): string {
  const days = Math.round((dayOf(now) - dayOf(moment)) / DAY)
  if (days === 0) return t('common.today')
  if (days === 1) return t('common.yesterday')
  return moment.getFullYear() === now.getFullYear()
    ? longDay.format(moment)
    : dateOfYear.format(moment)
}

/** Relative time in the largest unit that fits. */
export function relatively(moment: Date, now = new Date()): string {
  const away = moment.getTime() - now.getTime()
  const size = Math.abs(away)
  if (size < HOUR) return relative.format(Math.round(away / MINUTE), 'minute')
  if (size < DAY) return relative.format(Math.round(away / HOUR), 'hour')
  return relative.format(Math.round(away / DAY), 'day')
}

/** `3:07`, or `1:03:07`. */
export function clockOf(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

interface TimeProps {
  readonly at: string
  readonly as?: 'brief' | 'clock' | 'full' | 'date' | 'relative'
}

/** A timestamp in short form, with the full one as a tooltip. */
export function Time({ at, as = 'brief' }: TimeProps) {
  const moment = toDate(at)
  return (
    <time dateTime={moment.toISOString()} title={full.format(moment)}>
      {FORMS[as](moment)}
    </time>
  )
}

const FORMS = {
  brief: (moment: Date) => briefly(moment),
  clock: formatClock,
  full: (moment: Date) => moderate.format(moment),
  date: (moment: Date) => dateOfYear.format(moment),
  relative: (moment: Date) => relatively(moment),
} as const

/** A duration in clock format. */
export function Duration({ seconds }: { readonly seconds: number }) {
  return <time dateTime={`PT${Math.round(seconds)}S`}>{clockOf(seconds)}</time>
}
