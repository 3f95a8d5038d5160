import type { Context } from '../../context.ts'
import { mergeIndexes } from '../../db/merge-index.ts'
import { scrubDb } from '../../db/scrub.ts'
import type { Tx } from '../../db/write.ts'

type Needs = Pick<Context, 'db' | 'write' | 'jobs' | 'now' | 'sleep'>

/** Delay of the next attempt while a backup is being made, ms. */
const RETRY_AFTER_MS = 10_000

/** Time for requests between two slices, ms. */
const PAUSE_MS = 5

/** Enqueues a wipe, unless one is pending; a series of erasures can delay it, ms. */
export function enqueueWipe(tx: Tx, { jobs, now }: Pick<Needs, 'jobs' | 'now'>, after = 0): void {
  if (jobs.isWaiting('contacts.wipe')) return
  const runAt = new Date(now().getTime() + after)
  jobs.add(tx, { kind: 'contacts.wipe', payload: {}, lane: 'contacts.wipe', runAt })
}

/**
 * Purges deleted words from the search indexes, and then from the unused parts of the database file, both in slices.
 * @returns time of the next attempt, if it is not done
 */
export async function wipe(
  { db, write, now, sleep }: Omit<Needs, 'jobs'>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const pause = () => sleep(PAUSE_MS, signal)
  await mergeIndexes(db, write, pause)
  const isDone = await scrubDb(db, write, pause)
  return isDone ? undefined : new Date(now().getTime() + RETRY_AFTER_MS)
}
