import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DeliveryStatus, WebhookEvent } from './enums.ts'
import { AllowableAddress } from './network.ts'
import { DateRange, inOrder, OUT_OF_ORDER, pageOf, pageQuery } from './page.ts'
import { Id, Instant, JsonObject, optional, text, WebUrl } from './scalars.ts'

/** Signing secret of an account's webhooks, in the Standard Webhooks scheme. */
export const WebhookSecret = z.object({
  secret: z.string().startsWith('whsec_'),
  previous_valid_until: Instant.nullable().describe(
    'Time until which webhooks are also signed with the previous secret; null if there is none.',
  ),
})
export type WebhookSecret = z.output<typeof WebhookSecret>

export const getWebhookSecret = endpoint({
  method: 'get',
  path: '/user/webhook-secret',
  capability: 'webhooks',
  summary: 'Get the signing secret of webhooks',
  refusals: ['secrets_key_changed'],
  reply: WebhookSecret,
})

export const rotateWebhookSecret = endpoint({
  method: 'post',
  path: '/user/webhook-secret/rotate',
  capability: 'webhooks',
  summary: 'Rotate the signing secret; for 24 hours webhooks are also signed with the previous one',
  confirm:
    'Rotate the secret? Receivers that verify with the current one need the new one within 24 hours.',
  reply: WebhookSecret,
})

/** A webhook delivery, sent or pending, with the result of its last attempt. */
export const WebhookDelivery = z.object({
  id: z.string().describe('The `webhook-id`, the same for all attempts.'),
  event: WebhookEvent,
  url: z.string(),
  is_test: z.boolean().describe('Whether it is a test, without a real event.'),
  assistant_id: z.int().nullable(),
  conversation_id: z.uuid().nullable().describe('Set if it is about a conversation.'),
  call_id: z.int().nullable().describe('Set if it is about a call.'),
  status: DeliveryStatus,
  attempts: z.int(),
  response_status: z
    .int()
    .nullable()
    .describe('HTTP status of the last response; null if there was none.'),
  response_body: z.string().nullable().describe('Start of the last response body, at most 2 KB.'),
  error: z.string().nullable().describe('Reason why the last attempt failed.'),
  allowable_address: AllowableAddress,
  duration_ms: z.int().nullable().describe('Duration of the last attempt, ms.'),
  last_attempt_at: z.iso.datetime().nullable(),
  next_attempt_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

const Headers = z.record(z.string(), z.string())

/** One delivery attempt: request and response. */
export const WebhookAttempt = z.object({
  number: z.int().describe('Number of the attempt, from 1; replays continue the count.'),
  started_at: z.iso.datetime(),
  duration_ms: z.int(),
  request_headers: Headers,
  response_status: z.int().nullable().describe('Null if there was no response.'),
  response_headers: Headers.nullable(),
  response_body: z.string().nullable().describe('Start of the response body, at most 2 KB.'),
  error: z.string().nullable().describe('Reason why it failed.'),
})
export type WebhookAttempt = z.output<typeof WebhookAttempt>

const DeliveryFilter = z
  .object({
    status: z
      .enum([...DeliveryStatus.options, 'failed'])
      .optional()
      .describe('`failed` matches `dead`, `blocked` and `disabled`.'),
    event: WebhookEvent.optional(),
    assistant_id: Id.optional(),
    url: text(2048).optional().describe('Exact URL.'),
  })
  .extend(DateRange.shape)

export const listWebhookDeliveries = endpoint({
  method: 'get',
  path: '/user/webhook-deliveries',
  capability: 'webhooks',
  summary: 'List webhook deliveries, sent and pending, newest first',
  query: pageQuery(15).extend(DeliveryFilter.shape).refine(inOrder, OUT_OF_ORDER),
  reply: pageOf(WebhookDelivery),
})

export const getWebhookDelivery = endpoint({
  method: 'get',
  path: '/user/webhook-deliveries/:id',
  capability: 'webhooks',
  summary: 'Get a webhook delivery with its body and all attempts',
  params: z.object({ id: z.string().describe('The `webhook-id`.') }),
  refusals: ['delivery_not_found'],
  reply: WebhookDelivery.extend({
    payload: JsonObject.describe('Body as JSON.'),
    body: z.string().describe('Exact text of the body, as signed.'),
    log: z.array(WebhookAttempt).describe('Newest first, at most 50.'),
  }),
})

export const replayWebhookDelivery = endpoint({
  method: 'post',
  path: '/user/webhook-deliveries/:id/replay',
  capability: 'webhooks',
  summary: 'Replay a webhook delivery, with the same `webhook-id` and a new schedule',
  description:
    'For completed deliveries. A disabled address is re-enabled. Requests made before a call cannot be replayed.',
  params: z.object({ id: z.string().describe('The `webhook-id`.') }),
  refusals: ['delivery_not_found', 'delivery_under_way', 'delivery_not_replayable'],
  reply: z.object({ message: z.string(), data: WebhookDelivery }),
})

export const replayFailedWebhooks = endpoint({
  method: 'post',
  path: '/user/webhook-deliveries/replay',
  capability: 'webhooks',
  summary: 'Replay all failed webhook deliveries that match',
  description:
    'Replays `dead`, `blocked` and `disabled` deliveries, each with the same `webhook-id` and a new schedule, oldest first, at a rate that receivers can handle. Disabled addresses are re-enabled.',
  body: z.object({
    event: optional(WebhookEvent.exclude(['inbound_call'])),
    assistant_id: optional(Id),
    url: optional(WebUrl),
  }),
  confirm: 'Resend all failed deliveries that match?',
  reply: z.object({ message: z.string(), replayed: z.int() }),
})

/** An address that receives webhooks, and its health. */
export const WebhookEndpoint = z.object({
  url: z.string(),
  status: z
    .enum(['active', 'failing', 'disabled'])
    .describe('`disabled` after a 410, or after 120 hours without a successful delivery.'),
  reason: z.string().nullable().describe('Reason why it is failing or disabled.'),
  allowable_address: AllowableAddress,
  failing_since: z.iso.datetime().nullable(),
  disabled_at: z.iso.datetime().nullable(),
  last_delivered_at: z.iso.datetime().nullable(),
  pending: z.int().describe('Number of deliveries waiting for an attempt.'),
  failed: z.int().describe('Number of deliveries that are `dead`, `blocked` or `disabled`.'),
  uses: z.array(
    z.object({
      event: WebhookEvent,
      assistant_id: z.int(),
      assistant_name: z.string(),
      is_enabled: z.boolean(),
    }),
  ),
})
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

export const listWebhookEndpoints = endpoint({
  method: 'get',
  path: '/user/webhook-endpoints',
  capability: 'webhooks',
  summary: 'List webhook addresses, current and past: failing ones first, then by address',
  reply: z.object({ data: z.array(WebhookEndpoint) }),
})

export const enableWebhookEndpoint = endpoint({
  method: 'post',
  path: '/user/webhook-endpoints/enable',
  capability: 'webhooks',
  summary: 'Re-enable a webhook address and send its pending deliveries',
  body: z.object({ url: WebUrl }),
  refusals: ['address_not_found'],
  reply: z.object({ message: z.string(), resumed: z.int(), data: WebhookEndpoint }),
})
