import type { BackupFacts } from '../../db/copies/store.ts'

/** Maximum age of backups, ms: data erased since is gone from all of them after this time. */
export const MAX_AGE_MS = 30 * 86_400_000

/**
 * Expired backups: those beyond the newest `keep`, and those beyond the maximum age; but never the newest proven one.
 * @param all newest first
 */
export function expired(all: readonly BackupFacts[], keep: number, now: Date): BackupFacts[] {
  const last = all.find(({ fault }) => fault === null)
  return all.filter(
    (one, index) => one !== last && (index >= keep || one.created_at < now.getTime() - MAX_AGE_MS),
  )
}
