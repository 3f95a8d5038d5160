import path from 'node:path'
import { readMigrations } from '../../server/db/migrate.ts'

/**
 * The product's migrations and a few after them, so that the machinery is tested on more than the newest schema. Those of
 * the tests are numbered from the product's newest on.
 */
export function longerHistory(): ReturnType<typeof readMigrations> {
  const known = readMigrations()
  const newest = known.at(-1)!.version
  const later = readMigrations(path.join(import.meta.dirname, 'migrations'))
  return [...known, ...later.map((one) => ({ ...one, version: newest + one.version }))]
}
