import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../server/context.ts'
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
const BATCH = 5000

/** Fills a database with the data of two busy years, oldest first, so that lists only grow at their newest end. */
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
  try {
    await write(context, 'conversations', conversationWriter(db, parents, chance(1)), options)
    await write(context, 'calls', callWriter(db, parents, chance(2), amounts.calls), options)
    await write(context, 'sms', smsWriter(db, parents, chance(3), amounts.sms), options)
    await indexPending(db, context.write)
  } finally {
    rebuildTallies(db, parents.userId)
    context.write.flush()
    db.pragma('cache_size = -16000')
    db.pragma('synchronous = FULL')
  }
}

async function write(
  { db }: Context,
  kind: keyof Amounts,
  writer: Writer,
  { amounts, seed, until, onProgress }: FillOptions,
): Promise<void> {
  const total = amounts[kind]
  const chance = createChance(seed + 7)
  const step = TWO_YEARS_MS / Math.max(1, total)
  const batch = db.transaction((from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      const at = until - TWO_YEARS_MS + step * (index + chance.next())
      writer(Math.floor(at), total - 1 - index)
    }
  })
  for (let done = 0; done < total; done += BATCH) {
    const reached = Math.min(done + BATCH, total)
    batch(done, reached)
    onProgress?.(kind, reached, total)
    await setImmediate()
  }
}
