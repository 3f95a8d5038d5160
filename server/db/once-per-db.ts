import type { Db } from './open.ts'

/**
 * Makes a set of prepared statements (an object of functions, or one function) once for each database, however often it
 * is asked for, and not before one of them is wanted: a server prepares what it uses, so that it starts at once.
 */
export function oncePerDb<queries extends object>(make: (db: Db) => queries): (db: Db) => queries {
  const sets = new WeakMap<Db, queries>()
  return (db) => {
    const existing = sets.get(db)
    if (existing) return existing
    const set = whenWanted(() => make(db))
    sets.set(db, set)
    return set
  }
}

/** Stands for an object or a function that is made when something of it is first used. */
function whenWanted<made extends object>(make: () => made): made {
  let made: made | undefined
  const use = () => {
    made ??= make()
    return made
  }
  // A function, because only what stands in for one can be called.
  return new Proxy((() => undefined) as unknown as made, {
    get: (_, name) => Reflect.get(use(), name),
    apply: (_, self, values) => Reflect.apply(use() as () => unknown, self, values),
  })
}
