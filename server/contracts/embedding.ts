import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Uuid, WebUrl } from './scalars.ts'

const params = z.object({ id: Id })
const refusals = { 404: ['Assistant not found'] }

/** How an assistant gets onto a website. */
export const Embedding = z.object({
  uuid: Uuid,
  allowed_origins: z
    .array(z.string())
    .describe(
      'Exact origins of the websites that may show the assistant; this machine and Parley itself always may.',
    ),
  snippet: z.string().describe('The tag to paste into the website.'),
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
  summary: 'How to put an assistant on a website',
  params,
  refusals,
  reply: Embedding,
})

export const updateEmbedding = endpoint({
  method: 'put',
  path: '/user/assistant/:id/embedding',
  summary: 'Say which websites may show an assistant',
  params,
  body: z.object({ allowed_origins: z.array(WebUrl).max(50) }),
  refusals,
  reply: Embedding,
})
