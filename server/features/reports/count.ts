import { setImmediate } from 'node:timers/promises'
import type { ConversationType } from '#contracts/enums.ts'
import type { ReportDimension } from '#contracts/reports.ts'
import type { Db } from '../../db/open.ts'
import { plusDays, startOf } from '../platform/values/local-days.ts'
import { shiftsIn } from '../platform/values/local-shifts.ts'
import { addTo, type Bucket, emptyBucket } from './bucket.ts'
import { DIMENSIONS, type LocalStart } from './dimensions.ts'
import { type Days, lengthOf } from './periods.ts'
import { type ReportedRow, reportQueries } from './queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Key of the conversations without a person, a team or a label. */
const NONE = 'none'

/** Conversations that a report is about. */
export interface Scope {
  readonly userId: number
  readonly timezone: string
  readonly by: ReportDimension
  readonly assistantId: number | null
  readonly type: ConversationType | null
}

/** The conversations of a period, counted. */
export interface CountedPeriod {
  readonly days: readonly { readonly day: string; readonly bucket: Bucket }[]
  readonly keys: ReadonlyMap<string, Bucket>
  /** Number of conversations by weekday from Monday, and hour. */
  readonly hours: readonly (readonly number[])[]
}

/** Counts the conversations that started in a period, a day at a time: others have their turn in between. */
export async function countPeriod(db: Db, scope: Scope, period: Days): Promise<CountedPeriod> {
  const { userId, timezone, by, assistantId, type } = scope
  const { keyAt } = DIMENSIONS[by]
  const names = Array.from({ length: lengthOf(period) }, (_, index) =>
    plusDays(period.date_from, index),
  )
  const keys = new Map<string, Bucket>()
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  const localStart = localStarts(names, timezone)
  const days: { day: string; bucket: Bucket }[] = []
  for (const day of names) {
    const bucket = emptyBucket()
    const stretch = { from: startOf(day, timezone), to: startOf(plusDays(day, 1), timezone) }
    const wanted = { userId, assistantId, type, ...stretch }
    for (const row of reportQueries(db).rows(by, wanted)) {
      const start = localStart(row[0])
      addTo(bucket, row)
      hours[start.weekday - 1]![start.hour]! += 1
      addToKeys(keys, keyAt ? keyAt(start) : row[1], row)
    }
    days.push({ day, bucket })
    await setImmediate()
  }
  return { days, keys, hours }
}

/** Counts a conversation in its row or rows. */
function addToKeys(keys: Map<string, Bucket>, key: ReportedRow[1], row: ReportedRow): void {
  if (typeof key === 'string' && key.includes(','))
    for (const one of key.split(',')) addTo(bucketOf(keys, one), row)
  else addTo(bucketOf(keys, String(key ?? NONE)), row)
}

function bucketOf(keys: Map<string, Bucket>, key: string): Bucket {
  const known = keys.get(key)
  if (known) return known
  const bucket = emptyBucket()
  keys.set(key, bucket)
  return bucket
}

/** Local times of instants in a period, which must be asked for in ascending order. */
function localStarts(days: readonly string[], timezone: string): (ms: number) => LocalStart {
  const shifts = shiftsIn(
    { from: startOf(days[0]!, timezone), to: startOf(plusDays(days.at(-1)!, 1), timezone) },
    timezone,
  )
  let current = 0
  return (ms) => {
    while (ms >= shifts[current]!.until) current += 1
    const local = ms + shifts[current]!.offset
    return {
      hour: Math.floor(local / HOUR_MS) % 24,
      weekday: ((Math.floor(local / DAY_MS) + 3) % 7) + 1,
    }
  }
}
