import { z } from 'zod'
import { MAX_REPLY } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './faults.ts'
import { PendingAnswer } from './hold-fields.ts'
import { optional, requiredText, text, Uuid } from './scalars.ts'

const OneConversation = z.object({ uuid: z.string() })
const NOT_FOUND = 'conversation_not_found'
const HELD = fault('answer_held', { name: 'Anna' })

const Held = z.object({ message: z.string(), data: PendingAnswer.nullable() })

export const holdAnswer = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/hold',
  capability: 'conversations.change',
  summary: 'Hold the answer in progress: nothing more reaches the visitor',
  description:
    'Only while an assistant with an `answer_delay` answers at Auto. One operator holds an answer; for a second one the response is 409, with the holder in `data.held_by`. The hold ends when it is released or discarded, when the dial is changed or the conversation ends, 5 s after the tab has closed or left the conversation, and after 15 minutes at the latest.',
  params: OneConversation,
  body: z.object({
    tab: Uuid.describe(
      'The tab that holds it: it follows `GET /user/stream?tab=` and reports the conversation with `POST /user/presence`.',
    ),
  }),
  refusals: [NOT_FOUND, 'nothing_to_hold', HELD],
  examples: { reply: { message: 'The answer is held' } },
  reply: Held,
})

export const releaseAnswer = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/hold/release',
  capability: 'conversations.change',
  summary: 'Send the pending part of the answer to the visitor at once, as it is or edited',
  description:
    'With `content`, which only the holder may send, that text replaces everything the visitor has not seen, and the answer is complete; the activity `answer_edited` says who edited it and what the assistant had written.',
  params: OneConversation,
  body: z.object({ content: optional(text(MAX_REPLY)) }),
  refusals: [NOT_FOUND, 'nothing_to_hold', HELD, 'answer_not_held', 'nothing_to_send'],
  examples: { reply: { message: 'The answer is released', data: null } },
  reply: Held,
})

export const rewriteAnswer = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/hold/rewrite',
  capability: 'conversations.change',
  summary: 'Have the assistant write the held part of its answer again, with a hint',
  description:
    'It continues from what the visitor has seen, and stays held. The visitor does not see the hint; operators see it as the activity `whisper`.',
  params: OneConversation,
  body: z.object({ hint: requiredText(500) }),
  refusals: [NOT_FOUND, 'nothing_to_hold', HELD, 'answer_not_held'],
  examples: {
    body: { hint: 'Mention the free trial.' },
    reply: { message: 'The assistant writes it again' },
  },
  reply: Held,
})

export const discardAnswer = endpoint({
  method: 'delete',
  path: '/user/conversations/:uuid/hold',
  capability: 'conversations.change',
  summary: 'Discard the part of the answer that the visitor has not seen',
  description: 'The visitor keeps what they have seen, as after their own stop.',
  params: OneConversation,
  refusals: [NOT_FOUND, 'nothing_to_hold', HELD],
  examples: { reply: { message: 'The rest of the answer is discarded', data: null } },
  reply: Held,
})
