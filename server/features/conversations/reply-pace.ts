import type { Context } from '../../context.ts'
import { operatorQueries } from '../accounts/operators/queries.ts'
import { replyPaceQueries } from './reply-pace-queries.ts'

/** Latest replies of each operator that count. */
const SAMPLES = 20
/** Fewer replies in all say nothing. */
const MIN_SAMPLES = 3
/** Values that visitors are told, minutes; a slower pace is not announced. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440]
/** Time for which a result is kept, ms: every visitor who opens the chat asks for it. */
const KEPT_MS = 600_000

const MINUTE_MS = 60_000

/** Tells how soon the people of an account usually reply. */
export function createReplyPace({ db, now }: Pick<Context, 'db' | 'now'>) {
  const known = new Map<number, { readonly until: number; readonly minutes: number | null }>()

  function measure(userId: number): number | null {
    const waits = operatorQueries(db)
      .team(userId)
      .flatMap(({ id }) => replyPaceQueries(db).waits(id, SAMPLES))
      .sort((one, other) => one - other)
    if (waits.length < MIN_SAMPLES) return null
    const median = waits[Math.floor((waits.length - 1) / 2)]!
    return STEPS.find((step) => median <= step * MINUTE_MS) ?? null
  }

  /** Minutes within which half of the latest replies came, rounded up; null if unknown. */
  return (userId: number): number | null => {
    const at = now().getTime()
    const kept = known.get(userId)
    if (kept && kept.until > at) return kept.minutes
    const minutes = measure(userId)
    known.set(userId, { until: at + KEPT_MS, minutes })
    return minutes
  }
}
