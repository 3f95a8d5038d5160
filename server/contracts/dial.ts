import { z } from 'zod'
import { Actor } from './activities.ts'
import { endpoint } from './endpoint.ts'

/**
 * Who answers the visitor: `auto`, the assistant by itself; `approve`, the assistant drafts and a person sends; `human`,
 * a person.
 */
export const AiMode = z.enum(['auto', 'approve', 'human'])
export type AiMode = z.output<typeof AiMode>

/** How a conversation’s dial stands. */
export const Dial = z.object({
  mode: AiMode,
  epoch: z
    .int()
    .describe(
      'Grows with every turn of the dial and every end; an AI turn of an older one is refused.',
    ),
  changed_by: Actor.nullable().describe('Who turned it last; null while nobody has.'),
  changed_at: z.iso.datetime().nullable(),
})
export type Dial = z.output<typeof Dial>

export const turnDial = endpoint({
  method: 'put',
  path: '/user/conversations/:uuid/dial',
  summary: 'Say who answers the visitor: Auto, Approve or Human',
  description:
    'A compare-and-set: `epoch` is the `ai_epoch` you decided by. When it has passed, somebody else was faster: nothing changes, and 409 says in `data` how the dial stands and who turned it. What the assistant was writing is cut off in the same moment.',
  params: z.object({ uuid: z.string() }),
  body: z.object({ mode: AiMode, epoch: z.int().min(0) }),
  refusals: {
    404: ['Conversation not found'],
    409: ['The conversation has changed meanwhile.'],
  },
  examples: { reply: { message: 'Dial turned successfully' } },
  reply: z.object({ message: z.string(), data: Dial }),
})
