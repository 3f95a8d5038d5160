import { locale } from '../../locales/language.ts'
import { tIfKnown } from '../../locales/translate.ts'
import { type Availability, minutesOf } from './hours.ts'

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })

/** A time of the week in words: `17:00`, `Monday 9:00 AM`. */
export function momentWords({ day, time, isToday }: NonNullable<Availability['until']>): string {
  const words = clock.format(new Date((minutesOf(time) ?? 0) * 60_000))
  return isToday ? words : `${tIfKnown('embedHours.days', String(day + 1))} ${words}`
}

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** A date and time: `22 Nov 2026, 17:00`. */
export const formatMoment = (at: Date): string => moment.format(at)
