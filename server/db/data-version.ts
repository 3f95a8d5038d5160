import type { Db } from './open.ts'

/**
 * Version number of the data: changes with every write, by this connection or another process. Undefined inside a
 * transaction, which may yet be rolled back.
 */
export function dataVersion(db: Db): () => number | undefined {
  const own = db.prepare<[], number>('SELECT total_changes()').pluck()
  const others = db.prepare<[], number>('PRAGMA data_version').pluck()
  let version = 0
  let seenOwn: number | undefined
  let seenOthers: number | undefined

  return () => {
    if (db.inTransaction) return undefined
    const changes = own.get()
    const commits = others.get()
    if (changes !== seenOwn || commits !== seenOthers) version += 1
    seenOwn = changes
    seenOthers = commits
    return version
  }
}
