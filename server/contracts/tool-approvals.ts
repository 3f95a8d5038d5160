import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { defaulted, Flag, Id, optional, requiredText } from './scalars.ts'
import { ToolCall } from './tool-calls.ts'

/* Calls of tools that ask first: a person approves each of them before it is made (docs/TOOLS.md). */

const params = z.object({ uuid: z.string(), id: Id })
const refusals = ['conversation_not_found', 'tool_call_not_found', 'tool_call_decided'] as const
const Decided = z.object({ message: z.string(), data: ToolCall })

export const approveToolCall = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/tool-calls/:id/approve',
  capability: 'conversations.change',
  summary:
    'Approve a tool call that waits for a person: it is made once, with its arguments as they are',
  description:
    'With `always`, the tool no longer asks first; this needs the capability `assistants`, too. The assistant then answers with the result, unless the visitor or an operator has written meanwhile, or an operator answers the conversation.',
  params,
  body: z.object({ always: defaulted(Flag, false) }),
  refusals: [...refusals, 'role_not_allowed'],
  examples: { reply: { message: 'The call is approved' } },
  reply: Decided,
})

export const declineToolCall = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/tool-calls/:id/decline',
  capability: 'conversations.change',
  summary:
    'Decline a tool call that waits for a person: it is never made, and the assistant answers without it',
  params,
  body: z.object({
    reason: optional(requiredText(500)).describe('Told to the model; the visitor does not see it.'),
  }),
  refusals,
  examples: {
    body: { reason: 'We are closed on that day.' },
    reply: { message: 'The call is declined' },
  },
  reply: Decided,
})
