import { oncePerDb } from './once-per-db.ts'
import type { Db } from './open.ts'

/** The indexes that hold words of visitors. */
const INDEXES = ['search_fts', 'contacts_fts'] as const

/** Pages written at once, so that no request waits long. */
const SLICE = 64

const merging = oncePerDb((db) => ({
  changes: db.prepare<[], number>('SELECT total_changes()').pluck(),
  merges: INDEXES.map((name) =>
    db.prepare<[number]>(`INSERT INTO ${name} (${name}, rank) VALUES ('merge', ?)`),
  ),
}))

/**
 * Merges the indexes of the search, so that words which were deleted are not only marked as such.
 * @param pause waits between two slices
 */
export async function mergeIndexes(db: Db, pause: () => Promise<void>): Promise<void> {
  const { changes, merges } = merging(db)
  for (const merge of merges) {
    // A negative number begins with all there is; fewer than two changes are none.
    for (let pages = -SLICE; ; pages = SLICE) {
      const before = changes.get()!
      merge.run(pages)
      if (changes.get()! - before < 2) break
      await pause()
    }
  }
}
