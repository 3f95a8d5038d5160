import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './scalars.ts'

export const whisperToAssistant = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/whisper',
  capability: 'conversations',
  summary: 'Tell the assistant on a call something that its next answer takes into account',
  description: 'The visitor hears nothing of it; the desk sees it as an activity, `whisper`.',
  params: z.object({ uuid: z.string() }),
  body: z.object({ content: requiredText(500) }),
  refusals: ['conversation_not_found', 'call_over'],
  examples: {
    body: { content: 'Offer them a table outside.' },
    reply: { message: 'The assistant knows it with its next answer' },
  },
  reply: z.object({ message: z.string() }),
})
