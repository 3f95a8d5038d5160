import path from 'node:path'
import { LIST, type Sides } from './beside.ts'
import { fillDirectus, item, startDirectus } from './directus.ts'
import { requestsPerSecond } from './load.ts'
import { figure, serve } from './process.ts'
import type { Report, Row } from './report.ts'
import { openWriter, postsOf } from './writes.ts'

/*
 * Others from npm in the same run, on as many rows, on SQLite: `npm run bench -- peers`, on request only.
 * Both are durable: SQLite commits with `synchronous=FULL` unless it is told otherwise, and nobody tells it.
 */

const ROWS = 1000
const CONNECTIONS = 32

interface Places extends Sides {
  readonly folder: string
  readonly report: Report
}

/** Lists and new items of Directus beside lists and visitors' messages of ours; says why where it does not run. */
export async function peers(places: Places): Promise<void> {
  const { folder, server, env, authorization, report } = places
  try {
    // A folder that is named is kept from one run to the next; Directus follows new versions of Node.js late.
    const {
      PARLEY_BENCH_PEERS: place = path.join(folder, 'directus'),
      PARLEY_BENCH_PEERS_NODE: node = process.execPath,
    } = process.env
    const directus = await startDirectus(place, node)
    const parley = await serve(server, env)
    try {
      await fillDirectus(directus, ROWS)
      const writer = await openWriter(parley.url, authorization)
      const rows = await besideEachOther(places, {
        'lists, 15 of 1,000 rows, 32 connections, requests/s': [
          { url: parley.url, path: unseen(`${LIST}?asked=`), headers: authorization },
          { url: directus.url, path: DIRECTUS_LIST, headers: directus.headers },
        ],
        'visitors’ messages; items created, 32 writers, acknowledged/s': [
          postsOf(parley, writer),
          {
            url: directus.url,
            path: '/items/conversations',
            headers: directus.headers,
            body: () => JSON.stringify(item()),
          },
        ],
      })
      report(`beside Directus ${directus.version}`, [
        ['', 'ours', 'theirs', 'ours ÷ theirs'],
        ...rows,
      ])
    } finally {
      await Promise.all([parley.stop(), directus.stop()])
    }
  } catch (error) {
    report('beside Directus', [['could not be run here', String(error)]])
  }
}

const DIRECTUS_LIST = '/items/conversations?limit=15&sort=-id&meta=filter_count'

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
    // The first round warms both up.
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
