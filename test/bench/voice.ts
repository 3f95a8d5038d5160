import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { WebSocket } from 'ws'
import { VOICE_SOCKET } from '#contracts/voice-frames.ts'
import { startVisitorCall } from '#contracts/web-calls.ts'
import { type Clients, clientsOf, KEY } from '../support/server.ts'
import { speakTones } from '../support/tone-service.ts'
import { createVisitor } from '../support/visitor.ts'
import { startPlaying } from '../support/voice-player.ts'
import { quantile, serve } from './process.ts'
import type { Report, Row } from './report.ts'
import { saturated, watchResources } from './resources.ts'
import { inBrowser } from './voice-browser.ts'

interface VoiceOptions {
  readonly folder: string
  readonly server: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly report: Report
}

interface VoiceBench extends VoiceOptions {
  /** Length of the concurrent calls. */
  readonly seconds: number
}

const SIZES = [1, 50]

/** Silence that ends a turn in these calls, ms; it is not counted as Parley's own time. */
const WINDOW_MS = 200

/** Interval between messages of the visitor who writes during the calls, ms. */
const WRITES_EVERY_MS = 200

/** Concurrent calls with services that respond instantly, and a visitor who writes meanwhile. */
export async function voice(options: VoiceBench): Promise<void> {
  const { folder, server, env, report, seconds } = options
  await using service = await startTones()
  const parley = await serve(server, {
    ...env,
    PARLEY_DATA_DIR: path.join(folder, 'voice'),
    PARLEY_API_KEY: KEY,
    PARLEY_ALLOW_PRIVATE: service.address,
  })
  const clients = clientsOf(parley.url)
  await speakTones(clients, service.baseUrl)
  const columns: (Column & { readonly core: number })[] = []
  for (const size of SIZES) {
    const stop = watchResources(parley)
    const column = await together(clients, size, seconds * 1000)
    columns.push({ ...column, core: stop().cpu / size })
  }
  const { loops, silences } = await inBrowser(parley.url)
  await parley.stop()
  const row = (
    name: string,
    pick: (column: (typeof columns)[number]) => string,
  ): [string, ...string[]] => [name, ...columns.map(pick)]
  const pair = (values: readonly number[]) =>
    values.length === 0
      ? '–'
      : `${quantile(values, 0.5).toFixed(0)} / ${quantile(values, 0.95).toFixed(0)}`
  report(`calls at once, ${seconds} s, no time of services`, [
    ['', ...SIZES.map(String)],
    row('turns', ({ answers }) => String(answers.length)),
    row(`end of the words → first sound without the window of ${WINDOW_MS}, p50 / p95, ms`, (one) =>
      pair(one.answers),
    ),
    row('end of turn decided → first frame, p50 / p95, ms (2 / 8)', (one) => pair(one.decided)),
    row('spoken over → silent, p50 / p95, ms', ({ silences }) => pair(silences)),
    row('between two frames, p99, ms (40)', (one) => quantile(one.intervals, 0.99).toFixed(0)),
    row('nothing to play in mid-sentence, times (0)', ({ gaps }) => String(gaps)),
    row('a message beside them, p50 / p95, ms (p95 < 150)', ({ writes }) => pair(writes)),
    row('of a core for each call', ({ core }) => `${(core * 100).toFixed(1)} %`),
    row('refused or failed calls (0)', ({ failed }) => String(failed)),
  ])
  report('one call in Chromium, ms p50 / p95', [
    ['server → loudspeaker → microphone → server (30 / 50)', pair(loops)],
    ['`clear` sent → silence at the output (20 / 30)', pair(silences)],
  ])
}

interface Tones {
  readonly address: string
  readonly baseUrl: string
}

/** Starts the speech services in a thread of their own, so that their work does not delay the callers. */
async function startTones() {
  const worker = new Worker(new URL('./tone-worker.ts', import.meta.url))
  const [tones]: Tones[] = await once(worker, 'message')
  return { ...tones!, [Symbol.asyncDispose]: async () => void (await worker.terminate()) }
}

/** Numbers of calls to try when searching for the ceiling; `LIMITS.callsAtOnce` is the maximum. */
const CEILING_SIZES = [10, 20, 35, 50]
const CEILING_MS = 12_000

/** Growing numbers of concurrent calls, and the machine's resources used by them. */
export async function callsAtOnce({ folder, server, env, report }: VoiceOptions): Promise<void> {
  await using service = await startTones()
  const p95 = (values: readonly number[]) =>
    values.length === 0 ? '-' : quantile(values, 0.95).toFixed(0)
  const rows: Row[] = [
    [
      'calls at once',
      'first sound p95',
      'message beside p95',
      'gaps',
      'failed',
      'loop',
      'starved',
      'used up',
    ],
  ]
  for (const size of CEILING_SIZES) {
    // A line stays busy for a while after a call, so each size has its own server.
    const parley = await serve(server, {
      ...env,
      PARLEY_DATA_DIR: path.join(folder, `ceiling-calls-${size}`),
      PARLEY_API_KEY: KEY,
      PARLEY_ALLOW_PRIVATE: service.address,
    })
    const clients = clientsOf(parley.url)
    await speakTones(clients, service.baseUrl)
    const stop = watchResources(parley)
    const { answers, writes, gaps, failed } = await together(clients, size, CEILING_MS)
    const spent = stop()
    await parley.stop()
    const shares = [spent.loop, spent.starved].map((share) => `${(share * 100).toFixed(0)} %`)
    const counts = [gaps, failed].map(String)
    rows.push([String(size), p95(answers), p95(writes), ...counts, ...shares, saturated(spent)])
  }
  report(`ceiling: calls at once, ms (first sound without the window of ${WINDOW_MS})`, rows)
}

interface Column {
  readonly answers: number[]
  readonly writes: number[]
  /** From the message that the assistant is thinking to the first frame of its answer. */
  readonly decided: number[]
  /** From the first word over the assistant to its silence. */
  readonly silences: number[]
  readonly intervals: number[]
  gaps: number
  failed: number
}

async function together(clients: Clients, size: number, ms: number): Promise<Column> {
  const column: Column = {
    answers: [],
    writes: [],
    decided: [],
    silences: [],
    intervals: [],
    gaps: 0,
    failed: 0,
  }
  const until = performance.now() + ms
  const calls = Array.from({ length: size }, async (_, index) => {
    // Staggers the starts of the calls.
    await delay((index / size) * 3000)
    await talk(clients, until, column).catch(() => {
      column.failed += 1
    })
  })
  await Promise.all([...calls, write(clients, until, column)])
  return column
}

/** Number of turns after which the caller speaks over the answer. */
const INTERRUPTS_EVERY = 4

/** Says something whenever the assistant has finished, and occasionally earlier. */
async function talk(clients: Clients, until: number, column: Column): Promise<void> {
  const { url } = clients
  const visitor = await createVisitor(clients)
  const call = clients.as({ authorization: `Bearer ${visitor.token}`, origin: url })
  const caller = await startPlaying({
    ticket: async () =>
      (await call(startVisitorCall, { params: { uuid: visitor.conversationId } })).ticket,
    open() {
      const address = url.replace('http', 'ws') + VOICE_SOCKET.path
      return new WebSocket(address, VOICE_SOCKET.protocol, { origin: url })
    },
  })
  let heard = 0
  let turns = 0
  while (performance.now() < until && !caller.has('ended')) {
    if (caller.of('heard').length === heard) {
      await delay(20)
      continue
    }
    heard = caller.of('heard').length
    const known = caller.begunAt.size
    caller.speak('hello')
    while (caller.isSpeaking()) await delay(5)
    const spoken = performance.now()
    while (caller.begunAt.size === known && performance.now() < until) await delay(5)
    const begun = [...caller.begunAt.values()][known]
    if (begun === undefined) break
    column.answers.push(begun - spoken - WINDOW_MS)
    column.decided.push(begun - thinkingSince(caller))
    turns += 1
    if (turns % INTERRUPTS_EVERY === 0) await interrupt(caller, until, column)
    heard = caller.of('heard').length
  }
  if (caller.has('ended')) column.failed += 1
  column.gaps += caller.gaps()
  for (const each of caller.intervals) column.intervals.push(each)
  caller.hangUp()
  caller.end()
}

type Caller = Awaited<ReturnType<typeof startPlaying>>

/** Time at which the assistant last started to think. */
function thinkingSince({ told, toldAt }: Caller): number {
  const at = told.findLastIndex((one) => one.type === 'state' && one.state === 'thinking')
  return toldAt[at]!
}

/** Speaks over the assistant, and waits until it answers the interruption. */
async function interrupt(caller: Caller, until: number, { silences }: Column): Promise<void> {
  await delay(200)
  const known = caller.begunAt.size
  const said = caller.told.length
  const begun = performance.now()
  caller.speak('stop it please, say something else')
  while (caller.begunAt.size === known && performance.now() < until) await delay(5)
  const at = caller.told.findIndex(
    ({ type }, index) => index >= said && (type === 'pause' || type === 'clear'),
  )
  if (at !== -1) silences.push(caller.toldAt[at]! - begun)
}

async function write(clients: Clients, until: number, { writes }: Column): Promise<void> {
  const visitor = await createVisitor(clients)
  while (performance.now() < until) {
    const begun = performance.now()
    await visitor.say('hello')
    writes.push(performance.now() - begun)
    await delay(WRITES_EVERY_MS)
  }
}
