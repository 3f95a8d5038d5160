import type { Db } from '../../../server/db/open.ts'

/** Rows per table. */
const ROWS = 3

interface Column {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: string | null
  readonly pk: number
}

/**
 * Inserts rows into every table that accepts them, in any schema: their values are meaningless, but there is
 * something to migrate.
 * @returns the number of tables with rows
 */
export function fillTables(db: Db): number {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all()
  db.pragma('foreign_keys = OFF')
  db.transaction(() => {
    for (const table of tables) for (let row = 1; row <= ROWS; row += 1) insert(db, table, row)
    removeOrphans(db)
  })()
  db.pragma('foreign_keys = ON')
  return tables.filter((table) => db.prepare(`SELECT 1 FROM "${table}"`).get() !== undefined).length
}

/** A row rejected by the table's own rules is skipped. */
function insert(db: Db, table: string, row: number): void {
  const sql = db
    .prepare<[string], string>("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?")
    .pluck()
    .get(table)!
  const columns = (db.pragma(`table_info("${table}")`) as Column[]).filter(
    ({ notnull, dflt_value, pk }) => pk > 0 || (notnull === 1 && dflt_value === null),
  )
  const names = columns.map(({ name }) => `"${name}"`)
  const values = columns.map((column) => somethingFor(column, sql, row))
  try {
    db.prepare(`INSERT INTO "${table}" (${names}) VALUES (${values.map(() => '?')})`).run(...values)
  } catch {
    // A rule unknown here.
  }
}

function somethingFor({ name, type }: Column, sql: string, row: number): unknown {
  const [, one] = new RegExp(`\\b${name}\\b[^,(]*CHECK \\(${name} IN \\('([^']*)'`).exec(sql) ?? []
  if (one !== undefined) return one
  if (type === 'INTEGER') return row
  if (type === 'REAL') return row / 2
  if (type === 'BLOB') return Buffer.from(`${name} ${row}`)
  return sql.includes(`json_valid(${name})`) ? '{"reason":"none"}' : `${name} ${row}`
}

/** Repeats until every reference is satisfied. */
function removeOrphans(db: Db): void {
  for (;;) {
    const broken = db.pragma('foreign_key_check') as {
      table: string
      rowid: number | null
    }[]
    if (broken.length === 0) return
    // A table without rowids does not report which row it is.
    for (const { table, rowid } of broken)
      db.exec(`DELETE FROM "${table}" ${rowid === null ? '' : `WHERE rowid = ${rowid}`}`)
  }
}
