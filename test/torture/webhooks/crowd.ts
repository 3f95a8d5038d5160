import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '../../../server/limits.ts'
import { startServer } from '../../../server/start.ts'
import { openReceiver } from '../../support/receiver.ts'
import { testConfig, testServer } from '../../support/server.ts'
import { send } from '../../support/webhooks.ts'
import type { Figure } from '../part.ts'
import { hookAt, onThisMachine, until } from './scene.ts'

const LIVE = 999

/** Events per second, below the rate of 20 (decision 028), so that any waiting is caused by other hosts. */
const A_SECOND = 15

/** One in this many events is for the address that never responds. */
const DEAD_EVERY = 10

/** Time limit of a burst, s: the rate, plus a margin for a busy machine. */
const BURST_SECONDS = (LIVE * 1.1) / LIMITS.webhookStartsPerSecond + 10

/** E9: one address that never responds beside 999 that do, in real time. */
export async function crowdFigures(): Promise<Figure[]> {
  const arrived = new Map<number, number>()
  let [open, most] = [0, 0]
  const dead = await openReceiver((res) => {
    open += 1
    most = Math.max(most, open)
    res.on('close', () => {
      open -= 1
    })
  })
  const live = await openReceiver((res, { body }) => {
    arrived.set((JSON.parse(body) as { number: number }).number, performance.now())
    res.end('{}')
  })
  const network = { policy: 'desktop', allowPrivate: [dead.host, live.host] } as const
  const running = await startServer(testConfig({ network }), { lookup: onThisMachine })
  const server = testServer(running)
  const committed = new Map<number, number>()
  const waits = () => [...committed].map(([number, at]) => (arrived.get(number) ?? Infinity) - at)

  async function commit(index: number, number: number): Promise<void> {
    if (index % DEAD_EVERY === 0) await send(server, dead.url)
    await send(server, hookAt(index, live.port), { number })
    committed.set(number, performance.now())
  }

  try {
    const begun = performance.now()
    for (let index = 0; index < LIVE; index += 1) {
      await commit(index, index)
      await sleep(Math.max(0, begun + ((index + 1) * 1000) / A_SECOND - performance.now()))
    }
    await until(() => arrived.size === LIVE, 30_000)
    const steady = figuresOf(waits())
    const load = loadavg()[0]!.toFixed(1)
    committed.clear()
    arrived.clear()
    for (let index = 0; index < LIVE; index += 1) await commit(index, LIVE + index)
    await until(() => arrived.size === LIVE, 2 * BURST_SECONDS * 1000)
    const burst = figuresOf(waits())
    return [
      {
        name: `live p95 from commit to arrival beside a dead address, ${LIVE} live ones, ${A_SECOND} + ${A_SECOND / DEAD_EVERY} events a second (load of the machine ${load}), below 2 s`,
        value: `${steady.p95.toFixed(2)} s (p50 ${steady.p50.toFixed(2)} s, longest ${steady.most.toFixed(2)} s)`,
        holds: steady.p95 < 2,
      },
      {
        name: `the same ${LIVE} and 100 for the dead one in one moment, at 20 a second: the last after, below ${BURST_SECONDS.toFixed(0)} s`,
        value: `${burst.most.toFixed(1)} s (p50 ${burst.p50.toFixed(1)} s)`,
        holds: burst.most < BURST_SECONDS,
      },
      {
        name: 'requests at the dead one at once, at most 2',
        value: `${most} (${dead.requests.length} in all)`,
        holds: most <= 2,
      },
    ]
  } finally {
    await Promise.all([dead.close(), live.close()])
    await running.stop()
  }
}

/** In seconds. */
function figuresOf(waits: readonly number[]) {
  const sorted = [...waits].sort((a, b) => a - b).map((ms) => ms / 1000)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!
  return { p50: at(0.5), p95: at(0.95), most: sorted.at(-1)! }
}
