import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** A limit on a size, time or number enforced by this server. */
export const Limit = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.enum(['bytes', 'ms', 'count']),
})
export type Limit = z.output<typeof Limit>

/** A rate limit. */
export const RateLimit = z.object({
  name: z.string(),
  max: z.int(),
  unit: z.enum(['bytes', 'count']),
  window_ms: z.int(),
})
export type RateLimit = z.output<typeof RateLimit>

export const getLimits = endpoint({
  method: 'get',
  path: '/user/limits',
  capability: 'desk',
  summary: 'List the limits of this server, with units',
  examples: {
    reply: {
      limits: [{ name: 'uploadBytes', value: 20_971_520, unit: 'bytes' }],
      rates: [{ name: 'visitorMessages', max: 10, unit: 'count', window_ms: 60_000 }],
    },
  },
  reply: z.object({ limits: z.array(Limit), rates: z.array(RateLimit) }),
})

export const getDataFacts = endpoint({
  method: 'get',
  path: '/user/data',
  capability: 'desk',
  summary:
    'Get record counts of this account and, for the owner, the database’s location and size and the search index’s lag',
  reply: z.object({
    counts: z.object({
      conversations: z.int(),
      calls: z.int(),
      sms: z.int(),
      assistants: z.int(),
    }),
    database: z
      .object({
        bytes: z.int(),
        folder: z.string().nullable().describe('Null if the data is in memory only.'),
        search: z
          .object({ waiting: z.int(), behind_ms: z.int() })
          .describe(
            'Number of texts that are not indexed yet, and the age of the oldest, ms. Usually none, and at most a second; a search indexes them first.',
          ),
      })
      .nullable()
      .describe('Null for everybody but the owner.'),
  }),
})
