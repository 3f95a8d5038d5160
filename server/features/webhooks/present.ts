import { inEnglish } from '#contracts/catalogues.ts'
import type { Localizer } from '#contracts/localize.ts'
import type {
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookSecret,
} from '#contracts/webhooks.ts'
import { ifSet, toInstant, toIso } from '../../db/time.ts'
import { allowableIn } from '../../providers/http/allowable.ts'
import type { AttemptRow } from './attempt-queries.ts'
import type { EndpointRow, UseRow } from './endpoint-queries.ts'
import type { DeliveryRow } from './queries.ts'
import type { SigningSecrets } from './secrets.ts'

/** A delivery as the operator sees it. */
export function presentDelivery(row: DeliveryRow, localizer = inEnglish): WebhookDelivery {
  return {
    id: row.message_id,
    event: row.kind,
    url: row.url,
    is_test: row.is_test === 1,
    assistant_id: row.assistant_id,
    conversation_id: row.conversation_uuid,
    call_id: row.call_id,
    status: row.status,
    attempts: row.attempts,
    response_status: row.response_status,
    response_body: row.response_body,
    error: localizer.translateStored(row.error),
    allowable_address: allowableIn(row.error),
    duration_ms: row.duration_ms,
    last_attempt_at: ifSet(row.last_attempt_at, toIso),
    next_attempt_at: ifSet(row.next_attempt_at, toIso),
    created_at: toIso(row.created_at),
  }
}

/** A delivery with its body and all attempts. */
export function presentWholeDelivery(
  row: DeliveryRow,
  attempts: readonly AttemptRow[],
  localizer: Localizer,
) {
  return {
    ...presentDelivery(row, localizer),
    payload: JSON.parse(row.payload),
    body: row.payload,
    log: attempts.map((attempt) => presentAttempt(attempt, localizer)),
  }
}

function presentAttempt(row: AttemptRow, localizer: Localizer): WebhookAttempt {
  return {
    number: row.number,
    started_at: toIso(row.started_at),
    duration_ms: row.duration_ms,
    request_headers: JSON.parse(row.request_headers),
    response_status: row.response_status,
    response_headers: row.response_headers === null ? null : JSON.parse(row.response_headers),
    response_body: row.response_body,
    error: localizer.translateStored(row.error),
  }
}

/** An address with the events sent to it. */
export function presentEndpoint(
  row: EndpointRow,
  uses: readonly UseRow[],
  localizer: Localizer,
): WebhookEndpoint {
  const { url, reason, pending, failed } = row
  return {
    url,
    status: statusOf(row),
    reason: localizer.translateStored(reason),
    allowable_address: allowableIn(reason),
    failing_since: ifSet(row.failing_since, toIso),
    disabled_at: ifSet(row.disabled_at, toIso),
    last_delivered_at: ifSet(row.last_delivered_at, toIso),
    pending,
    failed,
    uses: uses
      .filter((use) => use.url === url)
      .map(({ event, assistant_id, assistant_name, is_enabled }) => ({
        event,
        assistant_id,
        assistant_name,
        is_enabled: is_enabled === 1,
      })),
  }
}

function statusOf({ disabled_at, failing_since }: EndpointRow): WebhookEndpoint['status'] {
  if (disabled_at !== null) return 'disabled'
  return failing_since === null ? 'active' : 'failing'
}

/** The signing secret, and the expiry of the previous one. */
export function presentSecrets({ secret, previousUntil }: SigningSecrets): WebhookSecret {
  return {
    secret,
    previous_valid_until: previousUntil === undefined ? null : toInstant(previousUntil),
  }
}
