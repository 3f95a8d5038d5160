import { encodeFault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import type { Attempt } from './attempt.ts'
import { attemptQueries } from './attempt-queries.ts'

/** Adds an attempt to the log of its delivery. */
export function logAttempt(
  tx: Tx,
  { db, config }: Pick<Context, 'db' | 'config'>,
  deliveryId: number,
  made: Attempt,
): void {
  attemptQueries(db).add(
    tx,
    {
      delivery_id: deliveryId,
      started_at: made.startedAt.getTime(),
      duration_ms: made.durationMs,
      request_headers: JSON.stringify(made.requestHeaders),
      response_status: made.status ?? null,
      response_headers: made.responseHeaders === null ? null : JSON.stringify(made.responseHeaders),
      response_body: made.text,
      error: made.error && encodeFault(made.error),
    },
    config.limits.webhookAttemptsKept,
  )
}
