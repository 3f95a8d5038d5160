import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { Id, integer, optional, ReplyId, requiredText } from './scalars.ts'

const params = z.object({ id: Id })
const refusals = ['knowledge_base_not_found'] as const
const documentParams = params.extend({ document_id: Id })
const documentRefusals = [...refusals, 'document_not_found'] as const

/** A section of a document, as found and quoted. */
export const DocumentPassage = z.object({
  id: ReplyId,
  heading: z.string(),
  content: z.string(),
  url: z.string().nullable().describe('URL of the page that it comes from.'),
})
export type DocumentPassage = z.output<typeof DocumentPassage>

export const listPassages = endpoint({
  method: 'get',
  path: '/user/knowledgebases/:id/documents/:document_id/passages',
  capability: 'knowledge',
  summary: 'List the passages of a document, 50 per request',
  params: documentParams,
  errorShape: 'error',
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,16}$/, { error: issue('not_an_integer') })
      .optional()
      .describe('Passages after the one with this id.'),
  }),
  refusals: documentRefusals,
  reply: z.object({ data: z.array(DocumentPassage), total: z.int(), has_more: z.boolean() }),
})

/** An address of a website, and the outcome of reading it. */
export const DocumentPage = z.object({
  id: ReplyId,
  url: z.string(),
  title: z.string(),
  is_named: z.boolean().describe('Whether it was named, and not found on another page.'),
  status: z
    .enum(['waiting', 'read', 'failed', 'skipped'])
    .describe('`skipped` is a duplicate, has moved, or asks not to be read.'),
  error: z.string().nullable().describe('Reason why it was not read, as a sentence.'),
  size: z.int().describe('Size, bytes.'),
  passages: z.int().describe('Number of passages from it.'),
})
export type DocumentPage = z.output<typeof DocumentPage>

export const listPages = endpoint({
  method: 'get',
  path: '/user/knowledgebases/:id/documents/:document_id/pages',
  capability: 'knowledge',
  summary: 'List the pages of a website and what was read from each, 50 per request',
  params: documentParams,
  errorShape: 'error',
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,16}$/, { error: issue('not_an_integer') })
      .optional()
      .describe('Pages after the one with this id.'),
  }),
  refusals: documentRefusals,
  reply: z.object({ data: z.array(DocumentPage), total: z.int(), has_more: z.boolean() }),
})

/** Maximum length of a test question, code points. */
export const MAX_QUESTION = 1000

/** A passage found for a question. */
export const FoundPassage = DocumentPassage.extend({
  document_id: ReplyId,
  document_name: z.string(),
  score: z.number().describe('Higher is better; comparable only within one response.'),
  word_rank: z.int().nullable().describe('Rank in the word search (BM25), from 1.'),
  meaning_rank: z
    .int()
    .nullable()
    .describe('Rank in the semantic search, if an embedding model is configured.'),
  highlights: z.array(z.string()).describe('Words of the question, as they occur in the passage.'),
})
export type FoundPassage = z.output<typeof FoundPassage>

export const searchKnowledgeBase = endpoint({
  method: 'post',
  path: '/user/knowledgebases/:id/search',
  capability: 'knowledge',
  summary:
    'Search a knowledge base for a question: the passages that an assistant would be given, best first',
  params,
  errorShape: 'error',
  body: z.object({
    question: requiredText(MAX_QUESTION),
    previous: optional(requiredText(MAX_QUESTION)).describe(
      'The previous question, for a follow-up that depends on it.',
    ),
    language: optional(
      z.string().regex(/^[a-z]{2}$/, { error: issue('not_language_code') }),
    ).describe('Two-letter code of the conversation’s language; `en` if omitted.'),
    limit: optional(integer(1, 20)).describe('Maximum number of passages; 6 if omitted.'),
  }),
  refusals,
  reply: z.object({
    method: z.enum(['words', 'words_and_meaning']),
    data: z.array(FoundPassage),
  }),
})
