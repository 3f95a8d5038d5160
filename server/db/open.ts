import { type BigIntStats, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { StartError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { connect } from './connect.ts'

export type Db = Database.Database

/** Marks a file as ours ("Prly" in ASCII), so that another program's database is never migrated. */
export const APPLICATION_ID = 0x50_72_6c_79

/** Older SQLite can lose a write-ahead log that two connections reset at once. */
const MIN_SQLITE = [3, 51, 3]

/** Maximum wait for another connection, ms. */
export const BUSY_TIMEOUT_MS = 5000

type Identity = Pick<BigIntStats, 'ino' | 'dev'>

/** Files as they were opened: another one may take their name. */
const identities = new WeakMap<Db, Identity>()

/**
 * Opens the database in a file, or in memory from these bytes, with all pragmas set and verified.
 * @throws StartError if the file is not one of our databases, or is damaged
 */
export function openDb(source: string | Buffer): Db {
  const db = opened(source)
  const file = db.name
  try {
    assertSqlite(db)
    setPragmas(db, db.memory)
    assertParleyDb(db, file)
    if (!db.memory) identities.set(db, statSync(file, { bigint: true }))
    return db
  } catch (error) {
    db.close()
    throw translated(error, file)
  }
}

/** Reports whether a file is the one that was opened as this database. */
export function isFileOf(db: Db, { ino, dev }: Identity): boolean {
  const opened = identities.get(db)
  return opened?.ino === ino && opened.dev === dev
}

function opened(source: string | Buffer): Db {
  try {
    return connect(source)
  } catch (error) {
    throw translated(error, typeof source === 'string' ? source : ':memory:')
  }
}

function setPragmas(db: Db, inMemory: boolean): void {
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  db.pragma('journal_mode = WAL')
  // After journal_mode: better-sqlite3 lowers synchronous to NORMAL when it switches to WAL.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  // Deleted data must also be gone from the file: visitors may request erasure.
  db.pragma('secure_delete = ON')
  // Shrinks a log that has grown after its next checkpoint.
  db.pragma(`journal_size_limit = ${LIMITS.walBytes}`)
  // A statement with triggers keeps a copy of each changed page until it ends: in memory instead of a temporary file.
  db.pragma('temp_store = MEMORY')
  const expected = {
    journal_mode: inMemory ? 'memory' : 'wal',
    synchronous: 2,
    foreign_keys: 1,
    secure_delete: 1,
  }
  for (const [name, value] of Object.entries(expected)) {
    const actual = db.pragma(name, { simple: true })
    if (actual !== value) throw new Error(`PRAGMA ${name} is ${actual}, not ${value}`)
  }
}

function assertSqlite(db: Db): void {
  const version = db.prepare<[], string>('SELECT sqlite_version()').pluck().get()!
  const difference = version
    .split('.')
    .map((part, index) => Number(part) - (MIN_SQLITE[index] ?? 0))
    .find((part) => part !== 0)
  if (difference !== undefined && difference < 0) {
    throw new Error(`SQLite ${version} is older than ${MIN_SQLITE.join('.')}`)
  }
}

function assertParleyDb(db: Db, file: string): void {
  const id = db.pragma('application_id', { simple: true })
  const tables = db.prepare<[], number>('SELECT count(*) FROM sqlite_master').pluck().get()!
  if (id !== APPLICATION_ID && tables > 0) {
    throw new StartError(
      'not_a_database',
      `${file} belongs to another program; Parley leaves it as it is.`,
    )
  }
}

function translated(error: unknown, file: string): unknown {
  const code = error instanceof Database.SqliteError ? error.code : ''
  if (code === 'SQLITE_NOTADB') {
    return new StartError('not_a_database', `${file} is not a database; Parley leaves it as it is.`)
  }
  if (code.startsWith('SQLITE_CORRUPT')) {
    return new StartError(
      'damaged',
      `${file} is damaged; Parley leaves it as it is. Restore a backup beside it.`,
    )
  }
  return error
}
