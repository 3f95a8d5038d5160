import type { BackupFacts } from '../../db/copies/store.ts'

/** Copies of people who have been erased since are gone within this time, ms. */
export const LONGEST_KEPT_MS = 30 * 86_400_000

/**
 * Backups that have had their time: all beyond the newest so many, and the old ones; but never the newest that is
 * proven.
 * @param all newest first
 */
export function expired(all: readonly BackupFacts[], keep: number, now: Date): BackupFacts[] {
  const last = all.find(({ fault }) => fault === null)
  return all.filter(
    (one, index) =>
      one !== last && (index >= keep || one.created_at < now.getTime() - LONGEST_KEPT_MS),
  )
}
