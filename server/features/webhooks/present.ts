import type { WebhookDelivery, WebhookSecret } from '#contracts/webhooks.ts'
import { ifSet, toInstant, toIso } from '../../db/time.ts'
import type { DeliveryRow } from './queries.ts'
import type { SigningSecrets } from './secrets.ts'

/** A delivery as the operator sees it. */
export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.message_id,
    event: row.kind,
    url: row.url,
    status: row.status,
    attempts: row.attempts,
    response_status: row.response_status,
    response_body: row.response_body,
    error: row.error,
    duration_ms: row.duration_ms,
    last_attempt_at: ifSet(row.last_attempt_at, toIso),
    next_attempt_at: ifSet(row.next_attempt_at, toIso),
    created_at: toIso(row.created_at),
  }
}

/** The signing secret with the end of the one before. */
export function presentSecrets({ secret, previousUntil }: SigningSecrets): WebhookSecret {
  return {
    secret,
    previous_valid_until: previousUntil === undefined ? null : toInstant(previousUntil),
  }
}
