import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, WebUrl } from './scalars.ts'

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
  summary: 'Tell a URL about every call that has ended',
  body: OneWithUrl,
  refusals,
  reply,
})

export const disableWebhook = endpoint({
  method: 'post',
  path: '/user/assistants/disable-webhook',
  capability: 'assistants',
  summary: 'Tell nobody about calls that have ended; the URL is kept',
  body: One,
  refusals,
  reply,
})

export const enableInboundWebhook = endpoint({
  method: 'post',
  path: '/user/assistants/enable-inbound-webhook',
  capability: 'assistants',
  summary: 'Ask a URL for variables before an inbound call is connected',
  body: OneWithUrl,
  refusals,
  reply,
})

export const disableInboundWebhook = endpoint({
  method: 'post',
  path: '/user/assistants/disable-inbound-webhook',
  capability: 'assistants',
  summary: 'Ask nobody before an inbound call is connected',
  body: One,
  refusals,
  reply,
})

export const enableConversationEndedWebhook = endpoint({
  method: 'post',
  path: '/user/assistants/enable-conversation-ended-webhook',
  capability: 'assistants',
  summary: 'Tell a URL about every chat conversation that has ended',
  body: OneWithUrl,
  refusals,
  reply,
})

export const disableConversationEndedWebhook = endpoint({
  method: 'post',
  path: '/user/assistants/disable-conversation-ended-webhook',
  capability: 'assistants',
  summary: 'Tell nobody about chat conversations that have ended',
  body: One,
  refusals,
  reply,
})
