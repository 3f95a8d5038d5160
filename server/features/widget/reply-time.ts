import type { Context } from '../../context.ts'
import { replyTimeQueries } from './reply-time-queries.ts'

/** Weeks whose replies count, ms. */
const PERIOD = 4 * 7 * 24 * 3_600_000
/** Time for which a figure is reused, ms: every visitor who opens the chat asks for it. */
const REUSED = 10 * 60_000
/** Fewer replies say nothing. */
const MIN_REPLIES = 5
/** Three of four replies came within the time that is said. */
const SHARE = 0.75
/** The times that are said, minutes. */
const STEPS = [5, 10, 15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 2880, 4320, 7200, 10_080]

interface Figure {
  readonly at: number
  readonly minutes: number | null
}

/** Says how soon people reply to visitors of an assistant, minutes rounded up; null where there are too few replies of the last four weeks. */
export function createReplyTimes({ db, now }: Pick<Context, 'db' | 'now'>) {
  const known = new Map<number, Figure>()

  return ({ id, user_id }: { readonly id: number; readonly user_id: number }): number | null => {
    const at = now().getTime()
    const figure = known.get(id)
    if (figure && at - figure.at < REUSED) return figure.minutes
    const waits = replyTimeQueries(db).waits({
      userId: user_id,
      assistantId: id,
      since: at - PERIOD,
    })
    const minutes = waits.length < MIN_REPLIES ? null : stepOf(waits)
    known.set(id, { at, minutes })
    return minutes
  }
}

function stepOf(waits: readonly number[]): number | null {
  const wait = waits[Math.ceil(waits.length * SHARE) - 1]! / 60_000
  return STEPS.find((step) => wait <= step) ?? null
}
