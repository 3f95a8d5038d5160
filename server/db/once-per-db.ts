import type { Db } from './open.ts'
import { type Sql, sqlOf } from './sql.ts'

type Make<made> = (sql: Sql, db: Db) => made

const makers = new Set<Make<unknown>>()

/**
 * Makes a set of statements (an object of functions, or one function) once for each database, however often it is asked
 * for. Each statement is prepared when it is first used.
 */
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
 * Prepares every statement of every set that has been imported: for the test that finds those which do not fit the schema.
 * @returns how many there are
 */
export function prepareAll(db: Db): number {
  const declared: (() => void)[] = []
  const sql = sqlOf(db, (prepare) => void declared.push(prepare))
  for (const make of makers) make(sql, db)
  for (const prepare of declared) prepare()
  return declared.length
}
