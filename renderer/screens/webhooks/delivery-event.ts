import type { WebhookDelivery } from '#contracts/webhooks.ts'
import type { LiveEvent } from '../../live.ts'

/** What the stream says about a webhook, if an event is about one. */
export function deliveryOf({ type, data }: LiveEvent): WebhookDelivery | undefined {
  const isOne = type === ('delivery.created' as never) || type === ('delivery.updated' as never)
  return isOne ? (data as unknown as WebhookDelivery) : undefined
}
