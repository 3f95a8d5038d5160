import { z } from 'zod'
import { MAX_REPLY } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './faults.ts'
import { Id, optional, requiredText } from './scalars.ts'
import { LanguageTag, MessageTranslation } from './translations.ts'

const OneConversation = z.object({ uuid: z.string() })

/** Help with a reply: a summary of the conversation, or a text of the operator's in other words. */
export const WritingTask = z.enum(['summarise', 'rephrase', 'shorten', 'friendlier', 'translate'])
export type WritingTask = z.output<typeof WritingTask>

/** A text that a model proposes. Nothing is stored or sent. */
export const WritingProposal = z.object({
  text: z.string(),
  language: LanguageTag.nullable().describe('Of a translation; otherwise null.'),
  model: z.string(),
  cost: z.number().describe('US dollars.'),
})
export type WritingProposal = z.output<typeof WritingProposal>

const REFUSALS = [
  'conversation_not_found',
  'writing_aid_needs_model',
  fault('writing_aid_over_budget', { reason: fault('budget_of_account') }),
  fault('writing_aid_failed', { reason: 'The provider did not answer' }),
] as const

export const getWritingAid = endpoint({
  method: 'get',
  path: '/user/conversations/:uuid/writing-aid',
  capability: 'conversations',
  summary: 'Get which model helps with replies, and the visitor’s language',
  params: OneConversation,
  refusals: ['conversation_not_found'],
  reply: z.object({
    data: z.object({
      model: z
        .string()
        .nullable()
        .describe('Name of the model; null if only the built-in one is there, which cannot.'),
      visitor_language: LanguageTag.nullable().describe(
        'From their browser, or what they write; null if unknown.',
      ),
    }),
  }),
})

export const askWritingAid = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/writing-aid',
  capability: 'conversations.change',
  summary: 'Have a model summarise the conversation, or rephrase or translate a text',
  description:
    'The model only proposes: nothing is stored or sent. It is the assistant’s model or, if that is the built-in one, another one of the account, paid from the assistant’s budget of the day and the account’s. Closing the request cancels it.',
  params: OneConversation,
  body: z.object({
    task: WritingTask,
    text: optional(requiredText(MAX_REPLY)).describe('Required for every task but `summarise`.'),
    language: optional(LanguageTag).describe('Target language; required for `translate`.'),
  }),
  refusals: [...REFUSALS],
  reply: z.object({ data: WritingProposal }),
})

export const translateMessage = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/messages/:id/translation',
  capability: 'conversations.change',
  summary:
    'Translate a message for the desk; the original stays, and the translation is kept with it',
  description: 'A translation that exists already is returned without asking a model.',
  params: OneConversation.extend({ id: Id }),
  body: z.object({ language: LanguageTag }),
  refusals: [...REFUSALS, 'message_not_found', 'answer_not_ready'],
  reply: z.object({
    data: MessageTranslation,
    cost: z.number().describe('US dollars.'),
  }),
})
