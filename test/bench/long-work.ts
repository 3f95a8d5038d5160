import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fill } from '../../scripts/seed/fill.ts'
import { readConfig } from '../../server/config.ts'
import { listAssistants } from '../../server/contracts/assistants.ts'
import { createBackup } from '../../server/contracts/backups.ts'
import { type Call, createClient } from '../../server/contracts/client.ts'
import {
  createDocument,
  createKnowledgeBase,
  listDocuments,
} from '../../server/contracts/knowledge.ts'
import { createModelProvider } from '../../server/contracts/model-providers.ts'
import { connect } from '../../server/db/connect.ts'
import { startServer } from '../../server/start.ts'
import type { Delays } from './delay-probe.ts'
import { underLoad } from './load.ts'
import { quantile, type Served, serve } from './process.ts'
import type { Report, Row } from './report.ts'
import { openWriter } from './writes.ts'

/*
 * Long work and its effect on others: the delay of the built server's event loop while it runs. Other load on
 * the machine also delays a turn; the longest processor time of a turn shows our share.
 */

/** Existing conversations, and as many calls. */
const ROWS = 100_000
/** Rows per import, and number of imports. */
const [IMPORTED, IMPORTS] = [10_000, 10]
const PAGES = 60
const UPLOAD_BYTES = 20 * 1024 * 1024 - 4096
/** Time in which the visitor to be erased writes one message after another, ms. */
const ERASED_MS = 2000
const LOOK_MS = 100
/** Passages without embeddings are looked for once a minute, ms. */
const EMBEDDED_WITHIN_MS = 90_000

interface Places {
  readonly folder: string
  readonly server: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly authorization: { readonly authorization: string }
  readonly report: Report
}

/** Runs the whole part. */
export async function longWork({ folder, server, env, authorization, report }: Places) {
  const dataDir = path.join(folder, 'long-work')
  mkdirSync(dataDir)
  await using site = await startSite()
  const own = {
    ...env,
    PARLEY_DATA_DIR: dataDir,
    PARLEY_ALLOW_PRIVATE: new URL(site.url).host,
    PARLEY_LOG: 'silent',
  }
  await seed(own)
  const probe = path.join(import.meta.dirname, 'delay-probe.ts')
  const served = await serve(['--import', probe, ...server], own, { probed: true })
  try {
    const rows: Row[] = []
    for (const [name, work] of Object.entries(
      works({ url: served.url, dataDir }, authorization, site.url),
    ))
      rows.push(await during(served, name, await work()))
    report('event loop while something long goes on, ms', [
      ['', 'takes', 'late, p99 (≤ 20)', 'late, most (≤ 100)', 'work of one turn, most'],
      ...rows,
    ])
  } finally {
    await served.stop()
  }
}

async function seed(env: NodeJS.ProcessEnv): Promise<void> {
  await using server = await startServer(readConfig(env))
  const amounts = { conversations: ROWS, calls: ROWS, sms: 0 }
  await fill(server.context, { amounts, seed: 1, until: Date.parse('2026-11-01T00:00:00Z') })
}

type Work = () => Promise<unknown>

/** Each prepares its work, which is then measured. */
function works(
  { url, dataDir }: Pick<Served, 'url'> & { readonly dataDir: string },
  authorization: { readonly authorization: string },
  site: string,
): Readonly<Record<string, () => Promise<Work>>> {
  const call = createClient({ origin: url, headers: authorization })
  const base = async () => (await call(createKnowledgeBase, { body: { name: 'Bench' } })).data.id
  return {
    'nothing but the probe': async () => () => wait(3000),
    'a backup, made and proven': async () => () => call(createBackup),
    'import of 100,000 calls in ten files': async () => {
      const { data } = await call(listAssistants)
      const files = Array.from({ length: IMPORTS }, (_, number) => callsFile(data[0]!.id, number))
      return async () => {
        for (const body of files) await posted(`${url}/api/user/calls/import`, body, authorization)
      }
    },
    'a file of 20 MB, sent and read': async () => {
      const id = await base()
      const line = 'The ferry to the island leaves at nine and comes back at five. '
      const file = new File([line.repeat(UPLOAD_BYTES / line.length)], 'timetable.txt')
      return () => read(call, id, { file })
    },
    'a website of 60 pages': async () => {
      const id = await base()
      const crawl = { depth: 1, pages: PAGES, schedule: 'never' as const }
      return () => read(call, id, { type: 'website', url: `${site}/`, crawl })
    },
    'passages of a file get their meaning': async () => {
      const id = await base()
      const pages = Array.from({ length: 3000 }, (_, page) => passage(page)).join('\n\n')
      const models = [{ model: 'stand-in', kind: 'embedding' as const }]
      await call(createModelProvider, {
        body: { name: 'Stand-in', base_url: `${site}/v1`, models },
      })
      return async () => {
        await read(call, id, { file: new File([pages], 'handbook.txt') })
        await quiet()
      }
    },
    'a visitor with all their messages is erased, and the file wiped': async () => {
      const { path: messages, token } = await openWriter(url, authorization)
      const headers = { Authorization: `Bearer ${token}` }
      const body = () => JSON.stringify({ client_id: randomUUID(), content: 'When is the ferry?' })
      await underLoad([{ url, path: messages, headers, body }], ERASED_MS)
      return async () => {
        await fetch(`${url}/api/widget/visitor`, { method: 'DELETE', headers })
        await wiped(dataDir)
      }
    },
  }

  /** Resolves once the embedding model has received requests, and no longer does. */
  async function quiet(): Promise<void> {
    const until = performance.now() + EMBEDDED_WITHIN_MS
    for (let before = 0; asked === 0 || before !== asked; await wait(10 * LOOK_MS)) {
      before = asked
      if (asked === 0 && performance.now() > until)
        throw new Error('The embedding model was never asked')
    }
  }
}

/** Resolves once nothing of erased visitors is left in the database file. */
async function wiped(dataDir: string): Promise<void> {
  const db = connect(path.join(dataDir, 'parley.db'), { readonly: true })
  try {
    const jobs = db.prepare("SELECT count(*) FROM jobs WHERE kind = 'contacts.wipe'").pluck()
    while (jobs.get() !== 0) await wait(LOOK_MS)
  } finally {
    db.close()
  }
}

async function during(served: Served, name: string, work: Work): Promise<Row> {
  await looked(served)
  const begun = performance.now()
  await work()
  const ms = performance.now() - begun
  const { late, longestWork } = await looked(served)
  const figures = [ms, quantile(late, 0.99), Math.max(...late.slice(-100_000)), longestWork]
  return [name, ...figures.map((value) => value.toFixed(0))]
}

/** Delays since the last report. */
async function looked({ child }: Served): Promise<Delays> {
  child.send('look')
  const [delays] = await once(child, 'message')
  return delays
}

/** Adds a document and waits until it has been read. */
async function read(call: Call, id: number, body: object): Promise<void> {
  await call(createDocument, { params: { id }, body })
  for (;;) {
    const { data } = await call(listDocuments, { params: { id } })
    if (
      data.every(
        ({ status, crawl }) =>
          status !== 'processing' && crawl?.status !== 'running' && crawl?.status !== 'waiting',
      )
    )
      return
    await wait(LOOK_MS)
  }
}

async function posted(url: string, body: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    body,
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}

function callsFile(assistantId: number, file: number): string {
  const rows = Array.from({ length: IMPORTED }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1) + (file * IMPORTED + index) * 200_000)
    const moment = at.toISOString().slice(0, 19).replace('T', ' ')
    return `${assistantId},inbound,completed,${moment},74,+1202555${String(index).padStart(4, '0')},AI: Hello! How can I help you?`
  })
  const head = 'assistant_id,type,status,created_at,duration,client_phone_number,transcript'
  return [head, ...rows].join('\n')
}

const passage = (page: number) =>
  `Rule ${page}. ${`Bicycles of kind ${page} may be taken along where there is room for ${page % 7}. `.repeat(6)}`

/** Requests to the embedding model so far. */
let asked = 0

/** A website, and an embedding model on the same port. */
async function startSite(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((req, res) => (req.method === 'POST' ? embed : page)(req, res))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const page: RequestListener = (req, res) => {
  if (req.url === '/robots.txt' || req.url === '/sitemap.xml') return void res.writeHead(404).end()
  const number = Number(req.url!.slice(1))
  const links = Array.from({ length: PAGES }, (_, index) => `<a href="/${index}">Page ${index}</a>`)
  const text = Array.from({ length: 200 }, (_, index) => `<p>${passage(number * 200 + index)}</p>`)
  res.writeHead(200, { 'content-type': 'text/html' })
  res.end(`<title>Page ${number}</title><main>${text.join('')}</main>${links.join(' ')}`)
}

const embed: RequestListener = async (req, res) => {
  asked += 1
  const { input } = (await json(req)) as { input: readonly string[] }
  const data = input.map(({ length }, index) => ({
    object: 'embedding',
    index,
    embedding: Array.from({ length: 768 }, (_, place) => Math.sin(length + place)),
  }))
  res.writeHead(200, { 'content-type': 'application/json' })
  res.end(JSON.stringify({ data, usage: { prompt_tokens: 1, total_tokens: 1 } }))
}
