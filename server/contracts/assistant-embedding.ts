import { z } from 'zod'
import { AiMode } from './dial-fields.ts'
import { endpoint } from './endpoint.ts'
import { Flag, Id, optional, Uuid, WebUrl } from './scalars.ts'

const params = z.object({ id: Id })
const refusals = ['assistant_not_found'] as const

/** Initial dial position of an assistant's chats; an operator can always change it. */
export const ChatMode = AiMode.exclude(['human'])
export type ChatMode = z.output<typeof ChatMode>

/** Settings for embedding an assistant on a website. */
export const Embedding = z.object({
  uuid: Uuid,
  allowed_origins: z
    .array(z.string())
    .describe(
      'Exact origins of the websites that may show the assistant; this machine and Parley itself always may.',
    ),
  draft_preview: z
    .boolean()
    .describe('Whether the desk sees what a visitor types before it is sent.'),
  chat_mode: ChatMode.describe(
    'How chats with visitors begin: the assistant answers by itself, or a person approves its drafts.',
  ),
  snippet: z.string().describe('The tag to paste into the website.'),
  pinned: z
    .object({ url: z.string(), integrity: z.string() })
    .nullable()
    .describe(
      'The launcher of this version under an address that never gets another content, with its hash for the `integrity` attribute. Null when the widget is not built.',
    ),
  origin: z.string().describe('Where visitors’ browsers must be able to reach this Parley.'),
  is_public: z
    .boolean()
    .describe(
      'False when `origin` is this machine only, so that a public website could not reach it.',
    ),
})
export type Embedding = z.output<typeof Embedding>

export const getEmbedding = endpoint({
  method: 'get',
  path: '/user/assistant/:id/embedding',
  capability: 'assistants',
  summary: 'Get the embed code of an assistant',
  params,
  refusals,
  reply: Embedding,
})

export const updateEmbedding = endpoint({
  method: 'put',
  path: '/user/assistant/:id/embedding',
  capability: 'assistants',
  summary: 'Set the websites that may show an assistant',
  params,
  body: z.object({
    allowed_origins: z.array(WebUrl).max(50),
    draft_preview: optional(Flag),
    chat_mode: optional(ChatMode),
  }),
  refusals,
  reply: Embedding,
})
