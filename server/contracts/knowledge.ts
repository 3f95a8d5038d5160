import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { Crawl, CrawlSettings } from './knowledge-settings.ts'
import { Id, Instant, integer, optional, ReplyId, requiredText, text, WebUrl } from './scalars.ts'

/*
 * Knowledge bases: the documents an assistant may answer from (docs/spec/family.md, section 1). Documents are processed in the
 * background; their status shows the progress.
 */

/**
 * Status of a knowledge base: `empty` without documents, `processing` while a document is being processed, `active` once at least
 * one can be used, `failed` if none could be processed.
 */
export const KnowledgeStatus = z.enum(['empty', 'processing', 'active', 'failed'])
export type KnowledgeStatus = z.output<typeof KnowledgeStatus>

export const KnowledgeBase = z.object({
  id: ReplyId,
  name: z.string(),
  description: z.string().nullable(),
  status: KnowledgeStatus,
  status_label: z.enum(['Empty', 'Processing', 'Active', 'Failed']),
  documents_count: z.int(),
  assistants_count: z.int().describe('Number of assistants that use it.'),
  processing_count: z.int().describe('Number of documents being processed.'),
  failed_count: z.int().describe('Number of documents that could not be processed.'),
  created_at: Instant,
  updated_at: Instant.describe('Latest change of its name, its description or its documents.'),
})
export type KnowledgeBase = z.output<typeof KnowledgeBase>

/** Supported file types. File names end in these extensions, or in `.markdown` and `.htm`. */
export const FileKind = z.enum(['pdf', 'docx', 'txt', 'md', 'html', 'csv'])
export type FileKind = z.output<typeof FileKind>

const AddedType = z.enum(['website', ...FileKind.options])

/** `answers` holds the questions and answers that people wrote (`knowledge-entries.ts`). */
export const DocumentType = z.enum([...AddedType.options, 'answers'])
export type DocumentType = z.output<typeof DocumentType>

export const DocumentStatus = z.enum(['processing', 'active', 'failed'])
export type DocumentStatus = z.output<typeof DocumentStatus>

export const KnowledgeDocument = z.object({
  id: ReplyId,
  knowledgebase_id: ReplyId,
  name: z.string().describe('As sent; otherwise the file name, or the first address.'),
  description: z.string().nullable(),
  type: DocumentType,
  type_label: z.enum([
    'Website',
    'PDF',
    'TXT',
    'DOCX',
    'MD',
    'HTML',
    'CSV',
    'Questions and answers',
  ]),
  url: z.string().nullable(),
  links: z.array(z.string()).describe('Further addresses of a website.'),
  relative_links_limit: z
    .int()
    .nullable()
    .describe(
      'Maximum number of pages read beyond `url` and `links`; null for files and crawled websites.',
    ),
  status: DocumentStatus,
  status_label: z.enum(['Processing', 'Active', 'Failed']),
  error: z.string().nullable().describe('Reason why it could not be read, as a sentence.'),
  size: z
    .int()
    .nullable()
    .describe('Size, bytes, of all its pages; null until one has been fetched.'),
  sha256: z
    .string()
    .nullable()
    .describe(
      'SHA-256 of the content, hexadecimal, for comparison with other files; null for several pages.',
    ),
  crawl: Crawl.optional().describe('Crawl of a website; absent for other documents.'),
  created_at: Instant,
  updated_at: Instant,
})
export type KnowledgeDocument = z.output<typeof KnowledgeDocument>

const MAX_TEXT = 255

/** Maximum number of further addresses of a website. */
export const MAX_LINKS = 50

/** Maximum and default number of pages read beyond the addresses of a website. */
export const MAX_RELATIVE_LINKS = 50
export const RELATIVE_LINKS = 10

/** An address of a website; a plain string is accepted. */
const Link = z
  .preprocess(
    (sent) => (typeof sent === 'string' ? { link: sent } : sent),
    z.object({ link: WebUrl }),
  )
  .meta({
    title: 'link',
    description: '`{link}`, or the plain URL.',
    anyOf: [
      {
        type: 'object',
        required: ['link'],
        properties: { link: { type: 'string', format: 'uri' } },
      },
      { type: 'string', format: 'uri' },
    ],
  })

/**
 * A website (`url`, `links` or both), or a file in a multipart body. `server/features/knowledge/document-faults.ts`
 * checks which fields belong together.
 */
export const NewDocument = z.object({
  name: optional(requiredText(MAX_TEXT)),
  description: optional(text(MAX_TEXT)),
  // Null stays null in three of them, because the rules take undefined for an invalid one.
  type: AddedType.nullish(),
  url: WebUrl.nullish(),
  links: z.array(Link).min(1).max(MAX_LINKS).nullish(),
  relative_links_limit: optional(integer(0, MAX_RELATIVE_LINKS)).describe(
    `Maximum number of pages read beyond \`url\` and \`links\`: links found on those pages, on the same host; ${RELATIVE_LINKS} if omitted.`,
  ),
  file: optional(z.file({ error: issue('not_a_file') })),
  crawl: optional(CrawlSettings).describe(
    'Also reads the other pages of the website: those in its sitemap, or those linked to, on the same host.',
  ),
})
export type NewDocument = z.output<typeof NewDocument>

const params = z.object({ id: Id })
const documentParams = params.extend({ document_id: Id })
const refusals = ['knowledge_base_not_found'] as const
const documentRefusals = [...refusals, 'document_not_found'] as const
const errorShape = 'error'
const SavedBase = z.object({ message: z.string(), data: KnowledgeBase })

export const listKnowledgeBases = endpoint({
  method: 'get',
  path: '/user/knowledgebases',
  capability: 'knowledge',
  summary: 'List knowledge bases',
  reply: z.object({ data: z.array(KnowledgeBase) }),
})

export const createKnowledgeBase = endpoint({
  method: 'post',
  path: '/user/knowledgebases',
  capability: 'knowledge',
  summary: 'Create a knowledge base',
  body: z.object({ name: requiredText(MAX_TEXT), description: optional(text(MAX_TEXT)) }),
  errorShape,
  status: 201,
  examples: { reply: { message: 'Knowledgebase created successfully.' } },
  reply: SavedBase,
})

export const getKnowledgeBase = endpoint({
  method: 'get',
  path: '/user/knowledgebases/:id',
  capability: 'knowledge',
  summary: 'Get a knowledge base',
  params,
  errorShape,
  refusals,
  reply: z.object({ data: KnowledgeBase }),
})

export const updateKnowledgeBase = endpoint({
  method: 'put',
  path: '/user/knowledgebases/:id',
  capability: 'knowledge',
  summary: 'Update the name and description of a knowledge base; omitted fields are unchanged',
  params,
  body: z.object({
    name: requiredText(MAX_TEXT).optional(),
    description: text(MAX_TEXT).nullish(),
  }),
  errorShape,
  refusals,
  examples: { reply: { message: 'Knowledgebase updated successfully.' } },
  reply: SavedBase,
})

export const deleteKnowledgeBase = endpoint({
  method: 'delete',
  path: '/user/knowledgebases/:id',
  capability: 'knowledge',
  summary: 'Delete a knowledge base with its documents; it is removed from assistants',
  params,
  errorShape,
  refusals,
  examples: { reply: { message: 'Knowledgebase deleted successfully.' } },
  reply: z.object({ message: z.string() }),
})

export const listDocuments = endpoint({
  method: 'get',
  path: '/user/knowledgebases/:id/documents',
  capability: 'knowledge',
  summary: 'List the documents of a knowledge base',
  params,
  errorShape,
  refusals,
  reply: z.object({ data: z.array(KnowledgeDocument) }),
})

export const createDocument = endpoint({
  method: 'post',
  path: '/user/knowledgebases/:id/documents',
  capability: 'knowledge',
  summary: 'Add a website or upload a file; it is processed in the background',
  description:
    'A website: JSON with `type` `website` and its addresses, in `url`, `links` or both. A file of at most 20 MB: a multipart body with `file`, whose name determines its type (pdf, docx, txt, md, html or csv). The response is immediate, with `status` `processing`; `active` follows once a page has been read, or `failed` if none could be.',
  params,
  body: NewDocument,
  errorShape,
  upload: 'file',
  refusals,
  examples: {
    body: {
      type: 'website',
      name: 'Help',
      url: 'https://example.com/help',
      links: [{ link: 'https://example.com/prices' }],
      relative_links_limit: 10,
      crawl: null,
    },
    reply: { message: 'Document created successfully. Processing will begin shortly.' },
  },
  status: 201,
  reply: z.object({ message: z.string(), data: KnowledgeDocument }),
})

export const getDocument = endpoint({
  method: 'get',
  path: '/user/knowledgebases/:id/documents/:document_id',
  capability: 'knowledge',
  summary: 'Get a document',
  params: documentParams,
  errorShape,
  refusals: documentRefusals,
  reply: z.object({ data: KnowledgeDocument }),
})

export const updateDocument = endpoint({
  method: 'put',
  path: '/user/knowledgebases/:id/documents/:document_id',
  capability: 'knowledge',
  summary: 'Update the name and description of a document; its content never changes',
  params: documentParams,
  body: z.object({
    name: requiredText(MAX_TEXT).optional(),
    description: text(MAX_TEXT).nullish(),
  }),
  errorShape,
  refusals: documentRefusals,
  examples: { reply: { message: 'Document updated successfully.' } },
  reply: z.object({ message: z.string(), data: KnowledgeDocument }),
})

export const deleteDocument = endpoint({
  method: 'delete',
  path: '/user/knowledgebases/:id/documents/:document_id',
  capability: 'knowledge',
  summary: 'Delete a document; it is no longer used in answers',
  params: documentParams,
  errorShape,
  refusals: documentRefusals,
  examples: { reply: { message: 'Document deleted successfully.' } },
  reply: z.object({ message: z.string() }),
})
