import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, ReplyId, Uuid } from './scalars.ts'

/* Questions that assistants could not answer, in groups of those that mean the same. */

/** Maximum number of groups in a list, and of examples in a group. */
export const MAX_GROUPS = 100
export const MAX_EXAMPLES = 20

/** `answered` once the answer was added to a knowledge base; `dismissed` groups still take new questions. */
const GroupStatus = z.enum(['open', 'answered', 'dismissed'])

export const QuestionGroup = z.object({
  id: ReplyId,
  question: z.string().describe('Its first question.'),
  count: z.int().describe('Number of times that it was asked.'),
  last_asked_at: z.iso.datetime(),
  status: GroupStatus,
})
export type QuestionGroup = z.output<typeof QuestionGroup>

/** A question that was asked, and the first reply of a person after it. */
export const QuestionExample = z.object({
  question: z.string(),
  conversation_id: Uuid,
  message_seq: z.int().describe('Sequence number of the question in the conversation.'),
  assistant: z.object({ uuid: Uuid, name: z.string() }),
  asked_at: z.iso.datetime(),
  reply: z
    .object({ content: z.string(), by: z.string(), message_seq: z.int() })
    .nullable()
    .describe('First reply of a person after it; null if nobody replied.'),
})
export type QuestionExample = z.output<typeof QuestionExample>

export const WholeQuestionGroup = QuestionGroup.extend({
  examples: z.array(QuestionExample).describe('The latest questions, newest first.'),
})
export type WholeQuestionGroup = z.output<typeof WholeQuestionGroup>

const params = z.object({ id: Id })
const refusals = ['question_group_not_found'] as const

export const listUnanswered = endpoint({
  method: 'get',
  path: '/user/unanswered',
  capability: 'conversations',
  summary:
    'List questions that assistants could not answer, grouped by meaning, most frequent first',
  description: `At most ${MAX_GROUPS} groups. Questions are recorded where the built-in model says that it does not know, another model marks its answer as none, or all that it did was to search the knowledge base and find nothing. They are grouped by the concepts and the stems of their words.`,
  query: z.object({
    assistant_id: Id.optional().describe('Counts only questions to this assistant.'),
    status: GroupStatus.default('open'),
  }),
  reply: z.object({ data: z.array(QuestionGroup), total: z.int() }),
})

export const getUnanswered = endpoint({
  method: 'get',
  path: '/user/unanswered/:id',
  capability: 'conversations',
  summary: 'Get a group of unanswered questions with examples and the replies of people',
  params,
  refusals,
  reply: z.object({ data: WholeQuestionGroup }),
})

export const updateUnanswered = endpoint({
  method: 'put',
  path: '/user/unanswered/:id',
  capability: 'conversations.change',
  summary: 'Close a group of unanswered questions, or open it again',
  params,
  body: z.object({ status: GroupStatus }),
  refusals,
  examples: {
    body: { status: 'answered' },
    reply: { message: 'Group updated successfully' },
  },
  reply: z.object({ message: z.string(), data: QuestionGroup }),
})
