import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { WebhookEvent } from './enums.ts'
import { Id, optional, WebUrl } from './scalars.ts'
import { WebhookDelivery } from './webhooks.ts'

/** Events of assistants; those of a messenger sender and of rules need none. */
const TestedEvent = WebhookEvent.exclude(['message_status', 'rule_matched'])
export type TestedEvent = z.output<typeof TestedEvent>

export const sendTestWebhook = endpoint({
  method: 'post',
  path: '/user/webhooks/test',
  capability: 'webhooks',
  summary: 'Send a sample event to an assistant’s webhook, signed like any other',
  description:
    'Based on the assistant’s newest conversation or call, or otherwise on an example. It is attempted once, and the response contains the result.',
  body: z.object({
    assistant_id: Id,
    event: TestedEvent,
    url: optional(WebUrl).describe('URL to use instead of the assistant’s own.'),
  }),
  refusals: ['assistant_not_found', 'no_webhook_address'],
  examples: { reply: { message: 'Test webhook delivered successfully' } },
  reply: z.object({ message: z.string(), data: WebhookDelivery }),
})
