import type { Db } from '../../server/db/open.ts'

/** Every row of a database as JSON, one table per line, for searching words that must not be stored. */
export function everythingStored(db: Db): string {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'",
    )
    .pluck()
    .all()
  return tables
    .map((name) => JSON.stringify(db.prepare(`SELECT * FROM "${name}"`).all()))
    .join('\n')
}
