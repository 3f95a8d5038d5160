import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fill } from '../../scripts/seed/fill.ts'
import { readConfig } from '../../server/config.ts'
import { openDb } from '../../server/db/open.ts'
import { startServer } from '../../server/start.ts'
import { type ListCase, listCases } from './list-cases.ts'
import { commitTime, copyOf, differences, writesTo, writeTime } from './list-writes.ts'
import { requestsPerSecond, responseTimes } from './load.ts'
import { figure, median, type Served, serve } from './process.ts'
import type { Report, Row } from './report.ts'

/*
 * The cost of lists at 1 k, 100 k and 1 M rows: over HTTP on one connection, as a share of bare node:http, and for the
 * writes that keep them.
 */

const SIZES = [1000, 100_000, 1_000_000]
const ROUNDS = 7
/** Requests for one figure of one round. */
const REQUESTS = 60
/** Rows of a page when nothing is said. */
const PER_PAGE = 15
const KEY = '1|key-of-the-bench'
const headers = { authorization: `Bearer ${KEY}` }

interface Places {
  /** A folder that is gone when the benchmark is over. */
  readonly folder: string
  /** How to start the built server, and the floor on a file of bytes. */
  readonly server: readonly string[]
  readonly floor: (bytes: string) => readonly string[]
  readonly report: Report
}

/** Runs the whole part. */
export async function lists(places: Places): Promise<void> {
  const folders = new Map<number, string>()
  for (const size of SIZES) folders.set(size, await seeded(places.folder, size))
  const servers = new Map<number, Served>()
  for (const [size, dataDir] of folders) servers.set(size, await serve(places.server, env(dataDir)))
  const cases = new Map([...folders].map(([size, dataDir]) => [size, casesOf(dataDir)]))
  try {
    await pages(places, servers, cases)
    await shares(places, servers)
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()))
  }
  writes(places, databaseOf(folders.get(1_000_000)!))
}

const env = (dataDir: string) => ({
  PARLEY_PORT: '0',
  PARLEY_DATA_DIR: dataDir,
  PARLEY_LIMITS_SCALE: '1000000',
  PARLEY_API_KEY: KEY,
})

const databaseOf = (dataDir: string) => path.join(dataDir, 'parley.db')

async function seeded(folder: string, size: number): Promise<string> {
  const dataDir = path.join(folder, `lists-${size}`)
  mkdirSync(dataDir)
  await using server = await startServer(readConfig({ ...env(dataDir), PARLEY_LOG: 'silent' }))
  const amounts = { conversations: size, calls: size, sms: 0 }
  await fill(server.context, { amounts, seed: 1, until: Date.parse('2026-11-01T00:00:00Z') })
  return dataDir
}

function casesOf(dataDir: string): ListCase[] {
  const db = openDb(databaseOf(dataDir))
  try {
    return listCases(db)
  } finally {
    db.close()
  }
}

/** Page 1, the middle and the last page of every case, at every size, one after another in each round. */
async function pages(
  { report }: Places,
  servers: ReadonlyMap<number, Served>,
  cases: ReadonlyMap<number, readonly ListCase[]>,
): Promise<void> {
  const rows: Row[] = []
  const worst: number[] = []
  for (const [index, { name }] of cases.get(SIZES[0]!)!.entries()) {
    const targets = await Promise.all(
      SIZES.map(async (size) => {
        const { path } = cases.get(size)![index]!
        const { url } = servers.get(size)!
        const { total } = await read(url + path)
        // Pages with fewer rows are quicker and would say nothing.
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
      const ratios = SIZES.slice(1).map((_, number) =>
        rounds.map((times) => times[number + 1]! / times[0]!),
      )
      worst.push(median(ratios.at(-1)!))
      rows.push([
        `${name}, ${label}`,
        median(rounds.map(([first]) => first!)).toFixed(0),
        ...ratios.map((values) => figure(values)),
      ])
    }
  }
  report('p50 over HTTP: µs at 1 k rows, then 100 k ÷ 1 k and 1 M ÷ 1 k', rows)
  report('1 M ÷ 1 k over all of them (≤ 1.3)', [
    ['median', median(worst).toFixed(2)],
    ['worst', Math.max(...worst).toFixed(2)],
  ])
}

async function read(url: string) {
  const response = await fetch(url, { headers })
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
  return (await response.json()) as { total: number }
}

let serial = 0

/** The middle time of some requests, µs; each address is new, so that no kept answer is given. */
async function p50(url: string, path: string): Promise<number> {
  const unseen = () => {
    serial += 1
    return `${path}&n=${serial}`
  }
  return median(await responseTimes({ url, path: unseen, headers }, REQUESTS)) * 1000
}

/** Requests per second beside a bare server that gives the same bytes. */
async function shares({ folder, floor, report }: Places, servers: ReadonlyMap<number, Served>) {
  const list = '/api/user/conversations'
  const bytes = path.join(folder, 'list-bytes')
  const ours = servers.get(1_000_000)!
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
      new1k: await requestsPerSecond({ ...load, url: servers.get(1000)!.url, path: unseen }),
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
      ['1 M rows, nothing written since (≥ 0.70)', share('kept')],
      ['1 M rows, never asked before (≥ 0.18)', share('new1m')],
      ['1 k rows, never asked before', share('new1k')],
    ],
  )
}

/** Measures what marks cost the writes of a list of a million rows, and checks them afterwards. */
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
  report('writes at 1 M rows, µs and ÷ the same with indexes only', [
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
