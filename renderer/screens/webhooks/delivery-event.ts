import type { WebhookDelivery } from '#contracts/webhooks.ts'
import type { LiveEvent } from '../../app/live.ts'

/** The delivery in a stream event, if any. */
export function deliveryOf({ type, data }: LiveEvent): WebhookDelivery | undefined {
  return type === 'delivery.created' || type === 'delivery.updated' ? data : undefined
}
