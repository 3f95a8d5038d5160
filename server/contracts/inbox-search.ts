import { z } from 'zod'
import { InboxItem } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { InboxFilter } from './inbox-filter.ts'
import { Author } from './messages.ts'

/** Text with the ranges that matched, in UTF-16 units. */
export const Snippet = z.object({
  text: z.string(),
  matches: z
    .array(
      // Validators of OpenAPI documents ask for `items` beside `prefixItems`.
      z.tuple([z.int(), z.int()]).meta({ items: { type: 'integer' }, minItems: 2, maxItems: 2 }),
    )
    .describe('Start and length of each match.'),
})
export type Snippet = z.output<typeof Snippet>

/** One search match. */
export const SearchHit = z.object({
  kind: z.enum(['message', 'visitor', 'note', 'conversation']),
  conversation: InboxItem,
  message_id: z.int().nullable(),
  seq: z.int().nullable().describe('Sequence number of the message in its conversation.'),
  author: Author.nullable(),
  snippet: Snippet,
  created_at: z.iso.datetime(),
})
export type SearchHit = z.output<typeof SearchHit>

export const searchAll = endpoint({
  method: 'get',
  path: '/user/search',
  capability: 'desk',
  summary: 'Search messages, names and addresses; newest first',
  description:
    'All words must match; the last one may be incomplete. `"a phrase"` matches exactly, `-word` excludes, `from:visitor`, `from:assistant` and `from:operator` restrict the author, and `in:name` the assistant. Accents and case are ignored. The id of a conversation, or its beginning, matches it. Hits are sorted by time and not by rank, so that the first ones are available immediately, regardless of the number of messages.',
  query: InboxFilter.extend({
    before: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional()
      .meta({
        description: 'Hits older than these, as returned in `before` of the previous response.',
        examples: ['4711'],
      }),
    limit: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(100))
      .default(30)
      .meta({ type: 'integer', minimum: 1, maximum: 100, default: 30 }),
  }),
  examples: { query: { q: 'account' } },
  reply: z.object({
    data: z.array(SearchHit),
    before: z.string().nullable().describe('Cursor of the next page; null at the end.'),
  }),
})
