import type { WebhookDelivery } from '#contracts/webhooks.ts'
import type { LiveEvent } from '../../app/live.ts'

/** Delivery in a stream event, if it is about one. */
export function deliveryOf({ type, data }: LiveEvent): WebhookDelivery | undefined {
  return type === 'delivery.created' || type === 'delivery.updated' ? data : undefined
}
