import Database from 'better-sqlite3'
import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import { connect } from '../connect.ts'
import { newestSchema } from '../migrate.ts'
import { APPLICATION_ID, type Db } from '../open.ts'
import { type Digest, difference, digestOf, tablesOf } from './digest.ts'
import { schemaFault } from './schema.ts'

/** Result of checking an alleged database of ours. */
export interface Checked {
  readonly schema: number
  readonly rows: number
  readonly digest: Digest
  /** Reason why it cannot be used; null if it can. */
  readonly fault: Fault<ReasonCode> | null
}

const NONE = { schema: 0, rows: 0, digest: {} }

/** Checks a whole file: its origin, schema, every page, every reference, and every row if the digest is known. */
export function checkCopy(file: string, wanted?: Digest): Checked {
  let db: Db
  try {
    db = connect(file, { fileMustExist: true })
  } catch {
    return { ...NONE, fault: fault('database_unopenable') }
  }
  try {
    return checkOpened(db, wanted)
  } catch {
    // SQLite itself throws on a malformed page.
    return { ...NONE, fault: fault('database_unreadable') }
  } finally {
    db.close()
  }
}

/** Checks every page of a database in use, table by table so that the thread can be terminated in between. */
export function checkPages(file: string): Checked {
  const db = connect(file, { readonly: true, fileMustExist: true })
  try {
    const isWhole = (table: string) =>
      db.pragma(`quick_check("${table}")`, { simple: true }) === 'ok'
    return { ...NONE, fault: tablesOf(db).every(isWhole) ? null : fault('database_damaged') }
  } catch (error) {
    if (!(error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CORRUPT')))
      throw error
    return { ...NONE, fault: fault('database_damaged') }
  } finally {
    db.close()
  }
}

function checkOpened(db: Db, wanted: Digest | undefined): Checked {
  const number = (name: string) => db.pragma(name, { simple: true }) as number
  if (number('application_id') !== APPLICATION_ID)
    return { ...NONE, fault: fault('database_foreign') }
  const schema = number('user_version')
  const newest = newestSchema()
  if (schema > newest)
    return { ...NONE, schema, fault: fault('database_newer', { schema, newest }) }
  const other = schemaFault(db, schema)
  if (other) return { ...NONE, schema, fault: other }
  const digest = digestOf(db)
  const rows = Object.values(digest).reduce((sum, table) => sum + table.rows, 0)
  return { schema, rows, digest, fault: faultOf(db, digest, wanted) ?? null }
}

function faultOf(
  db: Db,
  digest: Digest,
  wanted: Digest | undefined,
): Fault<ReasonCode> | undefined {
  const integrity = db.pragma('integrity_check(1)', { simple: true })
  if (integrity !== 'ok') return fault('database_damaged')
  if ((db.pragma('foreign_key_check') as unknown[]).length > 0)
    return fault('database_dangling_references')
  return wanted && difference(wanted, digest)
}
