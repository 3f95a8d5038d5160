import { LIMITS } from '../../../../limits.ts'
import { delayAfter } from '../../../webhooks/schedule.ts'
import type { Section } from './section.ts'

export const WEBHOOKS: Section = {
  id: 'webhooks',
  title: 'Webhooks',
  blocks: [
    {
      text: 'Parley sends a `POST` with a JSON body to your webhook addresses when an event has happened. Set them when you create or change an assistant, or switch them on and off with the endpoints below.',
    },
    {
      head: ['Event', 'When', 'Fields of the body'],
      rows: [
        [
          '`conversation_ended`',
          'A chat conversation ended: by inactivity, by the visitor or at the desk. Once per period.',
          '`event`, `conversation_id`, `id`, `assistant_id`, `type`, `message_count`, `status`, `extracted_variables`, `input_variables`, `transcript` (list of `role`, `content`, `timestamp`, `timestamp_unix`), `formatted_transcript`, `customer_phone`, `customer_name`, `customer_email`, `sender`, `attachments`, `created_at`, `ended_at`',
        ],
        [
          '`post_call`',
          'A call is over and its post-call work is done; failed and unanswered calls only without `send_webhook_only_on_completed`.',
          '`event`, `id`, `customer_phone`, `assistant_phone`, `duration`, `status`, `extracted_variables`, `input_variables`, `transcript` (text), `recording_url` (only with `include_recording_in_webhook`), `created_at`, `finished_at`, `lead`, `campaign`',
        ],
        [
          'inbound call',
          `A caller is about to be connected. Respond with a JSON object within ${LIMITS.inboundWebhookMs / 1000} seconds: its fields become variables of the call.`,
          '`customer_phone`, `assistant_phone`',
        ],
      ],
    },
    {
      text: `Times are ISO 8601 in the assistant’s timezone. Any 2xx answer is success. Redirects are not followed; 410, or 120 hours without a successful delivery, disables the address until it is enabled or set again; everything else is retried after ${waits()}, each with 10 % jitter, and never before the time in \`Retry-After\`. Respond within ${LIMITS.webhookTimeoutMs / 1000} seconds; ${LIMITS.webhookReadBytes / 1024} KB of the response are read. A delivery can arrive twice: its \`webhook-id\` stays the same. At most ${LIMITS.webhooksAtHost} are in flight per host, and ${LIMITS.webhookStartsPerSecond} are started per second.`,
    },
  ],
}

export const SIGNATURES: Section = {
  id: 'signatures',
  title: 'Verifying webhook signatures',
  blocks: [
    {
      text: 'Webhooks are signed according to Standard Webhooks, whose libraries verify them with the secret from `GET /user/webhook-secret`. The signature is the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body, joined by dots; the key is the part of the secret after `whsec_`, decoded from base64. For 24 hours after a rotation `webhook-signature` contains two, separated by a space. Reject timestamps that are more than five minutes off.',
    },
    {
      language: 'js',
      code: `import { Webhook } from 'standardwebhooks'

// Throws if it is not from Parley, was modified in transit, or is too old.
const event = new Webhook(secret).verify(rawBody, headers)`,
    },
    {
      language: 'python',
      code: `import base64, hashlib, hmac, time

def is_from_parley(headers, body: bytes, secret: str) -> bool:
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split())`,
    },
  ],
}

/** Describes the retry schedule. */
function waits(): string {
  const found: string[] = []
  for (let attempts = 1; ; attempts += 1) {
    const delay = delayAfter(attempts, 0.5)
    if (delay === undefined) return `${found.slice(0, -1).join(', ')} and ${found.at(-1)}`
    found.push(inWords(delay))
  }
}

function inWords(ms: number): string {
  if (ms < 60_000) return `${ms / 1000} s`
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`
}
