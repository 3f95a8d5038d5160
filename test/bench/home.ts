import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fill } from '../../scripts/seed/fill.ts'
import { readConfig } from '../../server/config.ts'
import type { Db } from '../../server/db/open.ts'
import { startServer } from '../../server/start.ts'
import { responseTimes } from './load.ts'
import { figure, median, quantile, type Served, serve } from './process.ts'
import type { Report, Row } from './report.ts'

/* The cost of Home at 1 k and 1 M conversations (and as many calls) over HTTP, one connection, in one run. */

const SIZES = [1000, 1_000_000] as const
const ROUNDS = 5
const REQUESTS = 60
const KEY = '1|key-of-the-bench'
const headers = { authorization: `Bearer ${KEY}` }

const CASES = [
  ['30 days', 'days=30'],
  ['30 days, a zone of half hours', 'days=30&timezone=Asia/Kolkata'],
  ['90 days', 'days=90'],
  ['90 days, one assistant', 'days=90&assistant_id=2'],
] as const

interface Places {
  readonly folder: string
  readonly server: readonly string[]
  readonly report: Report
}

/** Runs the whole part. */
export async function home({ folder, server, report }: Places): Promise<void> {
  const served = new Map<number, Served>()
  const seconds = new Map<number, number>()
  for (const size of SIZES) {
    const dataDir = path.join(folder, `home-${size}`)
    mkdirSync(dataDir)
    seconds.set(size, await seeded(dataDir, size))
    served.set(size, await serve(server, env(dataDir)))
  }
  try {
    const rows: Row[] = []
    for (const [name, query] of CASES) rows.push([name, ...(await compared(served, query))])
    report('GET /api/user/home: ms p50 / p95 at 1 k, at 1 M (≤ 15, never 100), and 1 M ÷ 1 k', rows)
  } finally {
    for (const one of served.values()) await one.stop()
  }
  report('tallies rebuilt', [
    ['1 M conversations and calls, s', seconds.get(1_000_000)!.toFixed(1)],
  ])
}

async function compared(served: ReadonlyMap<number, Served>, query: string): Promise<string[]> {
  const rounds: number[][][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const times: number[][] = []
    for (const size of SIZES) {
      const { url } = served.get(size)!
      times.push(await responseTimes({ url, path: `/api/user/home?${query}`, headers }, REQUESTS))
    }
    rounds.push(times)
  }
  const of = (place: number) => rounds.flatMap((times) => times[place]!)
  const told = SIZES.map((_, place) =>
    [median(of(place)), quantile(of(place), 0.95)].map((ms) => ms.toFixed(1)).join(' / '),
  )
  const ratio = figure(rounds.map(([small, large]) => median(large!) / median(small!)))
  return [...told, ratio]
}

const env = (dataDir: string) => ({
  PARLEY_PORT: '0',
  PARLEY_DATA_DIR: dataDir,
  PARLEY_LIMITS_SCALE: '1000000',
  PARLEY_API_KEY: KEY,
})

/** Seeds a folder with data up to now; returns the time needed to rebuild the tallies, s. */
async function seeded(dataDir: string, size: number): Promise<number> {
  await using server = await startServer(readConfig({ ...env(dataDir), PARLEY_LOG: 'silent' }))
  const amounts = { conversations: size, calls: size, sms: 0 }
  await fill(server.context, { amounts, seed: 1, until: Date.now() })
  return answerAll(server.context.db)
}

/** Seeded conversations have no messages; this marks each as asked, answered and sometimes rated. */
function answerAll(db: Db): number {
  db.exec(`
    INSERT INTO tally_pauses SELECT id FROM users;
    UPDATE conversations SET
      asked_at = created_at + 5000, answered_at = created_at + 5000 + (id * 7919 % 900) * (id * 7919 % 900),
      rating = CASE WHEN id % 5 = 0 THEN 1 + id / 5 % 5 END;
    DELETE FROM tally_pauses;
    DELETE FROM tallies;
  `)
  const begun = performance.now()
  db.exec('INSERT INTO tallies SELECT * FROM tallies_expected')
  return (performance.now() - begun) / 1000
}
