import type { Context } from '../../server/context.ts'
import { dropLists, rebuildLists } from '../../server/db/list-marks.ts'
import type { Db } from '../../server/db/open.ts'
import { indexPending } from '../../server/db/search-index.ts'
import { pauseTallies, rebuildTallies } from '../../server/db/tallies.ts'
import { createChance } from '../../server/features/demo/chance.ts'
import { ensureParents } from './parents.ts'
import { callWriter, conversationWriter, smsWriter, type Writer } from './rows.ts'

/** Number of rows to write, by kind. */
export interface Amounts {
  readonly conversations: number
  readonly calls: number
  readonly sms: number
}

interface FillOptions {
  readonly amounts: Amounts
  /** The same seed and end produce the same rows. */
  readonly seed: number
  /** Time just after the newest row, ms since 1970; the oldest is two years earlier. */
  readonly until: number
  readonly onProgress?: (kind: keyof Amounts, done: number, total: number) => void
}

const TWO_YEARS_MS = 2 * 365 * 86_400_000

/** Rows per transaction: enough to be fast, few enough that an interruption loses little. */
const BATCH = 20_000

/** Fills a database with the data of two busy years, oldest first, so that indexes mostly grow at their newest end. */
export async function fill(context: Context, options: FillOptions): Promise<void> {
  const { db } = context
  const { amounts, seed } = options
  const parents = await context.write((tx) => ensureParents(tx, context))
  const chance = (kind: number) => createChance(seed * 31 + kind)
  context.write.flush()
  // Nothing needs to be durable yet, and the file still cannot be corrupted.
  db.pragma('synchronous = NORMAL')
  db.pragma('cache_size = -256000')
  // Counted at the end, which is much faster than row by row.
  pauseTallies(db, parents.userId)
  const writers = {
    conversations: conversationWriter(db, parents, chance(1)),
    calls: callWriter(db, parents, chance(2), amounts.calls),
    sms: smsWriter(db, parents, chance(3), amounts.sms),
  }
  try {
    for (const kind of ['conversations', 'calls', 'sms'] as const)
      await write(context, kind, parents.userId, writers[kind], options)
    await indexPending(db, context.write)
  } finally {
    await rebuild(context, parents.userId)
    // SQLite refuses it within a transaction, such as that of the server's own writes.
    context.write.flush()
    db.pragma('cache_size = -16000')
    db.pragma('synchronous = FULL')
  }
}

async function write(
  context: Context,
  kind: keyof Amounts,
  userId: number,
  writer: Writer,
  { amounts, seed, until, onProgress }: FillOptions,
): Promise<void> {
  const { db } = context
  const total = amounts[kind]
  const chance = createChance(seed + 7)
  const step = TWO_YEARS_MS / Math.max(1, total)
  for (let done = 0; done < total; done += BATCH) {
    const reached = Math.min(done + BATCH, total)
    // Ends the transaction of other writes: in a savepoint of it, each row takes longer than the one before.
    context.write.flush()
    await context.write((tx) => {
      dropLists(tx, db, userId)
      withoutUpkeep(db, () => {
        for (let index = done; index < reached; index += 1) {
          const at = until - TWO_YEARS_MS + step * (index + chance.next())
          writer(Math.floor(at), total - 1 - index)
        }
      })
    })
    onProgress?.(kind, reached, total)
  }
}

/**
 * Runs work in the current transaction without the triggers that maintain lists and tallies row by row. No commit lacks
 * them, whenever the process ends.
 */
function withoutUpkeep(db: Db, work: () => void): void {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(`
      SELECT name, sql FROM sqlite_master
      WHERE type = 'trigger' AND tbl_name IN ('conversations', 'calls', 'sms_messages')
        AND name IN (tbl_name || '_listed', tbl_name || '_tally_insert')
    `)
    .all()
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
  work()
  for (const { sql } of triggers) db.exec(sql)
}

async function rebuild(context: Context, userId: number): Promise<void> {
  const { db } = context
  await context.write((tx) => rebuildLists(tx, db, userId))
  context.write.flush()
  // Sorting the parts of millions of rows in memory would take gigabytes.
  db.pragma('temp_store = FILE')
  rebuildTallies(db, userId)
  db.pragma('temp_store = MEMORY')
}
