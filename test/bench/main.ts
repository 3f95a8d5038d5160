import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { listAssistants } from '../../server/contracts/assistants.ts'
import { createClient } from '../../server/contracts/client.ts'
import { startConversation } from '../../server/contracts/public-chat.ts'
import { home } from './home.ts'
import { inbox } from './inbox.ts'
import { knowledge } from './knowledge.ts'
import { eventLatencies } from './latency.ts'
import { lists } from './lists.ts'
import { requestsPerSecond } from './load.ts'
import { figure, median, quantile, serve } from './process.ts'
import { type Row, reportText } from './report.ts'
import { search } from './search.ts'
import { voice } from './voice.ts'
import { openWriter, writes } from './writes.ts'

/*
 * `npm run bench`: what Parley costs beside the bare platform, in one run. Only the ratios carry over to another
 * machine; each is the median of interleaved rounds, with its spread. `npm run bench -- lists` runs one part; several
 * names run several.
 */

const ROUNDS = 5
const CONVERSATIONS = 1000
const KEY = '1|key-of-the-bench'
const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
const ours = [path.join(root, 'dist/server/main.js')]
const floor = [path.join(import.meta.dirname, 'floor.ts'), path.join(folder, 'bytes')]
const env = {
  PARLEY_PORT: '0',
  PARLEY_DATA_DIR: path.join(folder, 'data'),
  PARLEY_API_KEY: KEY,
  PARLEY_LIMITS_SCALE: '1000000',
}
const authorization = { authorization: `Bearer ${KEY}` }
const LIST = '/api/user/conversations'

const PARTS = {
  ready,
  list,
  stream,
  writes: () => writes({ server: ours, floor, env, authorization, report }),
  widget,
  voice: () => voice({ folder, server: ours, env, report }),
  search: () => search({ folder, server: ours, report }),
  inbox: () => inbox({ folder, server: ours, report }),
  knowledge: () => knowledge({ folder, report }),
  home: () => home({ folder, server: ours, report }),
  lists: () =>
    lists({
      folder,
      server: ours,
      floor: (bytes) => [path.join(import.meta.dirname, 'floor.ts'), bytes],
      report,
    }),
}
type Part = keyof typeof PARTS

try {
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}\n`,
  )
  await seed()
  for (const part of chosenParts()) await PARTS[part]()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The parts that the command line names; without any, all of them. */
function chosenParts(): Part[] {
  const names = Object.keys(PARTS) as Part[]
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !names.some((part) => part === name))
  if (unknown.length > 0)
    throw new Error(`No part is called ${unknown.join(', ')}: ${names.join(', ')}`)
  return asked.length === 0 ? names : names.filter((name) => asked.includes(name))
}

/** A thousand conversations, and the bytes of their first page for the floor. */
async function seed(): Promise<void> {
  const server = await serve(ours, env)
  const call = createClient({ origin: server.url, headers: authorization })
  const { data } = await call(listAssistants)
  for (let count = 0; count < CONVERSATIONS; count += 1) {
    await call(startConversation, { body: { assistant_id: data[0]!.uuid } })
  }
  const page = await fetch(server.url + LIST, { headers: authorization })
  writeFileSync(floor[1]!, Buffer.from(await page.arrayBuffer()))
  await server.stop()
}

/** Time from spawn to the first answer. */
async function ready(): Promise<void> {
  const time = async (args: string[], path: string) => {
    const begun = performance.now()
    const server = await serve(args, env)
    await fetch(server.url + path)
    const ms = performance.now() - begun
    await server.stop()
    return ms
  }
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ floor: await time(floor, '/'), ours: await time(ours, '/health') })
  }
  report('ready time, spawn to first 200', [
    [
      'ours, ms',
      figure(
        rounds.map(({ ours }) => ours),
        0,
      ),
    ],
    [
      'bare node:http, ms',
      figure(
        rounds.map(({ floor }) => floor),
        0,
      ),
    ],
    ['ratio (≤ 3.5)', figure(rounds.map(({ ours, floor }) => ours / floor))],
  ])
}

/** The list that every client asks for. */
async function list(): Promise<void> {
  const [bare, parley] = [await serve(floor), await serve(ours, env)]
  const load = { connections: 32, ms: 2000, path: LIST }
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      floor: await requestsPerSecond({ ...load, url: bare.url }),
      ours: await requestsPerSecond({ ...load, url: parley.url, headers: authorization }),
    })
  }
  await Promise.all([bare.stop(), parley.stop()])
  report(`GET ${LIST}, 15 rows of ${CONVERSATIONS}, 32 connections`, [
    [
      'ours, requests/s',
      figure(
        rounds.map(({ ours }) => ours),
        0,
      ),
    ],
    [
      'bare node:http, same bytes',
      figure(
        rounds.map(({ floor }) => floor),
        0,
      ),
    ],
    [
      'ratio (≥ 0.12)',
      figure(
        rounds.map(({ ours, floor }) => ours / floor),
        3,
      ),
    ],
  ])
}

/** A visitor's message on its way to the desk. */
async function stream(): Promise<void> {
  const [bare, parley] = [await serve(floor), await serve(ours, env)]
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
  const rounds = []
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    rounds.push({
      floor: await eventLatencies(targets.floor, 300),
      ours: await eventLatencies(targets.ours, 300),
    })
  }
  await Promise.all([bare.stop(), parley.stop()])
  // The first round warms both up.
  const warm = rounds.slice(1)
  const row = (name: string, share: number, goal: string): [string, string] => [
    `${name} ratio (${goal})`,
    figure(warm.map((round) => quantile(round.ours, share) / quantile(round.floor, share))),
  ]
  report('a visitor’s POST to the operator’s event, durable', [
    ['ours p50, ms', figure(warm.map((round) => median(round.ours)))],
    ['bare SSE p50, ms', figure(warm.map((round) => median(round.floor)))],
    row('p50', 0.5, '≤ 1.7'),
    row('p99', 0.99, '≤ 2.5'),
  ])
}

function widget(): void {
  const gzip = (name: string) =>
    gzipSync(readFileSync(path.join(root, 'dist/widget', name)), { level: 9 }).length
  const files = readdirSync(path.join(root, 'dist/widget'))
  const launcher = gzip('widget.js')
  const chat = gzip(files.find((name) => /^chat-[\da-f]{8}\.js$/.test(name))!)
  const rest = gzip(files.find((name) => name.startsWith('chat-more-'))!)
  report('widget, bytes gzip', [
    ['before the launcher shows (≤ 2,048)', String(launcher)],
    ['until a chat can be used (≤ 20,000)', String(launcher + chat)],
    ['its other parts, fetched afterwards', String(rest)],
  ])
}

function report(title: string, rows: readonly Row[]): void {
  console.log(reportText(title, rows))
}
