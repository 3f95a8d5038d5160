import type { Context } from '../../../context.ts'
import { attachmentQueries } from './queries.ts'

/** Interval between sweeps, ms; a sweep with more to do continues sooner. */
const INTERVAL_MS = 3_600_000
const CONTINUE_AFTER_MS = 1000
/** Age after which an unsent upload is deleted, ms. */
const UNSENT_MAX_AGE_MS = 24 * 3_600_000
/** Age after which a file that was announced and got no row is deleted, ms. */
const ARRIVING_MAX_AGE_MS = 3_600_000
/** Files per batch, so that no request waits long. */
const SLICE = 200

/**
 * Deletes files whose rows are gone, uploads that were never sent, and files of emails that were never stored.
 * @returns time of the next sweep
 */
export async function sweepAttachments({ db, write, now, attachments }: Context): Promise<Date> {
  const rows = attachmentQueries(db)
  await write((tx) => rows.removeUnsent(tx, new Date(now().getTime() - UNSENT_MAX_AGE_MS)))
  const keys = rows.trash(SLICE)
  for (const key of keys) {
    attachments.remove(key)
    await write((tx) => rows.emptied(tx, key))
  }
  for (const key of rows.lost(new Date(now().getTime() - ARRIVING_MAX_AGE_MS), SLICE)) {
    attachments.remove(key)
    await write((tx) => rows.arrived(tx, key))
  }
  return new Date(now().getTime() + (keys.length === SLICE ? CONTINUE_AFTER_MS : INTERVAL_MS))
}
