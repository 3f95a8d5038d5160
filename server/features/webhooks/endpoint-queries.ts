import type { StoredFault } from '#contracts/faults.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** Health of an address. Times in ms. */
export interface EndpointRow {
  readonly url: string
  readonly failing_since: number | null
  readonly last_delivered_at: number | null
  readonly disabled_at: number | null
  readonly reason: StoredFault | null
  readonly pending: number
  readonly failed: number
}

/** An event that an assistant sends to an address. */
export interface UseRow {
  readonly url: string
  readonly event: 'conversation_ended' | 'post_call' | 'inbound_call'
  readonly assistant_id: number
  readonly assistant_name: string
  readonly is_enabled: number
}

interface Failure {
  readonly userId: number
  readonly url: string
  readonly reason: StoredFault
  readonly now: number
}

/** Maximum number of addresses listed. */
const MAX_LISTED = 1000

const USES = `
  SELECT webhook_url AS url, 'post_call' AS event, id AS assistant_id, name AS assistant_name,
    is_webhook_active AS is_enabled
  FROM assistants WHERE user_id = :userId AND deleted_at IS NULL AND webhook_url IS NOT NULL
  UNION ALL
  SELECT conversation_ended_webhook_url, 'conversation_ended', id, name, 1
  FROM assistants WHERE user_id = :userId AND deleted_at IS NULL AND conversation_ended_webhook_url IS NOT NULL
  UNION ALL
  SELECT inbound_webhook_url, 'inbound_call', id, name, 1
  FROM assistants WHERE user_id = :userId AND deleted_at IS NULL AND inbound_webhook_url IS NOT NULL
`

/** Number of deliveries to the address; the condition must match the index `webhook_deliveries_open`. */
const open = (status: string) => `(
  SELECT count(*) FROM webhook_deliveries INDEXED BY webhook_deliveries_open
  WHERE user_id = :userId AND url = known.url AND status <> 'delivered' AND is_test = 0 AND ${status}
)`

/** All SQL for webhook addresses. */
export const endpointQueries = oncePerDb((sql) => {
  const all = sql.read<[{ userId: number; url: string | null }], EndpointRow>(`
    SELECT known.url, failing_since, last_delivered_at, disabled_at, reason,
      ${open("status = 'pending'")} AS pending, ${open("status IN ('dead', 'blocked', 'disabled')")} AS failed
    FROM (
      SELECT url FROM webhook_endpoints WHERE user_id = :userId UNION SELECT url FROM (${USES})
    ) AS known
    LEFT JOIN webhook_endpoints AS health ON health.user_id = :userId AND health.url = known.url
    WHERE ifnull(:url, known.url) = known.url
    ORDER BY disabled_at IS NULL, failing_since IS NULL, known.url LIMIT ${MAX_LISTED}
  `)
  const uses = sql.read<[{ userId: number }], UseRow>(`${USES} ORDER BY assistant_id, event`)
  const meet = sql.write<[number, string]>(
    'INSERT INTO webhook_endpoints (user_id, url) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const delivered = sql.write<[{ userId: number; url: string; now: number }]>(`
    UPDATE webhook_endpoints SET
      last_delivered_at = :now, failing_since = NULL, reason = iif(disabled_at IS NULL, NULL, reason)
    WHERE user_id = :userId AND url = :url
  `)
  const failed = sql
    .write<[Failure], number>(`
      INSERT INTO webhook_endpoints (user_id, url, failing_since, reason) VALUES (:userId, :url, :now, :reason)
      ON CONFLICT DO UPDATE SET
        failing_since = ifnull(failing_since, :now), reason = iif(disabled_at IS NULL, :reason, reason)
      RETURNING failing_since
    `)
    .pluck()
  const isDisabled = sql
    .read<[number, string], number>(
      'SELECT 1 FROM webhook_endpoints WHERE user_id = ? AND url = ? AND disabled_at IS NOT NULL',
    )
    .pluck()
  const disable = sql.write<[Failure]>(`
    INSERT INTO webhook_endpoints (user_id, url, disabled_at, reason) VALUES (:userId, :url, :now, :reason)
    ON CONFLICT DO UPDATE SET disabled_at = :now, reason = :reason WHERE disabled_at IS NULL
  `)
  const setAside = sql
    .write<[{ userId: number; url: string; now: number }], number>(`
      UPDATE webhook_deliveries SET status = 'disabled', next_attempt_at = NULL, updated_at = :now
      WHERE user_id = :userId AND url = :url AND status = 'pending' RETURNING id
    `)
    .pluck()
  const enable = sql.write<[number, string]>(`
    UPDATE webhook_endpoints SET disabled_at = NULL, failing_since = NULL, reason = NULL
    WHERE user_id = ? AND url = ? AND disabled_at IS NOT NULL
  `)
  const resume = sql
    .write<[{ userId: number; url: string; now: number }], number>(`
      UPDATE webhook_deliveries SET status = 'pending', attempts = 0, next_attempt_at = :now, updated_at = :now
      WHERE user_id = :userId AND url = :url AND status = 'disabled' RETURNING id
    `)
    .pluck()

  return {
    /** Failing ones first, then by address. */
    all: (userId: number) => all.all({ userId, url: null }),
    find: (userId: number, url: string) => all.get({ userId, url }),
    /** Assistants of an account with their webhook addresses and events. */
    uses: (userId: number) => uses.all({ userId }),
    /** Registers an address before something is sent to it. */
    meet: (tx: Tx, userId: number, url: string) => meet.run(tx, userId, url),
    delivered: (tx: Tx, userId: number, url: string, now: Date) =>
      delivered.run(tx, { userId, url, now: now.getTime() }),
    /** Records a failure; returns the time since which nothing has been delivered, ms. */
    failed: (tx: Tx, userId: number, url: string, reason: StoredFault, now: Date) =>
      failed.get(tx, { userId, url, reason, now: now.getTime() })!,
    isDisabled: (userId: number, url: string) => isDisabled.get(userId, url) !== undefined,
    disable: (tx: Tx, userId: number, url: string, reason: StoredFault, now: Date) =>
      disable.run(tx, { userId, url, reason, now: now.getTime() }).changes === 1,
    /** Suspends deliveries pending for an address; returns their ids. */
    setAside: (tx: Tx, userId: number, url: string, now: Date) =>
      setAside.all(tx, { userId, url, now: now.getTime() }),
    enable: (tx: Tx, userId: number, url: string) => enable.run(tx, userId, url).changes === 1,
    /** Resumes suspended deliveries; returns their ids. */
    resume: (tx: Tx, userId: number, url: string, now: Date) =>
      resume.all(tx, { userId, url, now: now.getTime() }),
  }
})
