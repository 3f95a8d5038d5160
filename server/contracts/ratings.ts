import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { integer, optional, text } from './scalars.ts'

/** A visitor's rating of a conversation. */
export const Rating = z.object({
  rating: z.int().min(1).max(5).describe('From 1 (bad) to 5 (very good).'),
  comment: z.string().nullable(),
})
export type Rating = z.output<typeof Rating>

export const rateConversation = endpoint({
  method: 'put',
  path: '/widget/conversations/:uuid/rating',
  summary: 'Rate a conversation; a new rating replaces the previous one',
  plane: 'visitor',
  refusesBlocked: true,
  capability: 'chat',
  spends: 'change',
  params: z.object({ uuid: z.string() }),
  body: z.object({ rating: integer(1, 5), comment: optional(text(2000)) }),
  refusals: ['conversation_not_found'],
  examples: { body: { rating: 5, comment: 'Quick and friendly.' } },
  reply: z.object({ data: Rating }),
})
