import { z } from 'zod'
import { MAX_REPLY } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { Id, requiredText } from './scalars.ts'

/** A reusable reply. `{{name}}` placeholders are filled in when it is inserted. */
export const CannedReply = z.object({
  id: z.int(),
  shortcut: z.string(),
  title: z.string(),
  content: z.string(),
  updated_at: z.iso.datetime(),
})
export type CannedReply = z.output<typeof CannedReply>

const SHORTCUT = issue('not_identifier')

/** Shortcut typed after `/`: a single word. */
const Shortcut = requiredText(40).refine((text) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(text), {
  error: SHORTCUT,
})

export const NewCannedReply = z.object({
  shortcut: Shortcut,
  title: requiredText(100),
  content: requiredText(MAX_REPLY),
})
export type NewCannedReply = z.output<typeof NewCannedReply>

const params = z.object({ id: Id })
const refusals = ['canned_reply_not_found'] as const
const Saved = z.object({ message: z.string(), data: CannedReply })

export const listCannedReplies = endpoint({
  method: 'get',
  path: '/user/canned-replies',
  capability: 'conversations',
  summary: 'List canned replies by shortcut',
  reply: z.object({ data: z.array(CannedReply) }),
})

export const createCannedReply = endpoint({
  method: 'post',
  path: '/user/canned-replies',
  capability: 'conversations.change',
  summary: 'Create a canned reply; its shortcut must be unique',
  body: NewCannedReply,
  status: 201,
  examples: {
    body: { shortcut: 'hours', content: 'Hello {{customer_name}}, we are open from 9 to 18.' },
    reply: { message: 'Canned reply created successfully' },
  },
  reply: Saved,
})

export const updateCannedReply = endpoint({
  method: 'put',
  path: '/user/canned-replies/:id',
  capability: 'conversations.change',
  summary: 'Update a canned reply',
  params,
  body: NewCannedReply,
  refusals,
  examples: {
    body: { shortcut: 'hours', content: 'Hello {{customer_name}}, we are open from 9 to 18.' },
    reply: { message: 'Canned reply updated successfully' },
  },
  reply: Saved,
})

export const deleteCannedReply = endpoint({
  method: 'delete',
  path: '/user/canned-replies/:id',
  capability: 'conversations.change',
  summary: 'Delete a canned reply',
  params,
  refusals,
  examples: { reply: { message: 'Canned reply deleted successfully' } },
  reply: z.object({ message: z.string() }),
})
