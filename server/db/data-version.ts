import type { Db } from './open.ts'

/**
 * Tells versions of the data apart: the number is another one as soon as anything has been written, by this connection
 * or by another program. Undefined inside a transaction, whose writes may yet be undone.
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
