import { oncePerDb } from './once-per-db.ts'
import type { Db } from './open.ts'
import type { Write } from './write.ts'

/** The indexes with visitors' words. */
const INDEXES = ['search_fts', 'contacts_fts'] as const

/** Pages written per transaction, so that no request waits long. */
const SLICE = 64

const merging = oncePerDb((sql) => ({
  changes: sql.read<[], number>('SELECT total_changes()').pluck(),
  merges: INDEXES.map((name) =>
    sql.write<[number]>(`INSERT INTO ${name} (${name}, rank) VALUES ('merge', ?)`),
  ),
}))

/**
 * Merges the search indexes, so that deleted words are purged rather than only marked as deleted.
 * @param pause waits between two slices
 */
export async function mergeIndexes(
  db: Db,
  write: Write,
  pause: () => Promise<void>,
): Promise<void> {
  const { changes, merges } = merging(db)
  for (const merge of merges) {
    // A negative number starts a full merge; fewer than two changes mean that nothing was merged.
    for (let pages = -SLICE; ; pages = SLICE) {
      const changed = await write((tx) => {
        const before = changes.get()!
        merge.run(tx, pages)
        return changes.get()! - before
      })
      if (changed < 2) break
      await pause()
    }
  }
}
