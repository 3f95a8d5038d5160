import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../server/db/connect.ts'
import { truncateLog } from '../../server/db/log.ts'
import { type Db, openDb } from '../../server/db/open.ts'
import { gapOf } from '../../server/db/page-gap.ts'
import { closeDb, scrubDb } from '../../server/db/scrub.ts'
import { createWrite, type Write } from '../../server/db/write.ts'
import { occurrencesIn } from '../support/occurrences.ts'
import { emptyDataFolder } from '../support/server.ts'

const ERASED = 'zygotope'

/** Tables of every shape: with indexes, without row ids, and with rows that need further pages. */
const SCHEMA = `
  CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, city TEXT, letter TEXT);
  CREATE INDEX people_by_name ON people (name);
  CREATE INDEX people_by_city ON people (city, name);
  CREATE TABLE words (word TEXT, id INTEGER, rest TEXT, PRIMARY KEY (word, id)) WITHOUT ROWID;
`

/** A generator of numbers from 0 to `below`, always the same for a seed. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function onDisk(seed = 1) {
  const folder = emptyDataFolder()
  const db = openDb(path.join(folder, 'parley.db'))
  onTestFinished(() => closeDb(db))
  db.exec(SCHEMA)
  const random = randomFrom(seed)
  const text = (most: number) => 'abcdefgh'.repeat(most / 8).slice(0, random(most))
  const person = db.prepare('INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?)')
  const word = db.prepare('INSERT OR REPLACE INTO words VALUES (?, ?, ?)')

  function add(name: string): void {
    const id = random(2 ** 31)
    person.run(id, name, `${random(50)} ${name}`, name + text(random(20) === 0 ? 9000 : 300))
    word.run(`${random(9)}${name}`, id, text(200))
  }

  const inOneCommit = (work: () => void): void => db.transaction(work)()

  return {
    db,
    folder,
    write: createWrite(db),
    random,
    add,
    /** Adds rows with the word and others, and then deletes those with the word. */
    fill(count: number): void {
      for (let at = 0; at < count; at += 100)
        inOneCommit(() => {
          for (let row = 0; row < 100; row += 1)
            add(`${row % 5 === 3 ? ERASED : 'neighbour'}-${random(2 ** 31)}`)
        })
      inOneCommit(() => {
        db.exec(`
          DELETE FROM people WHERE name LIKE '${ERASED}%';
          DELETE FROM words WHERE word LIKE '%${ERASED}%';
        `)
      })
      truncateLog(db)
    },
  }
}

/** Number of times that the files of a folder contain the erased word. */
const copiesIn = (folder: string): number => occurrencesIn(folder, ERASED)

/** Sum of all rows, read in an order that uses every index. */
function sumOf(db: Db): string {
  const rows = [
    'SELECT * FROM people ORDER BY id',
    'SELECT id, name FROM people ORDER BY name',
    'SELECT city, name FROM people ORDER BY city, name',
    'SELECT * FROM words ORDER BY word, id',
  ].map((sql) => db.prepare(sql).all())
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

const noPause = () => Promise.resolve()

test('deleted rows are left in pages that were split, and gone after a scrub, which changes no row', async () => {
  let left = 0
  for (const seed of [1, 2]) {
    const { db, folder, write, fill } = onDisk(seed)
    fill(2000)
    left += copiesIn(folder)
    const before = sumOf(db)
    expect(await scrubDb(db, write, noPause)).toBe(true)
    expect(copiesIn(folder)).toBe(0)
    expect(sumOf(db)).toBe(before)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    const other = connect(db.name, { readonly: true })
    expect(sumOf(other)).toBe(before)
    other.close()
  }
  expect(left).toBeGreaterThan(0)
})

test('cached pages do not bring back what was scrubbed', async () => {
  const { db, folder, write, fill } = onDisk()
  fill(2000)
  sumOf(db)
  await scrubDb(db, write, noPause)
  db.exec("UPDATE people SET letter = 'x' || substr(letter, 2); UPDATE words SET rest = 'y'")
  truncateLog(db)
  expect(copiesIn(folder)).toBe(0)
})

test('writes between the slices neither get lost nor carry remnants to pages already done', async () => {
  for (const seed of [4]) {
    const { db, folder, write, random, add, fill } = onDisk(seed)
    fill(3000)
    let slices = 0
    const gone = db.prepare(
      'DELETE FROM people WHERE id IN (SELECT id FROM people ORDER BY name LIMIT 20)',
    )
    await scrubDb(db, write, async () => {
      slices += 1
      for (let row = 0; row < 60; row += 1) add(`newcomer-${random(2 ** 31)}`)
      gone.run()
      // As another erasure does.
      if (slices % 2 === 0) truncateLog(db)
    })
    expect(slices).toBeGreaterThan(2)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    truncateLog(db)
    expect(copiesIn(folder)).toBe(0)
    expect(
      db.prepare("SELECT count(*) FROM people WHERE name LIKE 'newcomer%'").pluck().get(),
    ).toBe(60 * slices)
    expect(db.pragma('wal_autocheckpoint', { simple: true })).toBe(1000)
  }
})

test('a reader of an older state is neither waited for nor disturbed', async () => {
  const { db, folder, write, add, fill } = onDisk()
  fill(500)
  const reader = connect(db.name, { readonly: true })
  onTestFinished(() => void reader.close())
  reader.exec('BEGIN')
  const before = sumOf(reader)
  add('newcomer')
  const begun = performance.now()
  expect(await scrubDb(db, write, noPause)).toBe(false)
  expect(performance.now() - begun).toBeLessThan(1000)
  expect(db.pragma('busy_timeout', { simple: true })).toBe(5000)
  expect(sumOf(reader)).toBe(before)
  reader.exec('COMMIT')
  // One that reads the latest state from the file itself is in the way only of the slices after the first commit.
  truncateLog(db)
  reader.exec('BEGIN')
  const latest = sumOf(reader)
  await scrubDb(db, write, noPause)
  expect(sumOf(reader)).toBe(latest)
  reader.exec('COMMIT')
  expect(await scrubDb(db, write, noPause)).toBe(true)
  expect(copiesIn(folder)).toBe(0)
})

test.skipIf(process.platform !== 'linux')('a scrub keeps the locks of the file', async () => {
  const { db, write, fill } = onDisk()
  fill(500)
  const file = `:${statSync(db.name).ino} `
  const locks = () =>
    readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .filter((line) => line.includes(file))
  const before = locks().length
  expect(before).toBeGreaterThan(0)
  await scrubDb(db, write, noPause)
  expect(locks().length).toBe(before)
})

test('rows of another program that come between two steps of a scrub are left alone', async () => {
  const { db, write, fill } = onDisk()
  fill(2000)
  const other = connect(db.name)
  onTestFinished(() => void other.close())
  let added = 0
  // The other program has the write lock first, and empties the log before it is looked at.
  const late = Object.assign(
    (work: Parameters<Write>[0]) => {
      other.exec(
        'INSERT OR REPLACE INTO people SELECT id + 1, name, city, letter FROM people WHERE id % 3 = 0',
      )
      added = other.prepare('SELECT count(*) FROM people').pluck().get() as number
      other.pragma('wal_checkpoint(TRUNCATE)')
      return write(work)
    },
    { flush: write.flush, pending: undefined },
  ) as Write
  await scrubDb(db, late, noPause)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.prepare('SELECT count(*) FROM people').pluck().get()).toBe(added)
})

test('a log is not emptied within a transaction', () => {
  const { db, add } = onDisk()
  db.exec('BEGIN')
  add('newcomer')
  expect(truncateLog(db)).toBe(false)
  db.exec('COMMIT')
  expect(truncateLog(db)).toBe(true)
})

test('a database whose pages cannot be told apart is refused', async () => {
  const db = openDb(path.join(emptyDataFolder(), 'parley.db'))
  onTestFinished(() => closeDb(db))
  db.pragma('auto_vacuum = FULL')
  db.exec('VACUUM')
  await expect(scrubDb(db, createWrite(db), noPause)).rejects.toThrow('cannot be told apart')
})

const gapIn = (page: Buffer) => gapOf(page, page.length)

/** A leaf page of a table with these offsets of cells. */
function pageWith(cells: readonly number[], { kind = 13, start = 400, free = 0 } = {}): Buffer {
  const page = Buffer.alloc(512)
  page[0] = kind
  page.writeUInt16BE(free, 1)
  page.writeUInt16BE(cells.length, 3)
  page.writeUInt16BE(start, 5)
  for (const [index, cell] of cells.entries()) page.writeUInt16BE(cell, 8 + 2 * index)
  return page
}

test('only the bytes between the cell pointers and the cells of a sound page are unused', () => {
  expect(gapIn(pageWith([400, 450]))).toEqual({ from: 12, to: 400 })
  expect(gapIn(pageWith([400, 450], { free: 480 }))).toEqual({ from: 12, to: 400 })
  expect(gapIn(pageWith([450], { start: 0 }))).toBeUndefined()
  expect(gapIn(pageWith([399, 450]))).toBeUndefined()
  expect(gapIn(pageWith([600]))).toBeUndefined()
  expect(gapIn(pageWith([400], { free: 300 }))).toBeUndefined()
  expect(gapIn(pageWith([400], { start: 9 }))).toBeUndefined()
  expect(gapIn(pageWith([400], { kind: 0 }))).toBeUndefined()
})

test('no bytes are mistaken for a page with cells outside of them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 512, maxLength: 512 }), (bytes) => {
      const gap = gapIn(Buffer.from(bytes))
      if (gap) expect([gap.from <= gap.to, gap.to <= 512]).toEqual([true, true])
    }),
  )
})
