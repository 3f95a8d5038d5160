import { z } from 'zod'
import { AiMode } from './dial-fields.ts'
import { endpoint } from './endpoint.ts'
import { PicturePath } from './picture-fields.ts'
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
      'Exact origins of the websites that may show the assistant; this machine and Parley itself are always allowed.',
    ),
  draft_preview: z
    .boolean()
    .describe('Whether operators see what a visitor types before it is sent.'),
  chat_mode: ChatMode.describe(
    'Mode of new chats with visitors: the assistant answers by itself, or a person approves its drafts.',
  ),
  picture: PicturePath,
  snippet: z.string().describe('HTML tag to paste into the website.'),
  pinned: z
    .object({ url: z.string(), integrity: z.string() })
    .nullable()
    .describe(
      'The launcher of exactly this version, at a URL with immutable content, and its hash for the `integrity` attribute. Null if the widget has not been built.',
    ),
  origin: z
    .string()
    .describe('Origin at which visitors’ browsers must be able to reach this Parley.'),
  is_public: z
    .boolean()
    .describe(
      'Whether `origin` is reachable from a public website; false if it is this machine only.',
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
