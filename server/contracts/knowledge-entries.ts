import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { Id, Instant, integer, optional, ReplyId, requiredText, text, Uuid } from './scalars.ts'

/*
 * Questions with the answers that people wrote. They are searched like the other passages of their knowledge base, which
 * lists them as one document of the type `answers`.
 */

/** Maximum length of a question, and of an answer, code points. */
const MAX_QUESTION = 500
const MAX_ANSWER = 5000

export const KnowledgeEntry = z.object({
  id: ReplyId,
  knowledgebase_id: ReplyId,
  question: z.string(),
  answer: z.string(),
  conversation_id: Uuid.nullable().describe(
    'The conversation that it was made from; null without one, and once that is erased.',
  ),
  message_seq: z.int().nullable().describe('Sequence number of the message in that conversation.'),
  created_at: Instant,
  updated_at: Instant,
})
export type KnowledgeEntry = z.output<typeof KnowledgeEntry>

const params = z.object({ id: Id })
const Saved = z.object({ message: z.string(), data: KnowledgeEntry })

const WORDS = {
  question: 'May I bring my dog?',
  answer: 'Dogs are welcome in the café, on a lead.',
}

export const listKnowledgeEntries = endpoint({
  method: 'get',
  path: '/user/knowledge-entries',
  capability: 'knowledge',
  summary: 'List questions and answers of knowledge bases, newest first',
  query: pageQuery(25).extend({
    knowledgebase_id: Id.optional(),
    search: text(255).optional().describe('Part of the question or the answer.'),
  }),
  reply: pageOf(KnowledgeEntry),
})

export const createKnowledgeEntry = endpoint({
  method: 'post',
  path: '/user/knowledge-entries',
  capability: 'knowledge',
  summary: 'Add a question and its answer to a knowledge base; assistants use it at once',
  body: z.object({
    knowledgebase_id: Id,
    question: requiredText(MAX_QUESTION),
    answer: requiredText(MAX_ANSWER),
    conversation_id: optional(Uuid).describe('The conversation that it was made from.'),
    message_seq: optional(integer(1, 2 ** 31)).describe(
      'Sequence number of the message in that conversation.',
    ),
  }),
  status: 201,
  refusals: ['knowledge_base_not_found', 'conversation_not_found'],
  examples: {
    body: { knowledgebase_id: 1, ...WORDS, conversation_id: null, message_seq: null },
    reply: { message: 'Entry created successfully' },
  },
  reply: Saved,
})

export const updateKnowledgeEntry = endpoint({
  method: 'put',
  path: '/user/knowledge-entries/:id',
  capability: 'knowledge',
  summary:
    'Update a question and its answer, or move them to another knowledge base; omitted fields are unchanged',
  params,
  body: z.object({
    knowledgebase_id: Id.optional(),
    question: requiredText(MAX_QUESTION).optional(),
    answer: requiredText(MAX_ANSWER).optional(),
  }),
  refusals: ['knowledge_entry_not_found', 'knowledge_base_not_found'],
  examples: {
    body: { knowledgebase_id: 1, ...WORDS },
    reply: { message: 'Entry updated successfully' },
  },
  reply: Saved,
})

export const deleteKnowledgeEntry = endpoint({
  method: 'delete',
  path: '/user/knowledge-entries/:id',
  capability: 'knowledge',
  summary: 'Delete a question and its answer; assistants no longer use them',
  params,
  refusals: ['knowledge_entry_not_found'],
  examples: { reply: { message: 'Entry deleted successfully' } },
  reply: z.object({ message: z.string() }),
})
