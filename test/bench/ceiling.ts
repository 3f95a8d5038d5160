import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { listAssistants } from '../../server/contracts/assistants.ts'
import { createClient } from '../../server/contracts/client.ts'
import { useHostedModel } from '../support/hosted-model.ts'
import type { Load } from './ceiling-worker.ts'
import type { Ground, Tally } from './flows.ts'
import { drawnMixes, MIXES, type Mix, visitorsADay } from './mixes.ts'
import { quantile, type Served, serve } from './process.ts'
import type { Report, Row } from './report.ts'
import { type Spent, saturated, watchResources } from './resources.ts'
import { callsAtOnce } from './voice.ts'
import { openWriter } from './writes.ts'

/** Length of each load, ms. */
const STEP_MS = 4000
const OPERATORS = 20
/** Conversations that operators have taken over. */
const TAKEN = 60
const MOST_STEPS = 8
/** Expected share of event-loop time that a server alone on its machine uses before responses queue. */
const ALONE = 0.8
/** Share of time spent waiting for a processor above which a load is retried. */
const STARVED = 0.3
/**
 * Maximum response time of requests at the ceiling, p95, and maximum delay from a message to the start of its
 * answer, ms.
 */
const REQUEST_MS = 200
const ANSWER_MS = 2000

interface CeilingOptions {
  readonly folder: string
  readonly server: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly key: string
  readonly seed: number
  readonly report: Report
}

/** One load and its result. */
interface Step extends Tally {
  readonly perSecond: number
  readonly spent: Spent
}

/** The highest load of each mix that one server handles in time, and the resource that is exhausted first. */
export async function ceiling(options: CeilingOptions): Promise<void> {
  const { report, seed } = options
  const head: Row = [
    '',
    'flows/s',
    'p95, ms',
    'then',
    'answers p95',
    'loop each, ms',
    'alone, flows/s',
    'loop',
    'disk',
    'starved',
    'MB',
    'first used up',
    'visitors a day',
  ]
  const rowsOf = async (mixes: readonly Mix[]) => {
    const rows: Row[] = [head]
    for (const mix of mixes) rows.push(rowOf(mix, await climb(mix, options)))
    return rows
  }
  report('ceiling: mixes known while tuning', await rowsOf(MIXES))
  report(`ceiling: mixes drawn from seed ${seed}`, await rowsOf(drawnMixes(seed)))
  await callsAtOnce(options)
}

/** Doubles the load until it is too much, then bisects. */
async function climb(mix: Mix, options: CeilingOptions): Promise<Step[]> {
  await using model = await startModel()
  const served = await serve(options.server, {
    ...options.env,
    PARLEY_DATA_DIR: path.join(options.folder, `ceiling-${mix.name.replaceAll(/\W+/g, '-')}`),
    ...(mix.hasOutsideModel && { PARLEY_LLM_URL: model.url, PARLEY_LLM_MODEL: 'outside' }),
  })
  try {
    const ground = await prepare(served, mix, options.key)
    return await search(mix, (perSecond) => run(served, mix, ground, perSecond))
  } finally {
    await served.stop()
  }
}

async function search(mix: Mix, tryOut: (perSecond: number) => Promise<Step>): Promise<Step[]> {
  const steps: Step[] = []
  let [good, bad] = [0, Number.POSITIVE_INFINITY]
  let next = mix.from
  while (steps.length < MOST_STEPS && bad / Math.max(good, 1) > 1.2) {
    let step = await tryOut(Math.round(next))
    // If other processes had the processor, the load may not have been too much.
    if (!isInTime(step) && step.spent.starved > STARVED) {
      await delay(1000)
      step = await tryOut(Math.round(next))
    }
    steps.push(step)
    if (isInTime(step)) good = Math.max(good, next)
    else bad = next
    next = Number.isFinite(bad) ? (good + bad) / 2 : good * 2
    await delay(1000)
  }
  return steps
}

function isInTime({ requests, answers, failed }: Step): boolean {
  const isSoon = answers.length === 0 || quantile(answers, 0.95) < ANSWER_MS
  return failed === 0 && isSoon && requests.length > 0 && quantile(requests, 0.95) < REQUEST_MS
}

function rowOf(mix: Mix, steps: readonly Step[]): Row {
  const by = [...steps].sort((a, b) => a.perSecond - b.perSecond)
  const best = by.filter(isInTime).at(-1)
  const over = by.find((step) => !isInTime(step) && step.perSecond > (best?.perSecond ?? 0))
  if (!best) return [mix.name, 'none']
  const p95 = (times: readonly number[]) =>
    times.length === 0 ? '-' : quantile(times, 0.95).toFixed(0)
  const { spent } = over ?? best
  return [
    mix.name,
    String(best.perSecond),
    p95(best.requests),
    over
      ? `${p95(over.requests)} at ${over.perSecond}${over.failed ? `, ${over.failed} failed` : ''}`
      : '-',
    p95(best.answers),
    ((best.spent.loop / best.perSecond) * 1000).toFixed(2),
    ((ALONE * best.perSecond) / best.spent.loop).toFixed(0),
    ...[spent.loop, spent.disk, spent.starved].map((share) => `${(share * 100).toFixed(0)} %`),
    spent.megabytes.toFixed(0),
    over ? saturated(spent) : '-',
    `${Math.round(visitorsADay(mix, best.perSecond) / 1000).toLocaleString('en')},000`,
  ]
}

/** Loads a server for a while. Its resources are those used while flows were being started. */
function run(served: Served, mix: Mix, ground: Ground, perSecond: number): Promise<Step> {
  const operators = mix.weights.exchange > 0 ? OPERATORS : 0
  const load: Load = { ground, weights: mix.weights, perSecond, ms: STEP_MS, seed: 1, operators }
  const worker = new Worker(new URL('./ceiling-worker.ts', import.meta.url), { workerData: load })
  const stop = watchResources(served)
  let spent: Spent | undefined
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message: 'begun all' | Tally) => {
      if (message === 'begun all') spent = stop()
      else resolve({ ...message, perSecond, spent: spent! })
    })
  })
}

async function prepare(served: Served, mix: Mix, key: string): Promise<Ground> {
  const headers = { authorization: `Bearer ${key}` }
  const call = createClient({ origin: served.url, headers })
  const assistant = (await call(listAssistants)).data[0]!
  const taken = []
  while (mix.weights.exchange > 0 && taken.length < TAKEN) {
    const { path: messages, token } = await openWriter(served.url, headers)
    taken.push({ id: messages.split('/').at(-2)!, token })
  }
  if (mix.hasOutsideModel) await useHostedModel({ call })
  return { url: served.url, key, assistantId: assistant.uuid, taken }
}

/** Time to the first token of the external model, ms, and between two of its twenty words. */
const FIRST_TOKEN_MS = 300
const WORD_MS = 20

/** An external model on loopback with the OpenAI API. */
async function startModel() {
  const server = createServer(async (request, response) => {
    request.resume()
    const chunk = (delta: object, finish_reason: string | null = null) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'outside', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
    response.on('error', () => undefined)
    await delay(FIRST_TOKEN_MS)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (let word = 0; word < 20; word += 1) {
      response.write(chunk({ content: 'word ' }))
      await delay(WORD_MS)
    }
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
