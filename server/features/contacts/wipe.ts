import type { JobPayload } from '#contracts/jobs.ts'
import type { Context } from '../../context.ts'
import { mergeIndexes } from '../../db/merge-index.ts'
import { rewriteDb, sizeOf } from '../../db/rewrite.ts'
import type { Tx } from '../../db/write.ts'

type Needs = Pick<Context, 'db' | 'write' | 'hub' | 'jobs' | 'now' | 'sleep' | 'config'>

/** A large database is rewritten when nobody is connected; interval of that check and maximum wait, ms. */
const CHECK_INTERVAL_MS = 600_000
const MAX_WAIT_MS = 86_400_000

/** Enqueues a wipe, unless one is pending; a series of erasures can delay it, ms. */
export function enqueueWipe(tx: Tx, { jobs, now }: Pick<Needs, 'jobs' | 'now'>, after = 0): void {
  const time = now().getTime()
  if (jobs.isWaiting('contacts.wipe')) return
  const payload = { latest: time + MAX_WAIT_MS }
  jobs.add(tx, {
    kind: 'contacts.wipe',
    payload,
    lane: 'contacts.wipe',
    runAt: new Date(time + after),
  })
}

/**
 * Purges deleted words from the search indexes in slices, and then rewrites the database file: a small one immediately,
 * because that is fast; a large one when nobody is connected.
 * @returns time of the next attempt, if it is not done
 */
export async function wipe(
  { db, write, hub, now, sleep, config }: Needs,
  { latest }: JobPayload<'contacts.wipe'>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const time = now().getTime()
  const isLarge = sizeOf(db) > config.limits.rewriteAtOnceBytes
  if (isLarge && time < latest && !hub.isQuiet()) return new Date(time + CHECK_INTERVAL_MS)
  await mergeIndexes(db, write, () => sleep(1, signal))
  write.flush()
  rewriteDb(db)
  return undefined
}
