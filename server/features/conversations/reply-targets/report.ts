import type { RepliesMet } from '#contracts/reply-targets.ts'
import type { Context } from '../../../context.ts'
import { type Sums, tallySums } from '../../../db/tally-sums.ts'
import { dayAt, plusDays, startOf } from '../../platform/values/local-days.ts'

interface Question {
  readonly userId: number
  readonly timezone: string
  readonly days: number
  readonly assistantId: number | undefined
}

const MEASURES = ['first', 'next'].flatMap((kind) => [`reply_${kind}.met`, `reply_${kind}.missed`])

/** Counts replies by whether they met their targets, from tallies. */
export function repliesMet(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, timezone, days, assistantId = 0 }: Question,
): RepliesMet {
  const tomorrow = plusDays(dayAt(now().getTime(), timezone), 1)
  const [end, middle, start] = [0, days, 2 * days].map((ago) =>
    startOf(plusDays(tomorrow, -ago), timezone),
  )
  const [period, before] = tallySums(db)({ userId, assistantId, measures: MEASURES }, [
    { from: middle!, to: end! },
    { from: start!, to: middle! },
  ])
  return { period: countsOf(period!), before: countsOf(before!) }
}

const countsOf = (sums: Sums) => ({
  first: { met: sums['reply_first.met'] ?? 0, missed: sums['reply_first.missed'] ?? 0 },
  next: { met: sums['reply_next.met'] ?? 0, missed: sums['reply_next.missed'] ?? 0 },
})
