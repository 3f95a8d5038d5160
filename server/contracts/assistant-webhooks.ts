import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AssistantReference, Id, WebUrl } from './scalars.ts'

/*
 * Switches for an assistant's webhooks (docs/spec/api.md, endpoint 6; docs/spec/decisions.md, section 3): after a call, before an
 * inbound call is connected, and after a chat conversation has ended.
 */

const One = z.object({ assistant_id: Id })
const OneWithUrl = One.extend({ webhook_url: WebUrl })

const refusals = ['assistant_not_found'] as const
/** `data` is empty, reserved by the API family. */
const reply = z.object({ message: z.string(), data: z.array(z.never()) })

export const enableWebhook = endpoint({
  method: 'post',
  path: '/user/assistants/enable-webhook',
  capability: 'assistants',
  summary: 'Enable the webhook for ended calls',
  body: OneWithUrl,
  refusals,
  reply,
})

/** An assistant in the path, as some clients of the API family name it. */
const InPath = z.object({ id: AssistantReference })
const Address = z.object({ webhook_url: WebUrl })

export const enableWebhookOf = endpoint({
  method: 'post',
  path: '/user/assistants/:id/webhook',
  capability: 'assistants',
  summary: 'Enable the webhook for ended calls; the assistant, by id or UUID, is in the path',
  params: InPath,
  body: Address,
  refusals,
  examples: { reply: { message: 'Webhook enabled successfully' } },
  reply,
})

export const disableWebhook = endpoint({
  method: 'post',
  path: '/user/assistants/disable-webhook',
  capability: 'assistants',
  summary: 'Disable the webhook for ended calls; its URL is kept',
  body: One,
  refusals,
  reply,
})

export const enableInboundWebhook = endpoint({
  method: 'post',
  path: '/user/assistants/enable-inbound-webhook',
  capability: 'assistants',
  summary: 'Enable the webhook that provides variables before an inbound call is connected',
  body: OneWithUrl,
  refusals,
  reply,
})

export const disableInboundWebhook = endpoint({
  method: 'post',
  path: '/user/assistants/disable-inbound-webhook',
  capability: 'assistants',
  summary: 'Disable the webhook for inbound calls',
  body: One,
  refusals,
  reply,
})

export const enableConversationEndedWebhook = endpoint({
  method: 'post',
  path: '/user/assistants/enable-conversation-ended-webhook',
  capability: 'assistants',
  summary: 'Enable the webhook for ended conversations',
  body: OneWithUrl,
  refusals,
  reply,
})

export const enableConversationEndedWebhookOf = endpoint({
  method: 'post',
  path: '/user/assistants/:id/conversation-ended-webhook',
  capability: 'assistants',
  summary:
    'Enable the webhook for ended conversations; the assistant, by id or UUID, is in the path',
  params: InPath,
  body: Address,
  refusals,
  examples: { reply: { message: 'Conversation ended webhook enabled successfully' } },
  reply,
})

export const disableConversationEndedWebhook = endpoint({
  method: 'post',
  path: '/user/assistants/disable-conversation-ended-webhook',
  capability: 'assistants',
  summary: 'Disable the webhook for ended conversations',
  body: One,
  refusals,
  reply,
})
