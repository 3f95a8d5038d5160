import { createHash, type Hash } from 'node:crypto'
import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { Db } from '../open.ts'

/** Row count of a table, and the SHA-256 of its rows. */
export interface TableDigest {
  readonly rows: number
  readonly sha256: string
}
export type Digest = Readonly<Record<string, TableDigest>>

/** Row count and checksum of every table that stores data, including those of the search indexes. */
export function digestOf(db: Db): Digest {
  return Object.fromEntries(tablesOf(db).map((table) => [table, digestOfTable(db, table)]))
}

/** Names of the tables that store something, those of the search indexes included. */
export const tablesOf = (db: Db): string[] =>
  db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') ORDER BY name",
    )
    .pluck()
    .all()

function digestOfTable(db: Db, table: string): TableDigest {
  const hash = createHash('sha256')
  let rows = 0
  const all = db.prepare<[], unknown[]>(rowsOf(table)).raw().safeIntegers()
  for (const row of all.iterate()) {
    for (const value of row) add(hash, value)
    rows += 1
  }
  return { rows, sha256: hash.digest('hex') }
}

/** Never through an index: the order of rows in the table itself is the same in every copy. */
function rowsOf(table: string): string {
  // Where a table starts in its file may differ between copies.
  if (table === 'sqlite_schema')
    return 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'
  return `SELECT * FROM "${table}" NOT INDEXED`
}

/** Includes type and length, so that no two different rows hash alike. */
function add(hash: Hash, value: unknown): void {
  if (Buffer.isBuffer(value)) hash.update(`b${value.length}:`).update(value)
  else if (typeof value === 'string') hash.update(`s${value.length}:`).update(value)
  else if (value === null) hash.update('n')
  else hash.update(`${typeof value === 'bigint' ? 'i' : 'r'}${value};`)
}

/** The first difference, as a fault; undefined if everything is the same. */
export function difference(wanted: Digest, found: Digest): Fault<ReasonCode> | undefined {
  for (const [table, { rows, sha256 }] of Object.entries(wanted)) {
    const other = found[table]
    if (!other) return fault('table_missing', { table })
    if (other.rows !== rows)
      return fault('table_row_count', { table, found: other.rows, wanted: rows })
    if (other.sha256 !== sha256) return fault('table_rows_differ', { table })
  }
  const extra = Object.keys(found).find((table) => !wanted[table])
  return extra === undefined ? undefined : fault('table_unexpected', { table: extra })
}
