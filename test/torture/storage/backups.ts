import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBackup, getBackups } from '#contracts/backups.ts'
import { createRandom, type Figure, mustBe } from '../part.ts'
import { type Books, inspectCopy, openBooks, sendAgain, typeAll } from './books.ts'
import { addBulk, backupsOf, hasRowsOf, sumsOf } from './copies.ts'
import { begin, type Life } from './life.ts'
import { quantileOf } from './numbers.ts'
import { readCopy } from './read-copy.ts'

const BULK_MB = 20
const SENDERS = 4
const SNAPSHOTS = 5

/** I9: backups while visitors write, and kills during one. */
export async function backupFigures(
  seed: number,
  folder: string,
  kills: number,
): Promise<Figure[]> {
  const random = createRandom(seed)
  const own = path.join(folder, 'backed-up')
  await (await begin({ folder: own })).end('SIGTERM')
  addBulk(own, BULK_MB)
  const life = await begin({ folder: own })
  const books = await openBooks(life, SENDERS)
  const made = await makeSnapshots(life, own, books)
  await life.end('SIGTERM')
  const killed = await killEach({ folder: own, books, ms: made.ms, random }, kills)
  const scratch = path.join(folder, 'copied')
  const found = inspectCopy(own, makeFolder(scratch), books.acknowledged)
  return [
    mustBe(
      `backups while visitors type (${made.rate.toFixed(0)} messages a second): proven, with the rows they promise, with all that was acknowledged before, and no gap in any conversation, of ${SNAPSHOTS}`,
      [made.proven, made.same, made.complete, made.gapless].join(', '),
      Array(4).fill(SNAPSHOTS).join(', '),
    ),
    {
      name: `backups of ${BULK_MB} MB: longest takes; message acknowledged meanwhile, p99`,
      value: `${(made.ms / 1000).toFixed(1)} s; ${made.p99.toFixed(0)} ms`,
      holds: true,
    },
    mustBe(
      `kill -9 in the middle of a backup, ${kills} times: those before it untouched`,
      killed.untouched,
      kills,
    ),
    mustBe(
      `kill -9 in the middle of a backup: torn ones offered after it (${killed.offered} whole ones were), left-overs of it`,
      `${killed.torn}, ${killed.leftOver}`,
      '0, 0',
    ),
    mustBe(
      `kill -9 in the middle of a backup: messages lost of ${books.acknowledged.size}, integrity_check`,
      `${found.lost}, ${found.isSound ? 'ok' : 'not ok'}`,
      '0, ok',
    ),
  ]
}

async function makeSnapshots(life: Life, folder: string, books: Books) {
  const result = { proven: 0, same: 0, complete: 0, gapless: 0, ms: 0, p99: 0, rate: 0 }
  const stop = typeAll(life, books)
  await sleep(300)
  books.waits.length = 0
  const begun = performance.now()
  const promised: ReadonlyMap<string, string>[] = []
  const ids: string[] = []
  for (let count = 0; count < SNAPSHOTS; count += 1) {
    promised.push(new Map(books.acknowledged))
    const from = performance.now()
    const { data } = await life.call(createBackup)
    result.ms = Math.max(result.ms, performance.now() - from)
    result.proven += Number(data.fault === null && data.proven_at !== null)
    ids.push(data.id)
  }
  result.rate = (books.waits.length * 1000) / (performance.now() - begun)
  result.p99 = quantileOf(books.waits, 0.99)
  await stop()
  const store = backupsOf(folder)
  for (const [index, id] of ids.entries()) {
    const file = store.fileOf(id)
    result.same += Number(hasRowsOf(file, store.find(id)!))
    const { missing, gaps } = holdAgainst(file, promised[index]!)
    result.complete += Number(missing === 0)
    result.gapless += Number(gaps === 0)
  }
  return result
}

function holdAgainst(file: string, acknowledged: ReadonlyMap<string, string>) {
  return readCopy(file, (db) => {
    const stored = new Map(
      db
        .prepare<[], [string, string]>(
          "SELECT client_id, content FROM messages WHERE author = 'visitor'",
        )
        .raw()
        .all(),
    )
    const gaps = db
      .prepare<[], number>(
        'SELECT count(*) FROM (SELECT 1 FROM messages GROUP BY conversation_id HAVING max(seq) <> count(*))',
      )
      .pluck()
      .get()!
    const missing = [...acknowledged].filter(([id, content]) => stored.get(id) !== content).length
    return { missing, gaps }
  })
}

async function killEach(
  world: { folder: string; books: Books; ms: number; random: () => number },
  kills: number,
) {
  const { folder, books, ms, random } = world
  const result = { untouched: 0, torn: 0, offered: 0, leftOver: 0 }
  for (let kill = 0; kill < kills; kill += 1) {
    keepOne(folder)
    const before = sumsOf(folder)
    const life = await begin({ folder })
    await sendAgain(life, books)
    const stop = typeAll(life, books)
    const asked = life.call(createBackup).catch(() => undefined)
    await sleep(ms * random())
    await life.end('SIGKILL')
    await Promise.all([stop(), asked])
    const after = sumsOf(folder)
    result.untouched += Number([...before].every(([name, sum]) => after.get(name) === sum))
    const next = await begin({ folder })
    const { data } = await next.call(getBackups)
    await next.end('SIGKILL')
    const store = backupsOf(folder)
    for (const { id } of data.filter((backup) => !before.has(`${backup.id}.db`))) {
      if (hasRowsOf(store.fileOf(id), store.find(id)!)) result.offered += 1
      else result.torn += 1
    }
    result.leftOver += leftOvers(folder)
  }
  return result
}

/** So that none expires because of others. */
function keepOne(folder: string): void {
  const store = backupsOf(folder)
  for (const { id } of store.all().slice(1)) store.remove(id)
}

function leftOvers(folder: string): number {
  const names = readdirSync(path.join(folder, 'backups'))
  const isAlone = (name: string) =>
    name.endsWith('.json') && !names.includes(name.replace('.json', '.db'))
  return names.filter((name) => name.includes('.partial') || isAlone(name)).length
}

function makeFolder(folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  return folder
}
