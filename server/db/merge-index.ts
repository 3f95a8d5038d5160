import { oncePerDb } from './once-per-db.ts'
import type { Db } from './open.ts'
import type { Tx, Write } from './write.ts'

/** The indexes with visitors' words. */
const INDEXES = ['search_fts', 'contacts_fts'] as const

/** Pages written per transaction, so that no request waits long. */
const SLICE = 64

/** A document that nobody finds: its words consist of private characters. */
interface Filler {
  readonly id: number
  readonly word: string
  readonly body: string
}

/** One that makes an index longer than a page, and one that does not. */
const FILLERS: readonly Filler[] = [
  { id: -1, word: '\ue000\ue001\ue002', body: longBody('\ue000\ue001\ue002') },
  { id: -2, word: '\ue003\ue004\ue005', body: '\ue003\ue004\ue005' },
]

function longBody(word: string): string {
  const digit = (character: string): string => String.fromCharCode(0xe1_00 + Number(character))
  const words = Array.from({ length: 1500 }, (_, at) => String(at + 1000).replaceAll(/\d/g, digit))
  return [word, ...words].join(' ')
}

const merging = oncePerDb((sql) => ({
  changes: sql.read<[], number>('SELECT total_changes()').pluck(),
  indexes: INDEXES.map((name) => ({
    merge: sql.write<[number]>(`INSERT INTO ${name} (${name}, rank) VALUES ('merge', ?)`),
    // The structure ends with the number of inputs and of segments of the highest level.
    isTopEmpty: sql
      .read<[], number>(`SELECT substr(block, -2) = x'0000' FROM ${name}_data WHERE id = 10`)
      .pluck(),
    has: sql
      .read<[string, number], number>(
        `SELECT count(*) FROM ${name} WHERE ${name} MATCH ? AND rowid = ?`,
      )
      .pluck(),
    add: sql.write<[number, string]>(`INSERT INTO ${name} (rowid, body) VALUES (?, ?)`),
    remove: sql.write<[number, string]>(
      `INSERT INTO ${name} (${name}, rowid, body) VALUES ('delete', ?, ?)`,
    ),
  })),
}))

type Index = ReturnType<typeof merging>['indexes'][number]

/**
 * Merges the search indexes, so that deleted words are purged rather than only marked as deleted.
 * @param pause waits between two slices
 */
export async function mergeIndexes(
  db: Db,
  write: Write,
  pause: () => Promise<void>,
): Promise<void> {
  const { changes, indexes } = merging(db)

  async function mergeAll({ merge }: Index): Promise<void> {
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

  for (const index of indexes) {
    await mergeAll(index)
    // FTS5 keeps deleted words if it merges into a level below the highest one, and merges nothing then, as all is in one segment.
    // A second segment that is shorter stays on another level, and it merges both into a new highest one.
    if (index.isTopEmpty.get() === 1)
      for (const filler of FILLERS) {
        await write((tx) => add(tx, index, filler))
        await mergeAll(index)
      }
    // They are still there, too, if the process ended in between.
    await write((tx) => {
      for (const filler of FILLERS) remove(tx, index, filler)
    })
  }
}

const isIn = ({ has }: Index, { id, word }: Filler): boolean => has.get(word, id) === 1

function add(tx: Tx, index: Index, filler: Filler): void {
  if (!isIn(index, filler)) index.add.run(tx, filler.id, filler.body)
}

function remove(tx: Tx, index: Index, filler: Filler): void {
  if (isIn(index, filler)) index.remove.run(tx, filler.id, filler.body)
}
