import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { figure, median, serve } from './process.ts'
import type { Report } from './report.ts'
import { openWriter } from './writes.ts'

interface StandbyOptions {
  readonly folder: string
  readonly server: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly authorization: { readonly authorization: string }
  readonly report: Report
}

const ROUNDS = 5
/** Visitors who write continuously, each a message at this interval, ms. */
const WRITERS = 8
const WRITES_EVERY_MS = 100
/** A machine is killed after this long, ms, plus a growing fraction of a second in each round. */
const LIVES_MS = 8000

/** Files beside the database that belong to a single process. */
const OWN_FILES = /^(parley\.db|running\.json|.*lock$|uploads|backups|reserve)/

const run = promisify(execFile)

/**
 * A warm standby: the `sqlite3` program keeps copying the database while visitors write (`VACUUM INTO`, one
 * read transaction), the machine is killed with SIGKILL, and the copy is started in its place.
 */
export async function standby(options: StandbyOptions): Promise<void> {
  const { report } = options
  const version = await run('sqlite3', ['--version']).catch(() => undefined)
  if (!version) return report('standby', [['NOT RUN', 'there is no program sqlite3 here']])
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await fail(options, round))
  const of = (pick: (one: Round) => number, digits = 0) => figure(rounds.map(pick), digits)
  report(`standby by sqlite3 ${version.stdout.slice(0, 6)}, ${ROUNDS} kills`, [
    ['one copy, ms', of((one) => one.copyMs)],
    ['messages acknowledged before the kill', of((one) => one.acknowledged)],
    ['of them lost on the standby', of((one) => one.lost)],
    ['age of the oldest lost one at the kill, ms', of((one) => one.lostMs)],
    ['lost on the disk of the killed machine (0)', of((one) => one.lostOnDisk)],
    ['kill → the standby answers, ms', of((one) => one.backMs)],
    ['visitors whose tokens still work there', of((one) => one.welcome)],
  ])
}

interface Round {
  readonly copyMs: number
  readonly acknowledged: number
  readonly lost: number
  readonly lostMs: number
  readonly lostOnDisk: number
  readonly backMs: number
  readonly welcome: number
}

async function fail(
  { folder, server, env, authorization }: StandbyOptions,
  round: number,
): Promise<Round> {
  const [home, other] = [path.join(folder, `first-${round}`), path.join(folder, `second-${round}`)]
  mkdirSync(other)
  const first = await serve(server, { ...env, PARLEY_DATA_DIR: home })
  const writers = []
  while (writers.length < WRITERS) writers.push(await openWriter(first.url, authorization))
  const acknowledged = new Map<string, number>()
  let isAlive = true
  const working = [
    ...writers.map(async ({ path: messages, token }) => {
      while (isAlive) {
        const client_id = randomUUID()
        const isTaken = await write(first.url + messages, token, client_id)
        if (isTaken) acknowledged.set(client_id, performance.now())
        await delay(WRITES_EVERY_MS)
      }
    }),
  ]
  const copies: number[] = []
  const copying = (async () => {
    while (isAlive) {
      const begun = performance.now()
      await copy(home, other)
      copies.push(performance.now() - begun)
    }
  })().catch(() => undefined)
  await delay(LIVES_MS + round * 200)
  first.child.kill('SIGKILL')
  const killed = performance.now()
  isAlive = false
  // The other machine has what was complete at this moment; a copy still in progress would not arrive from a
  // dead machine.
  const second = await serve(server, { ...env, PARLEY_DATA_DIR: await taken(other) })
  const backMs = performance.now() - killed
  await Promise.all([...working, copying])
  const statuses = await Promise.all(
    writers.map(({ path: messages, token }) => write(second.url + messages, token, randomUUID())),
  )
  await second.stop()
  const lost = missing(path.join(other, 'taken'), [...acknowledged.keys()])
  return {
    copyMs: median(copies),
    acknowledged: acknowledged.size,
    lost: lost.length,
    lostMs: Math.max(0, ...lost.map((id) => killed - acknowledged.get(id)!)),
    lostOnDisk: missing(home, [...acknowledged.keys()]).length,
    backMs,
    welcome: statuses.filter(Boolean).length,
  }
}

/** Copies a data folder in use; a copy appears atomically or not at all. */
async function copy(home: string, other: string): Promise<void> {
  const next = path.join(other, 'next')
  rmSync(next, { recursive: true, force: true })
  cpSync(home, next, {
    recursive: true,
    filter: (file) => file === home || !OWN_FILES.test(path.relative(home, file)),
  })
  const into = path.join(next, 'parley.db').replaceAll("'", "''")
  await run('sqlite3', [path.join(home, 'parley.db'), `VACUUM INTO '${into}'`])
  rmSync(path.join(other, 'copy'), { recursive: true, force: true })
  renameSync(next, path.join(other, 'copy'))
}

/** The newest complete copy, under a separate name. */
async function taken(other: string): Promise<string> {
  const folder = path.join(other, 'taken')
  cpSync(path.join(other, 'copy'), folder, { recursive: true })
  return folder
}

async function write(url: string, token: string, client_id: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ client_id, content: 'Do you deliver to the island too?' })
  const sent = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
  return sent?.status === 201
}

/** The messages missing from a database. */
function missing(folder: string, clientIds: readonly string[]): string[] {
  const db = new Database(path.join(folder, 'parley.db'))
  const find = db.prepare('SELECT 1 FROM messages WHERE client_id = ?').pluck()
  const lost = clientIds.filter((id) => find.get(id) === undefined)
  db.close()
  return lost
}
