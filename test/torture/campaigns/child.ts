import { readConfig } from '../../../server/config.ts'
import { startServer } from '../../../server/start.ts'
import { createClock } from '../../support/clock.ts'
import { CRASH_POINTS } from './crash-points.ts'

/* A real server process on a real folder whose clock its parent moves; it can be told where to kill itself. */

/** Orders of the parent. */
export type Orders =
  | {
      /** Lets so much time go by, step by step. */
      readonly advance: number
    }
  | {
      /** The time comes at once. */
      readonly jump: number
    }
  | { readonly crashAt: string }

/** A report to the parent. */
export interface Report {
  readonly url?: string
  /** Time of the clock, ms since 1970. */
  readonly now: number
  readonly isDone: boolean
}

const [folder, start] = process.argv.slice(2) as [string, string]
const clock = createClock(new Date(Number(start)).toISOString())
const now = () => clock.outside.now().getTime()
const { url, context } = await startServer(
  readConfig({ ...process.env, PARLEY_DATA_DIR: folder }),
  clock.outside,
)
context.db.function('die', () => process.kill(process.pid, 'SIGKILL'))
const tell = (report: Omit<Report, 'now'>) => process.send!({ ...report, now: now() })

/** Often enough for the parent to know the time at which the process died, ms. */
const STEP_MS = 5000

process.on('message', async (orders: Orders) => {
  if ('crashAt' in orders)
    context.db.exec(
      `DROP TRIGGER IF EXISTS temp.deadly; CREATE TEMP TRIGGER deadly ${CRASH_POINTS[orders.crashAt]!} BEGIN SELECT die(); END`,
    )
  else if ('jump' in orders) await clock.jump(orders.jump)
  else
    for (let left = orders.advance; left > 0; left -= STEP_MS) {
      await clock.advance(Math.min(left, STEP_MS))
      tell({ isDone: false })
    }
  tell({ isDone: true })
})
tell({ url, isDone: true })
