import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** A delivery that is due. */
export interface DueDelivery {
  readonly id: number
  readonly host: string
  readonly due: number
}

interface Asked {
  readonly now: number
  /** Hosts that are not to be asked now, JSON. */
  readonly busy: string
  /** Deliveries that are under way, JSON. */
  readonly underWay: string
}

const HOUR_MS = 3_600_000

/** Longest delay of an attempt, ms: the last step of the schedule with its jitter. */
const LONGEST_MS = 24 * HOUR_MS
const LONGEST_WITH_JITTER_MS = 1.1 * LONGEST_MS

/** All SQL about what is due. */
export const dueQueries = oncePerDb((sql) => {
  // From host to host, so that what waits at one of them costs the others nothing.
  const oldest = sql.read<[Asked], DueDelivery>(`
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
      SET next_attempt_at = :now + ${LONGEST_MS} - id % 100 * ${LONGEST_MS / 1000}
      WHERE status = 'pending' AND next_attempt_at > :now + ${LONGEST_WITH_JITTER_MS} RETURNING id
    `)
    .pluck()

  return {
    /** The oldest that is due at a host that may be asked. */
    oldest: (asked: Asked) => oldest.get(asked),
    /** When the next one is due, ms since 1970. */
    nextAt: (now: Date) => nextAt.get(now.getTime()) ?? undefined,
    /**
     * Lets what lies further ahead than any schedule wait for a day, spread by a tenth: the clock was set back. Returns the ids.
     */
    pullBack: (tx: Tx, now: Date) => pullBack.all(tx, { now: now.getTime() }),
  }
})
