import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** A delivery that is due. */
export interface DueDelivery {
  readonly id: number
  readonly host: string
  readonly due: number
}

interface DueQuery {
  readonly now: number
  /** Hosts to skip for now, JSON. */
  readonly busy: string
  /** Deliveries in progress, JSON. */
  readonly underWay: string
}

const HOUR_MS = 3_600_000

/** Longest delay of an attempt, ms: the last step of the schedule with its jitter. */
const MAX_DELAY_MS = 24 * HOUR_MS
const MAX_WITH_JITTER_MS = 1.1 * MAX_DELAY_MS

/** All SQL for due deliveries. */
export const dueQueries = oncePerDb((sql) => {
  // Searches per host, so that a backlog at one of them does not slow down the others.
  const oldest = sql.read<[DueQuery], DueDelivery>(`
    WITH RECURSIVE hosts (host) AS (
      SELECT min(host) FROM webhook_deliveries INDEXED BY webhook_deliveries_due_by_host WHERE status = 'pending'
      UNION ALL
      SELECT (
        SELECT min(host) FROM webhook_deliveries INDEXED BY webhook_deliveries_due_by_host
        WHERE status = 'pending' AND host > hosts.host
      ) FROM hosts WHERE host IS NOT NULL
    )
    SELECT webhook_deliveries.id, webhook_deliveries.host, next_attempt_at AS due
    FROM hosts JOIN webhook_deliveries ON webhook_deliveries.id = (
      SELECT id FROM webhook_deliveries AS waiting INDEXED BY webhook_deliveries_due_by_host
      WHERE status = 'pending' AND waiting.host = hosts.host AND next_attempt_at <= :now
        AND id NOT IN (SELECT value FROM json_each(:underWay))
      ORDER BY next_attempt_at, id LIMIT 1
    )
    WHERE hosts.host NOT IN (SELECT value FROM json_each(:busy))
    ORDER BY due, webhook_deliveries.id LIMIT 1
  `)
  const nextAt = sql
    .read<[number], number | null>(`
      SELECT min(next_attempt_at) FROM webhook_deliveries INDEXED BY webhook_deliveries_due
      WHERE status = 'pending' AND next_attempt_at > ?
    `)
    .pluck()
  const pullBack = sql
    .write<[{ now: number }], number>(`
      UPDATE webhook_deliveries INDEXED BY webhook_deliveries_due
      SET next_attempt_at = :now + ${MAX_DELAY_MS} - id % 100 * ${MAX_DELAY_MS / 1000}
      WHERE status = 'pending' AND next_attempt_at > :now + ${MAX_WITH_JITTER_MS} RETURNING id
    `)
    .pluck()

  return {
    /** The oldest due delivery at an available host. */
    oldest: (asked: DueQuery) => oldest.get(asked),
    /** Time of the next due delivery, Unix ms. */
    nextAt: (now: Date) => nextAt.get(now.getTime()) ?? undefined,
    /**
     * After the clock was set back, reschedules attempts further ahead than any schedule to within a day, spread by a
     * tenth. Returns their ids.
     */
    pullBack: (tx: Tx, now: Date) => pullBack.all(tx, { now: now.getTime() }),
  }
})
