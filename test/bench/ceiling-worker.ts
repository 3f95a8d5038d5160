import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createChance } from '../../server/features/demo/chance.ts'
import { type FlowName, flow, type Ground, type Tally } from './flows.ts'

/* The thread that generates load for `ceiling.ts`. */

/** Starts flows, chosen by weight, at a steady pace, whether or not earlier ones have finished. */
export interface Load {
  readonly ground: Ground
  readonly weights: Readonly<Record<FlowName, number>>
  readonly perSecond: number
  readonly ms: number
  readonly seed: number
  /** Operators in the desk, each with an open stream. */
  readonly operators: number
}

const { ground, weights, perSecond, ms, seed, operators } = workerData as Load
const chance = createChance(seed)
const tally: Tally = { requests: [], answers: [], failed: 0 }
const desks = Array.from({ length: operators }, () =>
  get(
    `${ground.url}/api/user/stream`,
    { headers: { authorization: `Bearer ${ground.key}` } },
    (response) => void response.on('error', () => undefined).resume(),
  ).on('error', () => undefined),
)
const begun = performance.now()
const going: Promise<void>[] = []
while (going.length < (ms / 1000) * perSecond) {
  const due = begun + (going.length / perSecond) * 1000
  if (due > performance.now()) await delay(Math.max(0, due - performance.now()))
  going.push(flow(chance.weighted(weights), ground, tally, going.length))
}
const lastedMs = performance.now() - begun
parentPort!.postMessage('begun all')
await Promise.all(going)
for (const desk of desks) desk.destroy()
parentPort!.postMessage({ ...tally, lastedMs })
