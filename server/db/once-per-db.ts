import type { Db } from './open.ts'
import { type Sql, sqlOf } from './sql.ts'

type Make<made> = (sql: Sql, db: Db) => made

const makers = new Set<Make<unknown>>()

/** Creates a set of statements (an object of functions, or one function) once per database. Each statement is prepared on first use. */
export function oncePerDb<made>(make: Make<made>): (db: Db) => made {
  const sets = new WeakMap<Db, { readonly made: made }>()
  makers.add(make)
  return (db) => {
    const existing = sets.get(db)
    if (existing) return existing.made
    const made = make(sqlOf(db), db)
    sets.set(db, { made })
    return made
  }
}

/**
 * Prepares every statement of every imported set, for the test that finds those that do not match the schema.
 * @returns number of statements
 */
export function prepareAll(db: Db): number {
  const declared: (() => void)[] = []
  const sql = sqlOf(db, (prepare) => void declared.push(prepare))
  for (const make of makers) make(sql, db)
  for (const prepare of declared) prepare()
  return declared.length
}
