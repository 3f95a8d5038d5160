import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Figure, mustBe } from '../part.ts'
import { type Books, openBooks, sendAgain, typeAll } from './books.ts'
import { begin } from './life.ts'
import type { Replayed, ReplayTask, Waits } from './replays.ts'
import { notRun, whyNoStrace } from './strace.ts'
import { STRACE } from './trace.ts'

/** Number of processes in the trace: each finds what the previous one wrote and never synced. */
const LIVES = 3
const LIFE_MS = 2500
const SENDERS = 4
/** Threads, each with a part of the cuts. */
const LANES = 2
const CONTROL_CUTS = 200

interface Recorded extends Pick<ReplayTask, 'traces' | 'folder' | 'database'> {
  readonly books: Books
}

/** I2: what a server did to its disk is recorded, and the power fails at random points of the record. */
export async function powerCutFigures(
  seed: number,
  folder: string,
  cuts: number,
): Promise<Figure[]> {
  const why = whyNoStrace()
  if (why) return [notRun('power cuts', why)]
  const recorded = await record(path.join(folder, 'power'))
  const memory = mkdtempSync(
    path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'parley-cuts-'),
  )
  try {
    const run = (waits: Waits, count: number) => replayAll(recorded, { waits, seed, memory }, count)
    const all = await run('all', cuts)
    const normal = await run('normal', CONTROL_CUTS)
    const none = await run('none', CONTROL_CUTS)
    return figures(recorded, { all, normal, none })
  } finally {
    rmSync(memory, { recursive: true, force: true })
  }
}

/** Processes under strace that are killed, and a final one that is stopped. */
async function record(folder: string): Promise<Recorded> {
  mkdirSync(folder)
  const own = path.join(folder, 'data')
  const first = await begin({ folder: own })
  const books = await openBooks(first, SENDERS)
  await first.end('SIGTERM')
  const database = path.join(folder, 'before.db')
  copyFileSync(path.join(own, 'parley.db'), database)
  const traces: string[] = []
  for (let count = 1; count <= LIVES; count += 1) {
    const trace = path.join(folder, `trace-${count}`)
    traces.push(trace)
    const life = await begin({ folder: own, under: [...STRACE, '-o', trace] })
    await sendAgain(life, books)
    const stop = typeAll(life, books)
    await sleep(LIFE_MS)
    if (count === LIVES) await stop()
    await life.end(count === LIVES ? 'SIGTERM' : 'SIGKILL')
    await stop()
  }
  return { traces, folder: own, database, books }
}

async function replayAll(
  { traces, folder, database, books }: Recorded,
  { waits, seed, memory }: { waits: Waits; seed: number; memory: string },
  cuts: number,
): Promise<Replayed> {
  const lanes = await Promise.all(
    Array.from({ length: LANES }, (_, lane) =>
      replayApart({
        traces,
        folder,
        database,
        acknowledged: books.acknowledged,
        seed: seed * LANES + lane,
        cuts: cuts / LANES,
        waits,
        scratch: path.join(memory, `lane-${lane}`),
      }),
    ),
  )
  const sum = (of: (one: Replayed) => number) => lanes.reduce((total, one) => total + of(one), 0)
  return {
    ...lanes[0]!,
    cuts: sum((one) => one.cuts),
    cutsWithLoss: sum((one) => one.cutsWithLoss),
    mostLost: Math.max(...lanes.map((one) => one.mostLost)),
    unsound: sum((one) => one.unsound),
  }
}

function replayApart(task: ReplayTask): Promise<Replayed> {
  const { promise, resolve, reject } = Promise.withResolvers<Replayed>()
  const worker = new Worker(path.join(import.meta.dirname, 'replays.ts'), { workerData: task })
  worker.once('message', resolve)
  worker.once('error', reject)
  return promise
}

function figures(
  { folder, books }: Recorded,
  { all, normal, none }: Record<Waits, Replayed>,
): Figure[] {
  const isSame = readFileSync(path.join(folder, 'parley.db')).equals(
    all.end['parley.db'] ?? Buffer.of(),
  )
  const { size } = books.acknowledged
  return [
    mustBe(
      `power cuts: messages acknowledged, and those of them in the trace`,
      `${size}, ${all.answers}`,
      `${size}, ${size}`,
    ),
    mustBe(
      'power cuts: the database that the trace ends with is the real one, byte by byte',
      isSame ? 'yes' : 'no',
      'yes',
    ),
    mustBe(`power cuts, ${all.cuts}: those that lost what was acknowledged`, all.cutsWithLoss, 0),
    mustBe(`power cuts, ${all.cuts}: databases that do not open or are damaged`, all.unsound, 0),
    {
      name: `power cuts, a control that must lose: ${normal.cuts} with the waits of synchronous=NORMAL, with losses (most messages in one), damaged`,
      value: `${normal.cutsWithLoss} (${normal.mostLost}), ${normal.unsound}`,
      holds: normal.cutsWithLoss > 0 && normal.unsound === 0,
    },
    {
      name: `power cuts, a control that must break: ${none.cuts} with no wait at all, with losses or damaged`,
      value: `${none.cutsWithLoss} and ${none.unsound}`,
      holds: none.cutsWithLoss + none.unsound > 0,
    },
  ]
}
