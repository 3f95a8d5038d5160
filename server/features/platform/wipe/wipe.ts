import type { JobPayload } from '#contracts/jobs.ts'
import type { Context } from '../../../context.ts'
import { mergeIndexes } from '../../../db/merge-index.ts'
import { scrubDb } from '../../../db/scrub.ts'
import { toIso } from '../../../db/time.ts'
import type { Tx } from '../../../db/write.ts'

type Needs = Pick<Context, 'db' | 'write' | 'jobs' | 'now' | 'sleep' | 'log'>

/** Delay of the next attempt while a backup is being made, ms. */
const RETRY_AFTER_MS = 10_000

/** Time after which no backup takes so long, and delay of the next attempt from then on, ms. */
const PATIENCE_MS = 3_600_000
const RETRY_LATE_MS = 600_000

/** Time for requests between two slices, ms. */
const PAUSE_MS = 5

/** Enqueues a wipe, unless one is pending; a series of erasures can delay it, ms. */
export function enqueueWipe(tx: Tx, { jobs, now }: Pick<Needs, 'jobs' | 'now'>, after = 0): void {
  if (jobs.isWaiting('contacts.wipe')) return
  const since = now().getTime()
  const runAt = new Date(since + after)
  jobs.add(tx, { kind: 'contacts.wipe', payload: { since }, lane: 'contacts.wipe', runAt })
}

/**
 * Purges deleted words from the search indexes, and then from the unused parts of the database file, both in slices.
 * @returns time of the next attempt, if it is not done
 */
export async function wipe(
  { db, write, now, sleep, log }: Omit<Needs, 'jobs'>,
  { since }: JobPayload<'contacts.wipe'>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const pause = () => sleep(PAUSE_MS, signal)
  await mergeIndexes(db, write, pause)
  if (await scrubDb(db, write, pause)) return undefined
  const at = now().getTime()
  if (since === undefined || at - since < PATIENCE_MS) return new Date(at + RETRY_AFTER_MS)
  log.warn(
    { since: toIso(since) },
    'another program keeps reading an old state of the database: remnants of erased data stay in the file until it ends',
  )
  return new Date(at + RETRY_LATE_MS)
}
