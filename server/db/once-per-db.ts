import type { Db } from './open.ts'

/** Makes a set of prepared statements once for each database, however often it is asked for. */
export function oncePerDb<queries>(make: (db: Db) => queries): (db: Db) => queries {
  const made = new WeakMap<Db, queries>()
  return (db) => {
    const existing = made.get(db)
    if (existing) return existing
    const queries = make(db)
    made.set(db, queries)
    return queries
  }
}
