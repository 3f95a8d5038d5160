import { setTimeout as sleep } from 'node:timers/promises'
import type { NetworkPolicy } from '../../../server/config.ts'
import type { Outside } from '../../../server/context.ts'
import { startServer } from '../../../server/start.ts'
import { createClock } from '../../support/clock.ts'
import { testConfig, testServer } from '../../support/server.ts'
import { createRandom } from '../part.ts'

interface Options {
  readonly network?: Partial<NetworkPolicy>
  readonly lookup?: Outside['lookup']
  readonly seed?: number
}

/** Names that end with `.test` resolve to this machine. */
export const onThisMachine: Outside['lookup'] = async (name) => {
  if (name.endsWith('.test')) return [{ address: '127.0.0.1', family: 4 }]
  throw Object.assign(new Error(`${name} is not known here`), { code: 'ENOTFOUND' })
}

/** The address of a named host on a port of this machine: each name is a separate host. */
export const hookAt = (host: string | number, port: number): string =>
  `http://host-${host}.test:${port}/hook`

/** A server in this process on a stopped clock that is advanced by hand. */
export async function openScene({ network, lookup = onThisMachine, seed = 1 }: Options) {
  const clock = createClock('2026-03-01T12:00:00Z')
  const random = createRandom(seed)
  const randomBytes = (length: number) =>
    Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
  const running = await startServer(
    testConfig({ network: { policy: 'desktop', allowPrivate: [], ...network } }),
    { ...clock.outside, lookup, randomBytes },
  )
  const server = testServer(running)
  return { ...server, clock, [Symbol.asyncDispose]: running.stop }
}

export type Scene = Awaited<ReturnType<typeof openScene>>

/** Time without progress on due deliveries after which the rate limit must be the cause, ms. */
const STUCK_MS = 100

/** Step by which the clock is then advanced, ms. */
const STEP_MS = 100

/** Lets everything due be attempted; advances the clock slightly when the rate limit requires it. */
export async function settle({ context: { db }, clock }: Scene, stuckMs = STUCK_MS): Promise<void> {
  const due = db
    .prepare<[number], number>(
      "SELECT count(*) FROM webhook_deliveries WHERE status = 'pending' AND next_attempt_at <= ?",
    )
    .pluck()
  const dueNow = () => due.get(clock.outside.now().getTime())!
  let since = performance.now()
  for (let before = dueNow(); before > 0; ) {
    await sleep(1)
    const now = dueNow()
    if (now !== before) since = performance.now()
    else if (performance.now() - since > stuckMs) {
      await clock.jump(STEP_MS)
      since = performance.now()
    }
    before = now
  }
}

/** Advances time from one attempt to the next. */
export async function runFor(scene: Scene, ms: number, stuckMs = STUCK_MS): Promise<void> {
  const { context, clock } = scene
  const next = context.db
    .prepare<[], number | null>(
      "SELECT min(next_attempt_at) FROM webhook_deliveries WHERE status = 'pending'",
    )
    .pluck()
  const now = () => clock.outside.now().getTime()
  const end = now() + ms
  for (;;) {
    await settle(scene, stuckMs)
    const at = Math.min(next.get() ?? end, end)
    await clock.jump(Math.max(at - now(), 0))
    if (now() >= end) break
  }
  await settle(scene, stuckMs)
}

/** Polls, in real time, until a condition holds. */
export async function until(isSo: () => boolean, patienceMs = 60_000): Promise<boolean> {
  for (const begun = performance.now(); !isSo(); await sleep(1))
    if (performance.now() - begun > patienceMs) return false
  return true
}
