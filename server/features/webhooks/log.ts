import type { Context } from '../../context.ts'
import type { Attempt } from './attempt.ts'
import { attemptQueries } from './attempt-queries.ts'

/** Adds an attempt to the log of its delivery. Call it in the transaction of what came of it. */
export function logAttempt(
  { db, config }: Pick<Context, 'db' | 'config'>,
  deliveryId: number,
  made: Attempt,
): void {
  attemptQueries(db).add(
    {
      delivery_id: deliveryId,
      started_at: made.startedAt.getTime(),
      duration_ms: made.durationMs,
      request_headers: JSON.stringify(made.requestHeaders),
      response_status: made.status ?? null,
      response_headers: made.responseHeaders === null ? null : JSON.stringify(made.responseHeaders),
      response_body: made.text,
      error: made.error,
    },
    config.limits.webhookAttemptsKept,
  )
}
