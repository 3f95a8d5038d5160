import { z } from 'zod'
import { Actor } from './activities.ts'
import { MAX_DRAFT } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { text, Uuid } from './scalars.ts'

/** Kind of draft: a reply to the visitor, or a private note. */
export const DraftKind = z.enum(['reply', 'note'])
export type DraftKind = z.output<typeof DraftKind>

/** The caller's draft in a conversation. */
export const Draft = z.object({
  kind: DraftKind,
  content: z.string(),
  updated_at: z.iso.datetime(),
})
export type Draft = z.output<typeof Draft>

/** An operator who has started to write a reply; its text stays private until it is sent. */
export const Drafter = z.object({ by: Actor, updated_at: z.iso.datetime() })
export type Drafter = z.output<typeof Drafter>

/** Maximum number of drafts listed. */
export const MAX_LISTED_DRAFTS = 500

/** A draft in one of the conversations, without its text. */
export const DraftMark = z.object({
  conversation_id: Uuid,
  kind: DraftKind,
  by: Actor,
  updated_at: z.iso.datetime(),
})
export type DraftMark = z.output<typeof DraftMark>

const params = z.object({ uuid: z.string() })
const refusals = ['conversation_not_found'] as const

export const getDrafts = endpoint({
  method: 'get',
  path: '/user/conversations/:uuid/drafts',
  capability: 'conversations',
  summary: 'Get the caller’s drafts in a conversation, and the other operators who have one',
  params,
  refusals,
  reply: z.object({ data: z.array(Draft), drafters: z.array(Drafter) }),
})

export const listDrafts = endpoint({
  method: 'get',
  path: '/user/drafts',
  capability: 'conversations',
  summary:
    'List the caller’s drafts and the other operators’ replies being written, without their text',
  description: `The latest ${MAX_LISTED_DRAFTS}. \`drafting\` on the stream reports changes.`,
  reply: z.object({ data: z.array(DraftMark) }),
})

export const saveDraft = endpoint({
  method: 'put',
  path: '/user/conversations/:uuid/drafts/:kind',
  capability: 'conversations.change',
  summary: 'Save the caller’s draft; empty text deletes it',
  params: params.extend({ kind: DraftKind }),
  body: z.object({ content: text(MAX_DRAFT) }),
  refusals,
  examples: { reply: { message: 'Draft saved' } },
  reply: z.object({ message: z.string(), data: Draft.nullable() }),
})
