import path from 'node:path'
import { readConfig } from '../../../server/config.ts'
import { startServer } from '../../../server/start.ts'
import { CRASH_POINTS } from './crash-points.ts'
import { createStandIn } from './stand-in.ts'

/*
 * A real server process on a real folder, with a stand-in for the provider and a clock that can be moved. It kills
 * itself where its parent says: in the provider's place, or in a temporary trigger of its own database connection.
 */

export interface Orders {
  /** Name of the crash point from now on. */
  readonly crashAt?: string
  /** Moves the clock, ms. */
  readonly advance?: number
}

const [folder, patienceMs] = process.argv.slice(2) as [string, string]
let offset = 0
let deadly: unknown

const die = () => process.kill(process.pid, 'SIGKILL')

const config = readConfig({ ...process.env, PARLEY_DATA_DIR: path.join(folder, 'data') })
const { url, context } = await startServer(
  { ...config, limits: { ...config.limits, smsSendMs: Number(patienceMs) } },
  {
    now: () => new Date(Date.now() + offset),
    smsProvider: createStandIn({
      file: path.join(folder, 'provider.log'),
      on: (moment) => {
        if (moment === deadly) die()
      },
    }),
  },
)
context.db.function('die', die)

process.on('message', ({ crashAt, advance = 0 }: Orders) => {
  const point = crashAt && CRASH_POINTS[crashAt]?.at
  if (typeof point === 'object')
    context.db.exec(`CREATE TEMP TRIGGER deadly ${point.trigger} BEGIN SELECT die(); END`)
  else deadly = point
  offset += advance
  // A harmless job wakes the worker, which else would not look at the clock for a while.
  if (advance > 0) context.jobs.add({ kind: 'events.prune', payload: {} })
  process.send!('done')
})
process.send!({ url })
