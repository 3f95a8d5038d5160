import type { CallReport } from '#contracts/call-report.ts'
import { CallKind } from '#contracts/enums.ts'
import type { Context } from '../../../context.ts'
import { tallySums } from '../../../db/tally-sums.ts'
import { dayAt, plusDays, startOf } from '../../platform/values/local-days.ts'
import { BUSINESS, callMeasures, presentCalls } from './numbers.ts'
import { callReportQueries } from './queries.ts'

/** Days of a report that names none, the last one included. */
const DAYS = 30

interface Question {
  readonly userId: number
  readonly timezone: string
  readonly dateFrom: string | undefined
  readonly dateTo: string | undefined
  readonly assistantId: number | undefined
}

/** The calls of a period in numbers, from tallies. */
export function reportOfCalls(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, timezone, assistantId = 0, ...question }: Question,
): CallReport {
  const { steps, busiest } = callReportQueries(db)
  const sums = tallySums(db)
  const measures = callMeasures(steps)
  const { dateTo = laterOf(question.dateFrom, dayAt(now().getTime(), timezone)) } = question
  const { dateFrom = plusDays(dateTo, 1 - DAYS) } = question
  const stretch = {
    from: startOf(dateFrom, timezone),
    to: startOf(plusDays(dateTo, 1), timezone),
  }
  const of = (assistant: number) =>
    sums({ userId, assistantId: assistant, measures }, [stretch])[0]!

  const all = of(assistantId)
  return {
    date_from: dateFrom,
    date_to: dateTo,
    total: presentCalls(all, steps, BUSINESS),
    kinds: Object.fromEntries(
      CallKind.options.map((kind) => [kind, presentCalls(all, steps, [kind])]),
    ) as CallReport['kinds'],
    assistants: busiest(userId, assistantId, stretch).map(({ id, name }) => ({
      ...presentCalls(of(id), steps, BUSINESS),
      assistant_id: id,
      assistant_name: name,
    })),
  }
}

const laterOf = (one: string | undefined, other: string): string =>
  one !== undefined && one > other ? one : other
