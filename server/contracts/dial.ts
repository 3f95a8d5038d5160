import { z } from 'zod'
import { AiMode, Dial } from './dial-fields.ts'
import { endpoint } from './endpoint.ts'

export const turnDial = endpoint({
  method: 'put',
  path: '/user/conversations/:uuid/dial',
  capability: 'conversations.change',
  summary: 'Set the answering mode: Auto, Approve or Human',
  description:
    'A compare-and-set: send the `ai_epoch` on which the decision is based as `epoch`. If it is out of date, nothing changes, and the 409 response contains the current mode and the operator who set it in `data`. An answer in progress is cut off immediately.',
  params: z.object({ uuid: z.string() }),
  body: z.object({ mode: AiMode, epoch: z.int().min(0) }),
  refusals: ['conversation_not_found', 'conversation_changed'],
  examples: { reply: { message: 'Dial turned successfully' } },
  reply: z.object({ message: z.string(), data: Dial }),
})
