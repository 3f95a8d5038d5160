import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { listAssistants } from '../../server/contracts/assistants.ts'
import { createClient } from '../../server/contracts/client.ts'
import { startConversation } from '../../server/contracts/public-chat.ts'
import { answers } from './answers/answers.ts'
import { LIST, list, ready, type Sides, stream } from './beside.ts'
import { ceiling } from './ceiling.ts'
import { type Comparison, comparisonText, isStepBack, land, landedFigures } from './compare.ts'
import { home } from './home.ts'
import { inbox } from './inbox.ts'
import { knowledge } from './knowledge.ts'
import { lists } from './lists.ts'
import { longWork } from './long-work.ts'
import { machines } from './machines.ts'
import { peers } from './peers.ts'
import { serve } from './process.ts'
import { type Row, reportText } from './report.ts'
import { search } from './search.ts'
import { standby } from './standby.ts'
import { streams } from './streams.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { voice } from './voice.ts'
import { writes } from './writes.ts'

/*
 * `npm run bench`: the cost of Parley relative to the bare platform, in one run. Only the ratios carry over
 * to another machine; each is the median of interleaved rounds, with its spread. `npm run bench -- lists`
 * runs one part; several names run several. `--quick` takes less than three minutes: short rounds of the
 * parts that are compared with the platform. A ratio a fifth worse than the accepted one (`landed.json`)
 * fails the run; `--land` accepts those of this run. `-- voice --seconds 300` sets the duration of concurrent
 * calls.
 */

const CONVERSATIONS = 1000
const KEY = '1|key-of-the-bench'
const root = path.resolve(import.meta.dirname, '../..')
const folder = temporaryFolder()
const ours = [path.join(root, 'dist/server/main.js')]
const floor = [path.join(import.meta.dirname, 'floor.ts'), path.join(folder, 'bytes')]
const env = {
  PARLEY_PORT: '0',
  PARLEY_DATA_DIR: path.join(folder, 'data'),
  PARLEY_API_KEY: KEY,
  PARLEY_LIMITS_SCALE: '1000000',
}
const authorization = { authorization: `Bearer ${KEY}` }

const { positionals: asked, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    land: { type: 'boolean' },
    rows: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    seconds: { type: 'string', default: '30' },
  },
})
const sides: Sides = {
  server: ours,
  floor,
  env,
  authorization,
  ...(options.quick ? { rounds: 3, ms: 1000 } : { rounds: 5, ms: 3000 }),
}

/** Parts that are compared with the bare platform. */
const BESIDE = {
  ready: () => ready({ ...sides, server: [path.join(root, 'scripts/serve.mjs')] }),
  list: () => list(sides),
  stream: () => stream(sides),
  writes: () => writes(sides, report),
  // Two minutes: too long for the quick run.
  streams: async () =>
    options.quick && !asked.includes('streams') ? [] : streams({ ...sides, folder, report }),
}

const PARTS = {
  widget,
  ceiling: () =>
    ceiling({ folder, server: ours, env, key: KEY, seed: Number(options.seed), report }),
  standby: () => standby({ folder, server: ours, env, authorization, report }),
  machines: () => machines({ folder, server: ours, env, report }),
  voice: () => voice({ folder, server: ours, env, report, seconds: Number(options.seconds) }),
  search: () => search({ folder, server: ours, report }),
  inbox: () => inbox({ folder, server: ours, report }),
  knowledge: () => knowledge({ folder, report }),
  answers: () => answers({ folder, report }),
  home: () => home({ folder, server: ours, report }),
  // Third-party software is installed on request only.
  peers: async () => (asked.includes('peers') ? peers({ ...sides, folder, report }) : undefined),
  'long-work': () => longWork({ folder, server: ours, env, authorization, report }),
  lists: () =>
    lists({
      folder,
      server: ours,
      floor: (bytes) => [path.join(import.meta.dirname, 'floor.ts'), bytes],
      report,
      seed: Number(options.seed),
      rows: Number(options.rows),
    }),
}

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}\n`,
)
assertKnown()
await seed()
const compared: Comparison[] = []
for (const part of chosen(BESIDE)) compared.push(...(await part()))
if (compared.length > 0) judge(compared)
for (const part of options.quick ? [] : chosen(PARTS)) await part()

/** @throws Error for an unknown part */
function assertKnown(): void {
  const names = [...Object.keys(BESIDE), ...Object.keys(PARTS)]
  const unknown = asked.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new Error(`No part is called ${unknown.join(', ')}: ${names.join(', ')}`)
}

/** The parts named on the command line, or all when it names none. */
function chosen<part>(parts: Readonly<Record<string, part>>): part[] {
  return Object.entries(parts).flatMap(([name, part]) =>
    asked.length === 0 || asked.includes(name) ? [part] : [],
  )
}

function judge(compared: readonly Comparison[]): void {
  const landed = landedFigures()
  console.log(comparisonText(compared, landed))
  if (options.land) land(compared)
  else if (compared.some((one) => isStepBack(one, landed))) process.exitCode = 1
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
