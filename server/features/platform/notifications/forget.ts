import type { Context } from '../../../context.ts'
import { notificationQueries } from './queries.ts'

/** Retention of notifications, ms. */
const KEPT_MS = 90 * 86_400_000

/** Notifications deleted per transaction, so that no request waits long for the single writer. */
const SLICE = 1000

/**
 * Deletes old notifications.
 * @returns true if there may be more
 */
export async function forgetNotifications({
  db,
  write,
  now,
}: Pick<Context, 'db' | 'write' | 'now'>): Promise<boolean> {
  const before = now().getTime() - KEPT_MS
  return (await write((tx) => notificationQueries(db).forget(tx, before, SLICE))) === SLICE
}
