import path from 'node:path'
import { readMigrations } from '../../server/db/migrate.ts'

/**
 * The product's migrations and a few more, so that the mechanism is tested on more than the newest schema.
 * The tests' own are numbered after the product's newest.
 */
export function longerHistory(): ReturnType<typeof readMigrations> {
  const known = readMigrations()
  const newest = known.at(-1)!.version
  const later = readMigrations(path.join(import.meta.dirname, 'migrations'))
  return [...known, ...later.map((one) => ({ ...one, version: newest + one.version }))]
}

/** The part of a migration from the first occurrence of some text, for tests of how it takes over existing rows. */
export function partOfMigration(name: string, from: string): string {
  const { sql } = readMigrations().find((migration) => migration.name.endsWith(`_${name}.sql`))!
  return sql.slice(sql.indexOf(from))
}
