import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { LIMITS, scaled } from '../../../server/limits.ts'
import { clientsOf } from '../../support/server.ts'
import { BUILT, startProcess } from '../../support/server-process.ts'
import { createVisitor, starterAssistant } from '../../support/visitor.ts'
import type { Figure, Part } from '../part.ts'

/** Duration of every wave, ms. */
const WAVE_MS = 60_000

/** Sources of a flood: number of visitors and of addresses. */
const WAVES = [
  { name: 'one visitor', visitors: 1, addresses: 1, budget: 'visitorBytes' },
  { name: '1,000 visitors of one address', visitors: 1000, addresses: 1, budget: 'addressBytes' },
  { name: '1,000 addresses', visitors: 1000, addresses: 1000, budget: 'assistantBytes' },
] as const

/** Figures that a flood must not degrade. */
const HEALTH_MS = 50
const REPLY_MS = 150
const MEMORY_MB = 400

export interface FloodPlan {
  readonly url: string
  readonly assistantId: string
  readonly sources: readonly {
    readonly address: string
    readonly token: string
    readonly conversationId: string
  }[]
  readonly lastsMs: number
}

/** Number of responses to a flood, by status. */
export type FloodResult = Readonly<Record<number, number>>

/** Floods a real server process with its usual limits, and measures the service left for everyone else. */
export const floodPart: Part = async ({ folder }) => {
  const figures: Figure[] = []
  for (const wave of WAVES) {
    figures.push(...(await flood(path.join(folder, String(figures.length)), wave)))
  }
  return figures
}

async function flood(dataDir: string, wave: (typeof WAVES)[number]): Promise<Figure[]> {
  // Behind a proxy that reports the caller, with its usual limits.
  const env = { PARLEY_TRUSTED_PROXIES: 'loopback', PARLEY_LIMITS_SCALE: '1' }
  const server = startProcess({ dataDir, main: BUILT, env })
  try {
    const url = await server.ready
    const pid = server.child.pid!
    const clients = clientsOf(url)
    const assistant = await starterAssistant(clients)
    const sources = await visitorsOf(url, assistant.uuid, wave)
    const { conversationId } = await createVisitor(clients)
    const before = bytesIn(dataDir)
    const plan: FloodPlan = { url, assistantId: assistant.uuid, sources, lastsMs: WAVE_MS }
    const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: plan })
    const over = once(worker, 'message') as Promise<[FloodResult]>
    const isOver = pause(WAVE_MS, true)
    const [health, replies, memory] = await Promise.all([
      timed(isOver, 100, () => fetch(`${url}/health`).then((answer) => answer.arrayBuffer())),
      timed(isOver, 500, () =>
        clients.call(replyToConversation, {
          params: { uuid: conversationId },
          body: { client_id: crypto.randomUUID(), content: 'We are here.' },
        }),
      ),
      peakMemory(isOver, pid),
    ])
    const [statuses] = await over
    await clients.call(getConversation, { params: { uuid: conversationId } })
    const growth = bytesIn(dataDir) - before
    const budget = scaled(1)[wave.budget].max
    const at = (times: number[], share: number) => times[Math.floor(times.length * share)]!
    return [
      {
        name: `${wave.name}: what came back`,
        value: Object.entries(statuses)
          .map(([status, count]) => `${status}: ${count}`)
          .join(', '),
        holds: Object.keys(statuses).every((status) => Number(status) < 500),
      },
      {
        name: `${wave.name}: the data folder grows by`,
        value: `${mb(growth)} MB of ${mb(budget)} a day`,
        holds: growth <= budget + LIMITS.walBytes,
      },
      {
        name: `${wave.name}: /health`,
        value: `p50 ${at(health, 0.5).toFixed(1)} ms, p99 ${at(health, 0.99).toFixed(1)} ms of ${health.length}`,
        holds: at(health, 0.99) < HEALTH_MS,
      },
      {
        name: `${wave.name}: an operator’s reply`,
        value: `p50 ${at(replies, 0.5).toFixed(1)} ms, p95 ${at(replies, 0.95).toFixed(1)} ms of ${replies.length}`,
        holds: at(replies, 0.95) < REPLY_MS,
      },
      { name: `${wave.name}: memory`, value: `${mb(memory)} MB`, holds: mb(memory) < MEMORY_MB },
    ]
  } finally {
    server.child.kill('SIGTERM')
    await server.exited
  }
}

const mb = (bytes: number): number => Math.round(bytes / 1024 ** 2)

/** Visitors who signed up from their own addresses, and continue from those of the wave. */
async function visitorsOf(
  url: string,
  assistant_id: string,
  { visitors, addresses }: (typeof WAVES)[number],
): Promise<FloodPlan['sources']> {
  const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
  const made: FloodPlan['sources'][number][] = []
  for (let index = 0; index < visitors; index += 1) {
    const send = async (target: string, body: object, token?: string) => {
      const answer = await fetch(`${url}/api${target}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': addressOf(index + 1),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as { token: string; id: string }
    }
    const { token } = await send('/widget/session', { assistant_id })
    const { id } = await send('/widget/conversations', { client_id: crypto.randomUUID() }, token)
    const address = addressOf(addresses === 1 ? 100_000 : index + 1)
    made.push({ address, token, conversationId: id })
  }
  return made
}

/** Repeats something, and returns the duration of each repetition, ms, sorted. */
async function timed(
  isOver: Promise<boolean>,
  everyMs: number,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  let isGoingOn = true
  void isOver.then(() => {
    isGoingOn = false
  })
  while (isGoingOn) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
    await pause(everyMs)
  }
  return times.sort((one, other) => one - other)
}

/** Peak memory of a process, bytes. */
async function peakMemory(isOver: Promise<boolean>, pid: number): Promise<number> {
  let peak = 0
  const look = setInterval(() => {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    peak = Math.max(peak, Number(pages) * 4096)
  }, 200)
  await isOver
  clearInterval(look)
  return peak
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => {
      try {
        return sum + statSync(path.join(entry.parentPath, entry.name)).size
      } catch {
        // Deleted meanwhile.
        return sum
      }
    }, 0)
}
