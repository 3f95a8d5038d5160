import { z } from 'zod'
import { Attachment } from './attachment-fields.ts'
import { UploadedFile } from './attachments.ts'
import { endpoint } from './endpoint.ts'
import { IdentityToken } from './identity.ts'
import { Author, Message, NewReply, TypingVisitor } from './messages.ts'
import { PicturePath } from './picture-fields.ts'
import { Rating } from './ratings.ts'
import { Instant, JsonObject, optional, Timezone, text, Uuid, WebUrl } from './scalars.ts'
import { VisitorVariables } from './visitor-variables.ts'

/*
 * The visitor plane: the API of the chat widget. Every response carries exact-origin CORS for the assistant; the visitor's token
 * is sent in the `Authorization: Bearer` header and nowhere else.
 */

/** Public information about an assistant, available to a website before any message. */
export const PublicAssistant = z.object({
  id: Uuid,
  name: z.string(),
  picture: PicturePath,
  language: z.string().describe('Two-letter code of the assistant’s language.'),
  initial_message: z.string().describe('The first message, with variables filled in.'),
  draft_preview: z
    .boolean()
    .describe('Whether operators may see what a visitor types before it is sent.'),
  web_calls: z
    .object({
      noise_cancellation: z
        .boolean()
        .describe('Whether the browser removes noise from the microphone’s audio.'),
      browser_recognition: z
        .boolean()
        .describe(
          'Whether the visitor’s browser recognises their speech, which its vendor may receive; the visitor’s consent is requested first.',
        ),
    })
    .nullable()
    .describe('Set if visitors can talk to the assistant through the microphone.'),
  settings: JsonObject.describe(
    'Display settings: `theme`, `color`, `position` and any others that the operator has stored.',
  ),
  away: z
    .object({
      back_at: Instant.nullable().describe('Time at which operators are available again.'),
    })
    .nullable()
    .describe('Set outside the office hours of `settings.hours`; null while people are there.'),
  reply_minutes: z
    .int()
    .nullable()
    .describe(
      'Time within which people mostly replied in the last four weeks; null where there are too few replies.',
    ),
  email_replies: z
    .boolean()
    .describe('Whether replies that a visitor misses are sent to their email address.'),
  team_online: z.boolean().describe('Whether a person is at the desk.'),
  team: z
    .array(z.object({ name: z.string(), picture: PicturePath }))
    .describe('Up to three of the people at the desk, those with a picture first.'),
})
export type PublicAssistant = z.output<typeof PublicAssistant>

export const getPublicAssistant = endpoint({
  method: 'get',
  path: '/widget/assistants/:uuid',
  summary: 'Get the public settings of an active assistant',
  plane: 'site',
  capability: 'embed',
  spends: 'read',
  params: z.object({ uuid: z.string() }),
  refusals: ['assistant_not_found'],
  reply: PublicAssistant,
})

export const openVisitorSession = endpoint({
  method: 'post',
  path: '/widget/session',
  summary: 'Create a visitor of an assistant; the token is returned only once',
  plane: 'site',
  capability: 'embed',
  spends: 'session',
  body: z.object({
    assistant_id: Uuid,
    page_url: optional(WebUrl),
    page_title: optional(text(300)),
    language: optional(text(35)),
    timezone: optional(Timezone),
    identity: optional(IdentityToken),
  }),
  status: 201,
  refusals: ['assistant_not_found'],
  reply: z.object({ visitor_id: Uuid, token: z.string() }),
})

/** A conversation as its visitor sees it. */
export const VisitorConversation = z.object({
  id: Uuid,
  ai_enabled: z.boolean().describe('False while a person answers instead of the AI.'),
  ended: z.boolean(),
  created_at: z.iso.datetime(),
  seen_seq: z.int().describe('Sequence number up to which operators have read.'),
  rating: Rating.nullable().describe('The visitor’s rating.'),
  message_count: z.int(),
  title: z
    .string()
    .nullable()
    .describe(
      'The first message of the visitor, its first 120 characters; null until there is one.',
    ),
  last_message: z
    .object({ author: Author, content: z.string(), created_at: z.iso.datetime() })
    .nullable()
    .describe('The first 120 characters of the latest message.'),
  messages: z.array(Message),
  cursor: z.int().describe('Id of the last event included here: follow the stream after it.'),
})
export type VisitorConversation = z.output<typeof VisitorConversation>

export const openVisitorConversation = endpoint({
  method: 'post',
  path: '/widget/conversations',
  summary: 'Start a conversation; repeating a `client_id` returns the existing conversation',
  plane: 'visitor',
  refusesBlocked: true,
  capability: 'chat',
  spends: 'conversation',
  body: z.object({ client_id: Uuid, variables: optional(VisitorVariables) }),
  status: 201,
  reply: VisitorConversation,
})

export const listVisitorConversations = endpoint({
  method: 'get',
  path: '/widget/conversations',
  summary: 'List the visitor’s own conversations, newest first, without messages',
  plane: 'visitor',
  capability: 'chat',
  spends: 'read',
  reply: z.object({ data: z.array(VisitorConversation.omit({ messages: true, cursor: true })) }),
})

const OwnConversation = z.object({ uuid: z.string() })

export const getVisitorConversation = endpoint({
  method: 'get',
  path: '/widget/conversations/:uuid',
  summary: 'Get one of the visitor’s own conversations with its messages',
  plane: 'visitor',
  capability: 'chat',
  spends: 'read',
  params: OwnConversation,
  refusals: ['conversation_not_found'],
  reply: VisitorConversation,
})

export const sendVisitorMessage = endpoint({
  method: 'post',
  path: '/widget/conversations/:uuid/messages',
  summary: 'Send a message; the answer arrives over the stream',
  plane: 'visitor',
  refusesBlocked: true,
  capability: 'chat',
  spends: 'message',
  params: OwnConversation,
  body: NewReply,
  status: 201,
  refusals: ['conversation_not_found'],
  reply: z.object({ data: Message }),
})

export const stopAnswer = endpoint({
  method: 'post',
  path: '/widget/conversations/:uuid/stop',
  summary: 'Stop the answer in progress; the text so far is kept',
  plane: 'visitor',
  capability: 'chat',
  spends: 'change',
  params: OwnConversation,
  refusals: ['conversation_not_found'],
  examples: { reply: { message: 'Noted' } },
  reply: z.object({ message: z.string() }),
})

export const continueVisitorAnswer = endpoint({
  method: 'post',
  path: '/widget/conversations/:uuid/continue',
  summary: 'Continue the last answer if it was cut off; the rest arrives over the stream',
  plane: 'visitor',
  refusesBlocked: true,
  capability: 'chat',
  spends: 'message',
  params: OwnConversation,
  refusals: ['conversation_not_found'],
  reply: z.object({
    data: Message.nullable().describe('Null if there is nothing to continue.'),
  }),
})

export const setVisitorVariables = endpoint({
  method: 'put',
  path: '/widget/conversations/:uuid/variables',
  summary: 'Set variables with details about the visitor; omitted ones are unchanged',
  description:
    '`name`, `email` and `phone` become the visitor’s details, unless the website has verified others.',
  plane: 'visitor',
  refusesBlocked: true,
  capability: 'chat',
  spends: 'change',
  params: OwnConversation,
  body: z.object({ variables: VisitorVariables }),
  refusals: ['conversation_not_found'],
  examples: { body: { variables: { plan: 'pro' } }, reply: { message: 'Noted' } },
  reply: z.object({ message: z.string() }),
})

export const uploadVisitorFile = endpoint({
  method: 'post',
  path: '/widget/conversations/:uuid/attachments',
  summary: 'Upload a file for a message',
  plane: 'visitor',
  refusesBlocked: true,
  capability: 'chat',
  spends: 'file',
  params: OwnConversation,
  body: UploadedFile,
  upload: 'file',
  status: 201,
  refusals: ['conversation_not_found'],
  reply: z.object({ data: Attachment }),
})

export const endVisitorConversation = endpoint({
  method: 'post',
  path: '/widget/conversations/:uuid/end',
  summary: 'End the conversation; no effect if it has already ended',
  plane: 'visitor',
  capability: 'chat',
  spends: 'change',
  params: OwnConversation,
  refusals: ['conversation_not_found'],
  reply: z.object({ data: VisitorConversation.omit({ messages: true, cursor: true }) }),
})

export const typeAsVisitor = endpoint({
  method: 'post',
  path: '/widget/conversations/:uuid/typing',
  summary: 'Show the desk that the visitor is typing, or has stopped',
  plane: 'visitor',
  refusesBlocked: true,
  capability: 'chat',
  spends: 'sign',
  params: OwnConversation,
  body: TypingVisitor,
  refusals: ['conversation_not_found'],
  examples: { reply: { message: 'Noted' } },
  reply: z.object({ message: z.string() }),
})

export const readAsVisitor = endpoint({
  method: 'post',
  path: '/widget/conversations/:uuid/read',
  summary: 'Mark messages up to a sequence number as read by the visitor',
  plane: 'visitor',
  capability: 'chat',
  spends: 'sign',
  params: OwnConversation,
  body: z.object({ seq: z.int().min(0) }),
  refusals: ['conversation_not_found'],
  examples: { reply: { message: 'Noted' } },
  reply: z.object({ message: z.string() }),
})

export const visitPage = endpoint({
  method: 'post',
  path: '/widget/pages',
  summary: 'Record the page that the visitor is on, without its fragment and credentials',
  plane: 'visitor',
  capability: 'chat',
  refusesBlocked: true,
  spends: 'page',
  body: z.object({ page_url: WebUrl, page_title: optional(text(300)) }),
  examples: { reply: { message: 'Noted' } },
  reply: z.object({ message: z.string() }),
})
