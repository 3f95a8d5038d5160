import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Uuid } from './scalars.ts'

const After = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional()
    .meta({
      description:
        'Id of the last event received; the header `Last-Event-ID` takes precedence. Without either, the stream starts with new events.',
    }),
})

export const followAccount = endpoint({
  method: 'get',
  path: '/user/stream',
  capability: 'desk',
  summary: 'Stream all events of the account as server-sent events',
  query: After.extend({
    tab: Uuid.optional().meta({
      description: 'The tab of `POST /user/presence`, which expires soon after this stream closes.',
    }),
  }),
  stream: true,
  reply: z.unknown(),
})

export const followVisitor = endpoint({
  method: 'get',
  path: '/widget/stream',
  summary: 'Stream the events of the visitor’s own conversations as server-sent events',
  plane: 'visitor',
  capability: 'chat',
  spends: 'stream',
  query: After,
  stream: true,
  reply: z.unknown(),
})
