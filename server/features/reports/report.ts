import { setImmediate } from 'node:timers/promises'
import type { InboxFilter } from '#contracts/inbox-filter.ts'
import {
  MAX_REPORT_ROWS,
  type Report,
  type ReportComparison,
  type ReportDay,
  type ReportRow,
} from '#contracts/reports.ts'
import type { Db } from '../../db/open.ts'
import { emptyBucket, mergedBucket, numbersOf, quantiles } from './bucket.ts'
import { type CountedPeriod, countPeriod, type Scope } from './count.ts'
import { DIMENSIONS } from './dimensions.ts'
import { type Days, periodBefore } from './periods.ts'

/** A report to make. */
export interface Question extends Scope {
  readonly period: Days
  readonly compare: ReportComparison
}

/** The report of a period, with all rows of its breakdown. */
export async function makeReport(db: Db, question: Question): Promise<Report> {
  const { period, compare } = question
  const before = periodBefore(period, compare)
  const now = await countPeriod(db, question, period)
  const then = before && (await countPeriod(db, question, before))
  const rows = await rowsOf(db, question, now, then)
  await setImmediate()
  const total = totalOf(now)
  await setImmediate()
  return {
    ...period,
    before: before ?? null,
    filter: filterOf(question, period),
    filter_before: before ? filterOf(question, before) : null,
    total: { period: total, before: then ? totalOf(then) : null },
    days: daysOf(now),
    days_before: then ? daysOf(then).map(({ day, conversations }) => ({ day, conversations })) : [],
    hours: now.hours.map((hours) => [...hours]),
    rows,
    row_count: rows.length,
  }
}

/** The report with as many rows as a response has. */
export const shortened = (report: Report): Report => ({
  ...report,
  rows: report.rows.slice(0, MAX_REPORT_ROWS),
})

const totalOf = ({ days }: CountedPeriod) =>
  numbersOf(mergedBucket(days.map(({ bucket }) => bucket)))

const daysOf = ({ days }: CountedPeriod): ReportDay[] =>
  days.map(({ day, bucket }) => ({
    day,
    conversations: bucket.counts[0]!,
    first_reply_p50_ms: quantiles(bucket.firstReplies)(0.5),
    person_reply_p50_ms: quantiles(bucket.personReplies)(0.5),
  }))

function filterOf(
  { timezone, assistantId, type }: Scope,
  { date_from, date_to }: Days,
): InboxFilter {
  return {
    started_from: date_from,
    started_to: date_to,
    timezone,
    ...(assistantId !== null && { assistant_id: assistantId }),
    ...(type !== null && { type }),
  }
}

/** The rows of both periods, those with most conversations first unless they have an order of their own; others have their turn in between. */
async function rowsOf(
  db: Db,
  { by, userId }: Scope,
  now: CountedPeriod,
  then: CountedPeriod | undefined,
): Promise<ReportRow[]> {
  const { all, names, filterOf } = DIMENSIONS[by]
  const named = new Map(names?.(db, userId).map((one) => [String(one.id), one]))
  const keys = all ?? [...new Set([...now.keys.keys(), ...(then?.keys.keys() ?? [])])]
  const rows: ReportRow[] = []
  for (const key of keys) {
    const [period, before] = [now.keys.get(key), then?.keys.get(key)]
    rows.push({
      key,
      name: named.get(key)?.name ?? null,
      is_gone: named.get(key)?.is_gone === 1,
      filter: filterOf(key),
      period: numbersOf(period ?? emptyBucket()),
      before: then ? numbersOf(before ?? emptyBucket()) : null,
    })
    // Each row sorts its times.
    await setImmediate()
  }
  return all ? rows : rows.sort(byVolume)
}

const volumeOf = (row: ReportRow) => row.period.counts.conversations

const byVolume = (one: ReportRow, other: ReportRow): number =>
  volumeOf(other) - volumeOf(one) ||
  (other.before?.counts.conversations ?? 0) - (one.before?.counts.conversations ?? 0) ||
  (one.name ?? one.key).localeCompare(other.name ?? other.key)
