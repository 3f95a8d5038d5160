import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import { connect } from '../connect.ts'
import { migrate, readMigrations } from '../migrate.ts'
import type { Db } from '../open.ts'

/** A table, index, view or trigger of the schema. */
interface Part {
  readonly type: string
  readonly name: string
  readonly tbl_name: string
  readonly sql: string | null
}

/**
 * Compares a file's schema with that of a new database of the same version, word for word. An injected trigger would
 * run on the next write, so this comes before any other statement.
 */
export function schemaFault(db: Db, level: number): Fault<ReasonCode> | undefined {
  const wanted = partsOf(level)
  const found = new Map(read(db).map((part) => [`${part.type} ${part.name}`, part]))
  for (const [name, part] of found) {
    const other = wanted.get(name)
    if (!other) return fault('schema_extra', { name })
    if (other.sql !== part.sql || other.tbl_name !== part.tbl_name)
      return fault('schema_differs', { name })
  }
  const missing = [...wanted.keys()].find((name) => !found.has(name))
  return missing === undefined ? undefined : fault('schema_missing', { name: missing })
}

function read(db: Db): Part[] {
  return db.prepare<[], Part>('SELECT type, name, tbl_name, sql FROM sqlite_schema').all()
}

function partsOf(level: number): Map<string, Part> {
  const fresh = connect(':memory:')
  try {
    migrate(
      fresh,
      readMigrations().filter(({ version }) => version <= level),
    )
    return new Map(read(fresh).map((part) => [`${part.type} ${part.name}`, part]))
  } finally {
    fresh.close()
  }
}
