import { ageAsked, agesIn } from '../../../language/ages.ts'
import { type Days, daysAsked } from '../../../language/days.ts'
import { hintsOf } from '../../../language/hints.ts'
import { aspect, type Question, type Term } from './terms.ts'
import type { Text } from './text.ts'
import { WEIGHTS } from './weights.ts'

/** The days and the age that a question is about. */
export function dateTerms(question: Question): Term[] {
  const { text, now, timezone = 'UTC' } = question
  const days = daysAsked(text, now, timezone)
  return [...(isEmpty(days) ? todayTerms(question) : [dayTerm(days)]), ...ageTerms(ageAsked(text))]
}

const isEmpty = ({ weekdays, dates, isHoliday }: Days): boolean =>
  weekdays.size === 0 && dates.size === 0 && !isHoliday

/** A sentence about other days than those asked for answers a different question. */
function dayTerm({ weekdays, dates, isHoliday }: Days): Term {
  const match = ({ days }: Text): number => {
    if ([...dates].some((date) => days.dates.has(date))) return 1
    if ((dates.size > 0 || isHoliday) && days.isHoliday) return dates.size > 0 ? 0.7 : 1
    if (weekdays.size === 0) return 0
    // "Saturday" is about a Saturday more than "Tuesday to Saturday".
    if ([...weekdays].every((day) => days.weekdays.has(day)))
      return 1 - 0.02 * (days.weekdays.size - weekdays.size)
    return days.weekdays.size > 0 ? -1 : 0
  }
  return { ...aspect, weight: WEIGHTS.day, role: 'date', isOwn: true, match }
}

/** Who asks for opening hours without a day may mean today. */
function todayTerms({ text, now, timezone = 'UTC' }: Question): Term[] {
  if (!now || !hintsOf(text).includes('hours')) return []
  const today = dayTerm(daysAsked('today', now, timezone))
  return [
    {
      ...today,
      weight: WEIGHTS.today,
      role: 'context',
      match: (text) => Math.max(0, today.match(text)),
    },
  ]
}

/** A sentence about other ages than the one asked for answers a different question. */
function ageTerms(age: number | undefined): Term[] {
  if (age === undefined) return []
  const match = ({ written }: Text): number => {
    const ages = agesIn(written)
    if (ages.length === 0) return 0
    return ages.some(({ from, to }) => from <= age && age <= to) ? 1 : -0.5
  }
  return [{ ...aspect, weight: WEIGHTS.age, role: 'date', isOwn: true, match }]
}
