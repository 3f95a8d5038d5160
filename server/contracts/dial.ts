import { z } from 'zod'
import { AiMode, Dial } from './dial-fields.ts'
import { endpoint } from './endpoint.ts'

export const turnDial = endpoint({
  method: 'put',
  path: '/user/conversations/:uuid/dial',
  capability: 'conversations',
  summary: 'Set the answering mode: Auto, Approve or Human',
  description:
    'A compare-and-set: `epoch` is the `ai_epoch` you decided by. When it has passed, somebody else was faster: nothing changes, and 409 says in `data` how the dial stands and who turned it. What the assistant was writing is cut off in the same moment.',
  params: z.object({ uuid: z.string() }),
  body: z.object({ mode: AiMode, epoch: z.int().min(0) }),
  refusals: ['conversation_not_found', 'conversation_changed'],
  examples: { reply: { message: 'Dial turned successfully' } },
  reply: z.object({ message: z.string(), data: Dial }),
})
