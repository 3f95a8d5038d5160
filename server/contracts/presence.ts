import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Flag, optional, ReplyId, Uuid } from './scalars.ts'

/*
 * Presence of operators at the desk. It is never stored: each open tab reports every few seconds what it shows, and is dropped
 * once it stops reporting or its stream closes.
 */

/** Availability of an operator at the desk. */
export const OperatorStatus = z.enum(['available', 'away'])
export type OperatorStatus = z.output<typeof OperatorStatus>

/** An operator at the desk, and what they have open across all their tabs. */
export const Attending = z.object({
  operator: z.object({ id: ReplyId, name: z.string() }),
  status: z.enum(['available', 'away', 'offline']),
  conversations: z.array(
    z.object({ conversation_id: Uuid, replying: z.boolean().describe('Is writing a reply.') }),
  ),
})
export type Attending = z.output<typeof Attending>

export const listAttending = endpoint({
  method: 'get',
  path: '/user/presence',
  capability: 'desk',
  summary: 'List the operators currently online, and the conversations they have open',
  reply: z.object({
    operator_id: ReplyId.describe('Whom the caller is.'),
    data: z.array(Attending),
  }),
})

export const attend = endpoint({
  method: 'post',
  path: '/user/presence',
  capability: 'desk',
  summary: 'Report what a tab shows; repeat every few seconds, or it expires',
  description:
    'Others at the desk hear of a change as the event `attending` of `GET /user/stream`. A tab that follows the stream with `?tab=` is forgotten as soon as that closes.',
  body: z.object({
    tab: Uuid.describe('Made up by the tab when it opens.'),
    conversation_id: optional(Uuid).describe('The conversation that is open in it.'),
    replying: optional(Flag),
    status: optional(OperatorStatus),
  }),
  refusals: ['conversation_not_found'],
  examples: { body: { replying: true, status: 'available' }, reply: { message: 'Noted' } },
  reply: z.object({ message: z.string() }),
})
