import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Db, openDb } from '../../server/db/open.ts'
import { drawnCases, type ListCase, listCases, pathOf } from './list-cases.ts'
import { commitTime, copyOf, differences, writesTo, writeTime } from './list-writes.ts'
import { requestsPerSecond, responseTimes } from './load.ts'
import { figure, median, type Served, serve } from './process.ts'
import type { Report, Row } from './report.ts'
import { seededFolder } from './seeded-folder.ts'
import { besideWriting, type SteadyWriting } from './steady-writer.ts'
import { openWriter } from './writes.ts'

/*
 * The cost of lists at 1 k, 100 k and 1 M rows (`--rows 5000000`: 5 M): over HTTP on one connection, relative
 * to bare node:http, and for the writes that maintain them.
 */

const SMALLEST = 1000
const ROUNDS = 7
/** Requests for one figure of one round. */
const REQUESTS = 60
/** Default number of rows per page. */
const PER_PAGE = 15
/** Number of held-out cases, a third of all, and of the candidates they are chosen from. */
const DRAWN = 10
const CANDIDATES = 200
const KEY = '1|key-of-the-bench'
const headers = { authorization: `Bearer ${KEY}` }

interface Places {
  /** A temporary folder, deleted after the benchmark. */
  readonly folder: string
  /** Commands for the built server, and for the floor with a file of bytes. */
  readonly server: readonly string[]
  readonly floor: (bytes: string) => readonly string[]
  readonly report: Report
  /** Generates the held-out cases. */
  readonly seed: number
  /** Rows of the longest lists. */
  readonly rows: number
}

/** Messages per second written to each server while lists are requested. */
const WRITTEN = 20

/** Runs the whole part. */
export async function lists(places: Places): Promise<void> {
  const folders = new Map<number, string>()
  for (const size of [SMALLEST, places.rows / 10, places.rows])
    folders.set(size, await seededFolder(env, size, path.join(places.folder, `lists-${size}`)))
  const servers = new Map<number, Served>()
  for (const [size, dataDir] of folders) servers.set(size, await serve(places.server, env(dataDir)))
  const known = new Map([...folders].map(([size, dataDir]) => [size, inFolder(dataDir, listCases)]))
  const drawn = new Map(
    [...folders].map(([size, dataDir]) => [size, inFolder(dataDir, drawnFrom(places.seed))]),
  )
  try {
    await pages(places, servers, known, 'known while tuning')
    await pages(places, servers, await bigEnough(servers, drawn), `drawn from seed ${places.seed}`)
    const beside = `known, beside ${WRITTEN} messages a second`
    await besideWriting(await writersOf(servers), () => pages(places, servers, known, beside))
    await shares(places, servers)
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()))
  }
  writes(places, databaseOf(folders.get(places.rows)!))
}

const env = (dataDir: string) => ({
  PARLEY_PORT: '0',
  PARLEY_DATA_DIR: dataDir,
  PARLEY_LIMITS_SCALE: '1000000',
  PARLEY_API_KEY: KEY,
})

const databaseOf = (dataDir: string) => path.join(dataDir, 'parley.db')

function inFolder<result>(dataDir: string, work: (db: Db) => result): result {
  const db = openDb(databaseOf(dataDir))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const drawnFrom = (seed: number) => (db: Db) =>
  drawnCases(seed, CANDIDATES).map((drawn): ListCase => {
    const path = pathOf(db, drawn)
    const { list, ...filters } = drawn
    return { name: `${list}: ${Object.entries(filters).flat().join(' ') || 'none'}`, path }
  })

/** A visitor of each server, who writes continuously. */
const writersOf = (servers: ReadonlyMap<number, Served>): Promise<SteadyWriting[]> =>
  Promise.all(
    [...servers.values()].map(async ({ url }) => {
      const writer = await openWriter(url, headers)
      return { ...writer, url, perSecond: WRITTEN }
    }),
  )

/** The first generated cases with two full pages in the smallest database. */
async function bigEnough(
  servers: ReadonlyMap<number, Served>,
  cases: ReadonlyMap<number, readonly ListCase[]>,
): Promise<ReadonlyMap<number, readonly ListCase[]>> {
  const places: number[] = []
  for (const [place, { path }] of cases.get(SMALLEST)!.entries()) {
    if (places.length === DRAWN) break
    const { total } = await read(servers.get(SMALLEST)!.url + path)
    if (total >= 2 * PER_PAGE) places.push(place)
  }
  return new Map([...cases].map(([size, all]) => [size, places.map((place) => all[place]!)]))
}

/** Page 1, the middle and the last page of every case, at every size, one after another in each round. */
async function pages(
  { report }: Places,
  servers: ReadonlyMap<number, Served>,
  cases: ReadonlyMap<number, readonly ListCase[]>,
  origin: string,
): Promise<void> {
  const sizes = [...servers.keys()]
  const rows: Row[] = []
  const worst: number[] = []
  for (const [index, { name }] of cases.get(SMALLEST)!.entries()) {
    const targets = await Promise.all(
      sizes.map(async (size) => {
        const { path } = cases.get(size)![index]!
        const { url } = servers.get(size)!
        const { total } = await read(url + path)
        // Pages with fewer rows are faster and would be misleading.
        const last = Math.max(1, Math.floor(total / PER_PAGE))
        return { url, path, pages: [1, Math.ceil(last / 2), last] }
      }),
    )
    for (const [place, label] of ['page 1', 'middle', 'last full'].entries()) {
      const rounds: number[][] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const times: number[] = []
        for (const { url, path, pages } of targets)
          times.push(await p50(url, `${path}&page=${pages[place]}`))
        rounds.push(times)
      }
      const ratios = sizes
        .slice(1)
        .map((_, number) => rounds.map((times) => times[number + 1]! / times[0]!))
      worst.push(median(ratios.at(-1)!))
      rows.push([
        `${name}, ${label}`,
        median(rounds.map(([first]) => first!)).toFixed(0),
        ...ratios.map((values) => figure(values)),
      ])
    }
  }
  report(
    `cases ${origin}, p50 over HTTP: µs at 1 k rows, then ÷ that at ${sizes.slice(1).join(' and ')}`,
    rows,
  )
  report(`${sizes.at(-1)} ÷ 1 k over all of them, ${origin} (≤ 1.3)`, [
    ['median', median(worst).toFixed(2)],
    ['worst', Math.max(...worst).toFixed(2)],
    ['above 1.3', `${worst.filter((ratio) => ratio > 1.3).length} of ${worst.length}`],
  ])
}

async function read(url: string) {
  const response = await fetch(url, { headers })
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
  return (await response.json()) as { total: number }
}

let serial = 0

/** The median time of some requests, µs; each URL is new, so that no response comes from a cache. */
async function p50(url: string, path: string): Promise<number> {
  const unseen = () => {
    serial += 1
    return `${path}&n=${serial}`
  }
  return median(await responseTimes({ url, path: unseen, headers }, REQUESTS)) * 1000
}

/** Requests per second, compared with a bare server that returns the same bytes. */
async function shares(
  { folder, floor, report, rows }: Places,
  servers: ReadonlyMap<number, Served>,
) {
  const list = '/api/user/conversations'
  const bytes = path.join(folder, 'list-bytes')
  const ours = servers.get(rows)!
  writeFileSync(bytes, Buffer.from(await (await fetch(ours.url + list, { headers })).arrayBuffer()))
  const bare = await serve(floor(bytes))
  const load = { connections: 32, ms: 1500, headers }
  const rounds: { floor: number; kept: number; new1k: number; new1m: number }[] = []
  const unseen = () => {
    serial += 1
    return `${list}?n=${serial}`
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      floor: await requestsPerSecond({ ...load, url: bare.url, path: list }),
      kept: await requestsPerSecond({ ...load, url: ours.url, path: list }),
      new1m: await requestsPerSecond({ ...load, url: ours.url, path: unseen }),
      new1k: await requestsPerSecond({ ...load, url: servers.get(SMALLEST)!.url, path: unseen }),
    })
  }
  await bare.stop()
  const share = (name: 'kept' | 'new1m' | 'new1k') =>
    figure(
      rounds.map((round) => round[name] / round.floor),
      3,
    )
  report(
    'GET /api/user/conversations, 32 connections, as a share of bare node:http with the same bytes',
    [
      [
        'bare, requests/s',
        figure(
          rounds.map(({ floor }) => floor),
          0,
        ),
      ],
      ['the longest, nothing written since (≥ 0.70)', share('kept')],
      ['the longest, never asked before (≥ 0.20)', share('new1m')],
      ['1 k rows, never asked before', share('new1k')],
    ],
  )
}

/** Measures the cost of marks for writes to the longest list, and checks the marks afterwards. */
function writes({ folder, report }: Places, file: string): void {
  const marked = copyOf(file, path.join(folder, 'marked.db'), true)
  const indexed = copyOf(file, path.join(folder, 'indexed.db'), false)
  const [ours, plain] = [writesTo(marked), writesTo(indexed)]
  const kinds = Object.keys(ours) as (keyof typeof ours)[]
  const rows = kinds.map((kind): Row => {
    const count = kind === 'insert, newest' ? 3000 : 300
    const rounds = Array.from({ length: ROUNDS }, () => [
      writeTime(marked, ours[kind], count),
      writeTime(indexed, plain[kind], count),
    ])
    const ratio = figure(rounds.map(([a, b]) => a! / b!))
    return [
      kind,
      figure(
        rounds.map(([a]) => a!),
        0,
      ),
      ratio,
    ]
  })
  const commits = Array.from({ length: ROUNDS }, () => [
    commitTime(ours['insert, newest'], 100),
    commitTime(plain['insert, newest'], 100),
  ])
  report('writes at the longest lists, µs and ÷ the same with indexes only', [
    ...rows,
    [
      'insert, newest, a commit each (≤ 1.8)',
      figure(
        commits.map(([a]) => a!),
        0,
      ),
      figure(commits.map(([a, b]) => a! / b!)),
    ],
  ])
  const { compared, different, marks } = differences(marked)
  report('exactness after these writes', [
    ['totals and pages compared', String(compared)],
    ['different from plain SQL (0)', String(different)],
    ['marks kept', String(marks)],
  ])
  marked.close()
  indexed.close()
}
