import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText, Uuid } from './scalars.ts'

/* Private links in emails to visitors, which open their chat on another device. */

export const openChatLink = endpoint({
  method: 'post',
  path: '/chat-links/open',
  summary: 'Exchange the private link of an email for a token of its visitor, once',
  description:
    'For the page that the link leads to. A link is valid for seven days and works once; opening it marks the messages of its email as read.',
  plane: 'public',
  capability: 'anybody',
  spends: 'session',
  body: z.object({
    token: requiredText(100).describe('The secret of the link: what follows its `#`.'),
  }),
  status: 201,
  refusals: ['chat_link_not_found', 'chat_link_used', 'chat_link_expired', 'visitor_blocked'],
  reply: z.object({
    assistant_id: Uuid,
    conversation_id: Uuid,
    visitor_id: Uuid,
    email: z
      .string()
      .nullable()
      .describe('The visitor’s address, so that a chat need not ask for it.'),
    token: z.string().describe('Token of the visitor, as `POST /widget/session` returns it.'),
  }),
})

export const revokeChatLinks = endpoint({
  method: 'delete',
  path: '/user/conversations/:uuid/chat-links',
  summary: 'Revoke the unused private links of the emails of a conversation',
  capability: 'conversations.change',
  params: z.object({ uuid: z.string() }),
  refusals: ['conversation_not_found'],
  examples: { reply: { message: 'Links revoked' } },
  reply: z.object({ message: z.string(), revoked: z.int() }),
})
