import path from 'node:path'
import { LIST, type Sides } from './beside.ts'
import { fillDirectus, item, startDirectus } from './directus.ts'
import { message, startFeathers } from './feathers.ts'
import { requestsPerSecond } from './load.ts'
import type { Peer } from './peer-process.ts'
import { figure, serve } from './process.ts'
import type { Report, Row } from './report.ts'
import { openWriter, postsOf } from './writes.ts'

/*
 * Other products from npm in the same run, with as many rows, on SQLite: `npm run bench -- peers`, on request
 * only. Both are durable: SQLite commits with `synchronous=FULL` by default, and neither changes that.
 */

const ROWS = 1000
const CONNECTIONS = 32

interface Places extends Sides {
  readonly folder: string
  readonly report: Report
}

/**
 * Compares lists and new rows of other products with our lists and visitors' messages; explains why one does
 * not run.
 */
export async function peers(places: Places): Promise<void> {
  // Directus supports new versions of Node.js late.
  const { PARLEY_BENCH_PEERS_NODE: node = process.execPath } = process.env
  // A named folder is kept from one run to the next.
  const { PARLEY_BENCH_PEERS: parent = places.folder } = process.env
  await beside(places, 'Directus', {
    async start() {
      const directus = await startDirectus(path.join(parent, 'directus'), node)
      await fillDirectus(directus, ROWS)
      return directus
    },
    list: '/items/conversations?limit=15&sort=-id&meta=filter_count',
    create: ['items', '/items/conversations', item],
  })
  await beside(places, 'Feathers', {
    start: () => startFeathers(path.join(parent, 'feathers'), process.execPath, ROWS),
    list: '/messages?$limit=15&$sort[id]=-1',
    create: ['messages', '/messages', message],
  })
}

/** A peer's requests that are comparable to ours. */
interface Likeness {
  readonly start: () => Promise<Peer>
  /** A list with its total. */
  readonly list: string
  /** Name, path and body of new rows. */
  readonly create: readonly [name: string, path: string, body: () => object]
}

async function beside(
  places: Places,
  name: string,
  { start, list, create: [rowsName, createPath, body] }: Likeness,
): Promise<void> {
  const { server, env, authorization, report } = places
  try {
    const peer = await start()
    const parley = await serve(server, env)
    try {
      const writer = await openWriter(parley.url, authorization)
      const { url, headers } = peer
      const rows = await besideEachOther(places, {
        'lists, 15 of 1,000 rows, 32 connections, requests/s': [
          { url: parley.url, path: unseen(`${LIST}?asked=`), headers: authorization },
          { url, path: list, headers },
        ],
        [`visitors’ messages; ${rowsName} created, 32 writers, acknowledged/s`]: [
          postsOf(parley, writer),
          { url, path: createPath, headers, body: () => JSON.stringify(body()) },
        ],
      })
      report(`beside ${name} ${peer.version}`, [['', 'ours', 'theirs', 'ours ÷ theirs'], ...rows])
    } finally {
      await Promise.all([parley.stop(), peer.stop()])
    }
  } catch (error) {
    report(`beside ${name}`, [['could not be run here', String(error)]])
  }
}

type Target = Omit<Parameters<typeof requestsPerSecond>[0], 'connections' | 'ms'>

async function besideEachOther(
  { rounds, ms }: Sides,
  pairs: Readonly<Record<string, readonly [ours: Target, theirs: Target]>>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, pair] of Object.entries(pairs)) {
    const figures: number[][] = []
    for (let round = 0; round < rounds + 1; round += 1) {
      const both: number[] = []
      for (const target of pair)
        both.push(await requestsPerSecond({ ...target, connections: CONNECTIONS, ms }))
      figures.push(both)
    }
    // The first round is a warm-up for both.
    const warm = figures.slice(1)
    const of = (place: number) =>
      figure(
        warm.map((both) => both[place]!),
        0,
      )
    rows.push([
      name,
      of(0),
      of(1),
      figure(
        warm.map(([ours, theirs]) => ours! / theirs!),
        1,
      ),
    ])
  }
  return rows
}

function unseen(path: string): () => string {
  let asked = 0
  return () => `${path}${(asked += 1)}`
}
