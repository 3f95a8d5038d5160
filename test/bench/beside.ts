import { randomUUID } from 'node:crypto'
import type { Comparison } from './compare.ts'
import { eventLatencies } from './latency.ts'
import { requestsPerSecond } from './load.ts'
import { quantile, serve } from './process.ts'
import { openWriter } from './writes.ts'

/** Commands and settings of both servers, and the duration of the measurement. */
export interface Sides {
  readonly server: readonly string[]
  readonly floor: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly authorization: { readonly authorization: string }
  readonly rounds: number
  /** Length of a round under load, ms. */
  readonly ms: number
}

/** Path of the list that every client requests. */
export const LIST = '/api/user/conversations'

/** Events per round: enough for a 99th percentile. */
const EVENTS = 300

/** Time from spawn to the first response. */
export async function ready({ server, floor, env, rounds }: Sides): Promise<Comparison[]> {
  const time = async (args: readonly string[], path: string) => {
    const begun = performance.now()
    const started = await serve(args, env)
    await fetch(started.url + path)
    const ms = performance.now() - begun
    await started.stop()
    return ms
  }
  const times = { ours: [] as number[], floor: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.floor.push(await time(floor, '/'))
    times.ours.push(await time(server, '/health'))
  }
  const name = 'ready, spawn to the first 200, ms'
  return [{ name, ...times, goal: 3, better: 'less', digits: 0 }]
}

/** The list that every client requests, each time with a new URL, so that no response comes from a cache. */
export async function list(sides: Sides): Promise<Comparison[]> {
  const { server, floor, env, authorization, rounds, ms } = sides
  const [bare, parley] = [await serve(floor), await serve(server, env)]
  let asked = 0
  const path = () => `${LIST}?asked=${(asked += 1)}`
  const load = { connections: 32, ms, path }
  const figures = { ours: [] as number[], floor: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    figures.floor.push(await requestsPerSecond({ ...load, url: bare.url }))
    figures.ours.push(await requestsPerSecond({ ...load, url: parley.url, headers: authorization }))
  }
  await Promise.all([bare.stop(), parley.stop()])
  const name = 'list of 15 rows of 1,000, uncached, 32 connections, requests/s'
  return [{ name, ...figures, goal: 0.2, better: 'more', digits: 0 }]
}

/** Delivery of a visitor's message to the desk. */
export async function stream(sides: Sides): Promise<Comparison[]> {
  const { server, floor, env, authorization, rounds } = sides
  const [bare, parley] = [await serve(floor), await serve(server, env)]
  const post = (url: string, headers: Record<string, string>, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }).then((response) => response.arrayBuffer())
  const { path: messages, token } = await openWriter(parley.url, authorization)
  const targets = {
    floor: {
      streamUrl: `${bare.url}/stream`,
      send: (content: string) => post(`${bare.url}/send`, {}, { content }),
    },
    ours: {
      streamUrl: `${parley.url}/api/user/stream`,
      streamHeaders: authorization,
      send: (content: string) =>
        post(
          parley.url + messages,
          { authorization: `Bearer ${token}` },
          { client_id: randomUUID(), content },
        ),
    },
  }
  const warm: { readonly ours: number[]; readonly floor: number[] }[] = []
  for (let round = 0; round < rounds + 1; round += 1) {
    const floorTimes = await eventLatencies(targets.floor, EVENTS)
    const ourTimes = await eventLatencies(targets.ours, EVENTS)
    // The first round is a warm-up for both.
    if (round > 0) warm.push({ floor: floorTimes, ours: ourTimes })
  }
  await Promise.all([bare.stop(), parley.stop()])
  const at = (name: string, share: number, goal: number): Comparison => ({
    name: `a visitor’s POST to the operator’s event, ${name}, ms`,
    ours: warm.map(({ ours }) => quantile(ours, share)),
    floor: warm.map(({ floor: times }) => quantile(times, share)),
    goal,
    better: 'less',
    digits: 2,
  })
  return [at('p50', 0.5, 1.6), at('p99', 0.99, 2)]
}
