import type { WebhookDelivery } from '#contracts/webhooks.ts'
import type { LiveEvent } from '../../app/live.ts'

/** What the stream says about a webhook, if an event is about one. */
export function deliveryOf({ type, data }: LiveEvent): WebhookDelivery | undefined {
  return type === 'delivery.created' || type === 'delivery.updated' ? data : undefined
}
