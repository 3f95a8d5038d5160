import { ageAsked, agesIn } from '../../../language/ages.ts'
import { type Days, daysAsked, daysIn } from '../../../language/days.ts'
import { hintsOf } from '../../../language/hints.ts'
import { aspect, type Question, type Term } from './term.ts'
import type { Text } from './text.ts'
import { WEIGHTS } from './weights.ts'

/** The days and the age that a question is about. */
export function dateTerms(question: Question): Term[] {
  const { text, now, timezone = 'UTC' } = question
  const named = daysIn(text)
  const days = isEmpty(named)
    ? relativeTerms(daysAsked(text, now, timezone), question)
    : [dayTerm(named)]
  return [...days, ...ageTerms(ageAsked(text))]
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

/**
 * "Today" and "at the moment" are about a day of the week if opening hours are asked for, and those may mean today even
 * without such a word.
 */
function relativeTerms(asked: Days, { text, now, timezone = 'UTC' }: Question): Term[] {
  if (!now) return []
  const isHours = hintsOf(text).includes('hours')
  if (isHours && !isEmpty(asked)) return [dayTerm(asked)]
  if (!isHours && isEmpty(asked)) return []
  const day = dayTerm(isEmpty(asked) ? daysAsked('today', now, timezone) : asked)
  return [
    {
      ...day,
      weight: WEIGHTS.today,
      role: 'context',
      match: (found) => Math.max(0, day.match(found)),
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
