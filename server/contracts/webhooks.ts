import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { Instant, JsonObject } from './scalars.ts'

/** What an account's webhooks are signed with, after the Standard Webhooks scheme. */
export const WebhookSecret = z.object({
  secret: z.string().startsWith('whsec_'),
  previous_valid_until: Instant.nullable().describe(
    'Until when the secret before the last rotation signs too; null when only this one does.',
  ),
})
export type WebhookSecret = z.output<typeof WebhookSecret>

export const getWebhookSecret = endpoint({
  method: 'get',
  path: '/user/webhook-secret',
  summary: 'The secret that webhooks are signed with',
  reply: WebhookSecret,
})

export const rotateWebhookSecret = endpoint({
  method: 'post',
  path: '/user/webhook-secret/rotate',
  summary: 'Make a new secret; for 24 hours webhooks carry a signature of the one before, too',
  confirm: 'Receivers that check with the secret of now need the new one within 24 hours. Go on?',
  reply: WebhookSecret,
})

/**
 * Where a delivery stands: `preparing` until its payload is complete, `pending` before its next attempt, `dead` after
 * its last one, `blocked` when its address may not be called, `disabled` when its receiver is gone for good (410).
 */
export const DeliveryStatus = z.enum([
  'preparing',
  'pending',
  'delivered',
  'dead',
  'blocked',
  'disabled',
])
export type DeliveryStatus = z.output<typeof DeliveryStatus>

const WebhookEvent = z.enum(['conversation_ended', 'post_call'])

/** One webhook that was or is to be sent, and what its last attempt came to. */
export const WebhookDelivery = z.object({
  id: z.string().describe('The `webhook-id`, the same at every attempt.'),
  event: WebhookEvent,
  url: z.string(),
  status: DeliveryStatus,
  attempts: z.int(),
  response_status: z
    .int()
    .nullable()
    .describe('HTTP status of the last answer; null when nothing answered.'),
  response_body: z.string().nullable().describe('The beginning of the last answer, at most 2 KB.'),
  error: z.string().nullable().describe('Why the last attempt was no success.'),
  duration_ms: z.int().nullable().describe('How long the last attempt took, ms.'),
  last_attempt_at: z.iso.datetime().nullable(),
  next_attempt_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const listWebhookDeliveries = endpoint({
  method: 'get',
  path: '/user/webhook-deliveries',
  summary: 'Webhooks that were or are to be sent, newest first',
  query: pageQuery(15).extend({
    status: DeliveryStatus.optional(),
    event: WebhookEvent.optional(),
  }),
  reply: pageOf(WebhookDelivery),
})

export const getWebhookDelivery = endpoint({
  method: 'get',
  path: '/user/webhook-deliveries/:id',
  summary: 'One webhook with what was or is to be sent',
  params: z.object({ id: z.string().describe('The `webhook-id`.') }),
  refusals: { 404: ['Delivery not found'] },
  reply: WebhookDelivery.extend({ payload: JsonObject.describe('Its body.') }),
})

export const replayWebhookDelivery = endpoint({
  method: 'post',
  path: '/user/webhook-deliveries/:id/replay',
  summary: 'Send a webhook again, with the same `webhook-id` and a fresh schedule',
  description:
    'For deliveries that have come to their end. An address that was disabled because it answered 410 is enabled again.',
  params: z.object({ id: z.string().describe('The `webhook-id`.') }),
  refusals: { 404: ['Delivery not found'], 409: ['The delivery is still under way'] },
  reply: z.object({ message: z.string(), data: WebhookDelivery }),
})
