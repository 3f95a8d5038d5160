import { readConfig } from '../../../server/config.ts'
import { startServer } from '../../../server/start.ts'
import { createClock } from '../../support/clock.ts'
import { watchConnections } from './connections.ts'
import { CRASH_POINTS } from './crash-points.ts'

/*
 * A real server process on a real folder, with a clock controlled by its parent; it can be told where to kill
 * itself.
 */

/** The parent's commands. */
export type Orders =
  | {
      /** Advances time by this much, step by step. */
      readonly advance: number
    }
  | {
      /** Advances time in a single step. */
      readonly jump: number
    }
  | { readonly crashAt: string }
  | {
      /** Kills the process when the database does this, as in a trigger: `BEFORE DELETE ON main.jobs`. */
      readonly crashOn: string
    }

/** A report to the parent. */
export interface Report {
  readonly url?: string
  /** Time of the clock, ms since 1970. */
  readonly now: number
  readonly isDone: boolean
}

const connections = watchConnections()
const [folder, start] = process.argv.slice(2) as [string, string]
const clock = createClock(new Date(Number(start)).toISOString())
const now = () => clock.outside.now().getTime()
const { url, context } = await startServer(
  readConfig({ ...process.env, PARLEY_DATA_DIR: folder }),
  clock.outside,
)
context.db.function('die', () => process.kill(process.pid, 'SIGKILL'))
const tell = (report: Omit<Report, 'now'>) => process.send!({ ...report, now: now() })

/** Step of the clock, short enough for the parent to know when the process died, ms. */
const STEP_MS = 5000

process.on('message', async (orders: Orders) => {
  const point = 'crashAt' in orders ? CRASH_POINTS[orders.crashAt]! : undefined
  const deadly = 'crashOn' in orders ? orders.crashOn : point
  if (deadly !== undefined)
    context.db.exec(
      `DROP TRIGGER IF EXISTS temp.deadly; CREATE TEMP TRIGGER deadly ${deadly} BEGIN SELECT die(); END`,
    )
  else if ('jump' in orders) await clock.jump(orders.jump)
  else if ('advance' in orders)
    for (let left = orders.advance; left > 0; left -= STEP_MS) {
      await connections.quiet()
      await clock.advance(Math.min(left, STEP_MS))
      tell({ isDone: false })
    }
  tell({ isDone: true })
})
tell({ url, isDone: true })
