import type { Database } from 'better-sqlite3'
import { expect } from 'vitest'

/**
 * Waits until no job is due or running, so that everything asked of the server is done and nothing more
 * happens by itself. Jobs scheduled for later stay.
 */
export async function idle(db: Database, now: () => Date = () => new Date()): Promise<void> {
  const open = db
    .prepare<[number], number>(
      "SELECT count(*) FROM jobs WHERE status = 'running' OR (status = 'waiting' AND run_at <= ?)",
    )
    .pluck()
  await expect.poll(() => open.get(now().getTime()), { interval: 5, timeout: 10_000 }).toBe(0)
}
