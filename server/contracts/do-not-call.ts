import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { DateTime, Id, optional, ReplyId, requiredText, text } from './scalars.ts'

/** A telephone number that nobody may call (docs/spec/family.md, section 9). */
export const ListedNumber = z.object({
  id: ReplyId,
  phone_number: z.string(),
  reason: z.string().nullable(),
  created_at: DateTime,
})
export type ListedNumber = z.output<typeof ListedNumber>

export const listDoNotCall = endpoint({
  method: 'get',
  path: '/user/do-not-call',
  capability: 'records',
  summary: 'List the numbers that must not be called, newest first',
  query: pageQuery(15).extend({
    phone_number: text(255).optional().describe('Part of the number, comparing digits only.'),
  }),
  reply: pageOf(ListedNumber),
})

export const addToDoNotCall = endpoint({
  method: 'post',
  path: '/user/do-not-call',
  capability: 'outreach',
  summary: 'Add a number to the do-not-call list',
  description:
    'Its open leads become `blacklisted` at once. A number that is listed already is unchanged, and the status is 200.',
  body: z.object({
    phone_number: requiredText().meta({ examples: ['+12025550100'] }),
    reason: optional(text(255)),
  }),
  status: 201,
  examples: {
    body: { phone_number: '+12025550100', reason: 'Asked on the phone' },
    reply: { message: 'Number added successfully' },
  },
  reply: z.object({ message: z.string(), data: ListedNumber }),
})

export const removeFromDoNotCall = endpoint({
  method: 'delete',
  path: '/user/do-not-call/:id',
  capability: 'outreach',
  summary: 'Remove a number from the do-not-call list; its leads stay `blacklisted`',
  params: z.object({ id: Id }),
  refusals: ['listed_number_not_found'],
  examples: { reply: { message: 'Number removed successfully' } },
  reply: z.object({ message: z.string() }),
})
