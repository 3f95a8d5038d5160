import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { APPLICATION_ID, type Db, openDb } from '../../server/db/open.ts'
import { createWrite } from '../../server/db/write.ts'
import { createChance } from '../../server/features/demo/chance.ts'
import { occurrencesIn } from './occurrences.ts'

/** Layout of a database file, and the seed of what is in it. */
export interface Shape {
  readonly seed: number
  readonly pageSize: number
  /** Bytes at the end of each page that SQLite leaves to extensions. */
  readonly reserved: number
}

/** Content of erased rows: repeated, so that any part of seven bytes contains it. Other rows have none of its letters. */
const SECRET = 'zqjx'
const NEIGHBOUR = 'the brown fog climbs over a wide hedge and sleeps '

type Random = ReturnType<typeof createChance>['below']

/** Creates a file of this layout: page size and reserved bytes cannot be changed later. */
function createFile(file: string, { pageSize, reserved }: Shape): void {
  const empty = new Database(file)
  empty.pragma(`page_size = ${pageSize}`)
  empty.pragma(`application_id = ${APPLICATION_ID}`)
  empty.close()
  if (reserved === 0) return
  const handle = openSync(file, 'r+')
  const page = Buffer.alloc(pageSize)
  readSync(handle, page, 0, pageSize, 0)
  page[20] = reserved
  page.writeUInt16BE((pageSize - reserved) & 0xff_ff, 105)
  writeSync(handle, page, 0, pageSize, 0)
  closeSync(handle)
}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: 'id' | 'rowid'
  /** For text search. */
  readonly isIndex: boolean
}

/** Creates up to five tables: with row ids, without, with blobs, with several indexes, for text search. */
function createTables(db: Db, random: Random): Table[] {
  return Array.from({ length: 1 + random(5) }, (_, at) => {
    const name = `t${at}`
    const columns = Array.from({ length: 1 + random(5) }, (_, column) => `c${column}`)
    const kind = random(4)
    if (kind === 0) {
      db.exec(`CREATE VIRTUAL TABLE ${name} USING fts5(${columns.join()})`)
      return { name, columns, key: 'rowid', isIndex: true }
    }
    const key = kind === 1 ? 'id INTEGER' : 'id INTEGER PRIMARY KEY'
    const end = kind === 1 ? ', PRIMARY KEY (c0, id)) WITHOUT ROWID' : ')'
    db.exec(`CREATE TABLE ${name} (${key}, ${columns.join()}${end}`)
    for (let index = random(4); index > 0; index -= 1) {
      const by = Array.from({ length: 1 + random(2) }, () => columns[random(columns.length)])
      db.exec(`CREATE INDEX ${name}_${index} ON ${name} (${by.join()})`)
    }
    return { name, columns, key: 'id', isIndex: false }
  })
}

/** A database with random tables and rows, of which some are to be erased. */
export function anyDatabase(folder: string, shape: Shape) {
  const file = path.join(folder, 'parley.db')
  createFile(file, shape)
  const db = openDb(file)
  const random = createChance(shape.seed).below
  const tables = createTables(db, random)
  const longest = [40, shape.pageSize / 8, shape.pageSize, 3 * shape.pageSize]
  // Keeps rows of large pages quick to write.
  const scale = Math.min(1, 20_000 / shape.pageSize)

  function text(isSecret: boolean): string | Buffer {
    const length = random(longest[[0, 0, 0, 1, 1, 2, 3][random(7)]!]! * scale + 1)
    const start = random(NEIGHBOUR.length)
    const made = isSecret
      ? SECRET.repeat(length / 4 + 1).slice(0, length)
      : NEIGHBOUR.repeat(length / NEIGHBOUR.length + 2).slice(start, start + length)
    return random(5) === 0 ? Buffer.from(made) : made
  }

  /** Inserts a row; those to be erased have odd keys. */
  function insert(isSecret: boolean): void {
    const { name, columns, key, isIndex } = tables[random(tables.length)]!
    const values = columns.map(() => text(isSecret))
    db.prepare(
      `INSERT OR REPLACE INTO ${name} (${[key, ...columns].join()}) VALUES (?, ${columns.map(() => '?').join()})`,
    ).run(
      random(random(3) === 0 ? 2 ** 10 : 2 ** 24) * 2 + Number(isSecret),
      ...values.map((value) => (isIndex ? String(value) : value)),
    )
  }

  /**
   * Inserts, deletes or changes some rows in one commit.
   * @param secrets percentage of the new rows that are to be erased
   */
  function change(secrets = 0): void {
    const { name, key } = tables[random(tables.length)]!
    const kept = `${key} % 2 = 0`
    db.exec('BEGIN IMMEDIATE')
    const kind = random(6)
    if (kind === 0)
      db.exec(`DELETE FROM ${name} WHERE ${kept} AND ${key} % ${2 + random(9)} = ${random(2)}`)
    else if (kind === 1)
      db.prepare(
        `UPDATE OR IGNORE ${name} SET c0 = ? WHERE ${key} IN (SELECT ${key} FROM ${name} WHERE ${kept} LIMIT 40 OFFSET ${random(50)})`,
      ).run(String(text(false)))
    else for (let row = random(120); row >= 0; row -= 1) insert(random(100) < secrets)
    db.exec('COMMIT')
  }

  /** Erases all secrets: by deleting rows, or by changing them. */
  function erase(): void {
    for (const { name, columns, key, isIndex } of tables) {
      if (!isIndex && random(3) === 0) {
        const all = columns.map((column) => `${column} = 'was ' || id`)
        db.exec(`UPDATE OR REPLACE ${name} SET ${all.join()} WHERE id % 2 = 1`)
      } else db.exec(`DELETE FROM ${name} WHERE ${key} % 2 = 1`)
      // How deleted words leave an index is not the question here.
      if (isIndex) db.exec(`INSERT INTO ${name} (${name}) VALUES ('rebuild')`)
    }
  }

  /** Digest of all rows. */
  function sum(on: Db = db): string {
    const rows = tables.map(({ name, columns, key }) =>
      on.prepare(`SELECT ${[key, ...columns].join()} FROM ${name}`).all(),
    )
    return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  }

  return { db, file, tables, write: createWrite(db), change, erase, sum }
}

/** Number of secrets in the files of a folder. */
export const secretsIn = (folder: string): number => occurrencesIn(folder, SECRET)
