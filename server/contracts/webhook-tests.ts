import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { WebhookEvent } from './enums.ts'
import { Id, optional, WebUrl } from './scalars.ts'
import { WebhookDelivery } from './webhooks.ts'

export const sendTestWebhook = endpoint({
  method: 'post',
  path: '/user/webhooks/test',
  capability: 'webhooks',
  summary: 'Send a sample event to an assistant’s webhook, signed like any other',
  description:
    'Made of the newest conversation or call of the assistant, else of an example. It is tried once; the answer is there when this call is answered.',
  body: z.object({
    assistant_id: Id,
    event: WebhookEvent,
    url: optional(WebUrl).describe('Instead of the address that the assistant has.'),
  }),
  refusals: ['assistant_not_found', 'no_webhook_address'],
  examples: { reply: { message: 'Test webhook delivered successfully' } },
  reply: z.object({ message: z.string(), data: WebhookDelivery }),
})
