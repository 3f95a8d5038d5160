import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { Crawl, CrawlSettings } from './knowledge-settings.ts'
import { DateTime, Id, optional, ReplyId, requiredText, WebUrl } from './scalars.ts'

/*
 * Knowledge bases: the documents an assistant may answer from (docs/spec/decisions.md, section 3). Documents are processed in the
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
  status: KnowledgeStatus,
  document_count: z.int(),
  processing_count: z
    .int()
    .describe('Number of documents being processed, or that could not be processed.'),
  failed_count: z.int(),
  created_at: DateTime,
})
export type KnowledgeBase = z.output<typeof KnowledgeBase>

/** Supported file types. File names end in these extensions, or in `.markdown` and `.htm`. */
export const FileKind = z.enum(['pdf', 'docx', 'txt', 'md', 'html', 'csv'])
export type FileKind = z.output<typeof FileKind>

export const DocumentType = z.enum(['website', ...FileKind.options])
export type DocumentType = z.output<typeof DocumentType>

export const DocumentStatus = z.enum(['processing', 'active', 'failed'])
export type DocumentStatus = z.output<typeof DocumentStatus>

export const KnowledgeDocument = z.object({
  id: ReplyId,
  knowledgebase_id: ReplyId,
  name: z.string().describe('File name, or URL of the page.'),
  type: DocumentType,
  url: z.string().nullable(),
  status: DocumentStatus,
  error: z.string().nullable().describe('Reason why it could not be read, as a sentence.'),
  size: z.int().nullable().describe('Size, bytes; null until a page has been fetched.'),
  sha256: z
    .string()
    .nullable()
    .describe('SHA-256 of the content, hexadecimal, for comparison with other files.'),
  crawl: Crawl.optional().describe('Crawl of a website; absent for other documents.'),
  created_at: DateTime,
  updated_at: DateTime,
})
export type KnowledgeDocument = z.output<typeof KnowledgeDocument>

/**
 * A web page (`type` `website` and its `url`), or a file in a multipart body. `server/features/knowledge/document-faults.ts`
 * checks which fields belong together.
 */
export const NewDocument = z.object({
  // Null stays null, because the rules take undefined for an invalid type.
  type: DocumentType.nullish(),
  url: optional(WebUrl),
  file: optional(z.file({ error: issue('not_a_file') })),
  crawl: optional(CrawlSettings).describe(
    'Also reads the other pages of the website: those in its sitemap, or those linked to, on the same host.',
  ),
})
export type NewDocument = z.output<typeof NewDocument>

const params = z.object({ id: Id })
const refusals = ['knowledge_base_not_found'] as const
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
  body: z.object({ name: requiredText(255) }),
  status: 201,
  reply: SavedBase,
})

export const getKnowledgeBase = endpoint({
  method: 'get',
  path: '/user/knowledgebases/:id',
  capability: 'knowledge',
  summary: 'Get a knowledge base',
  params,
  refusals,
  reply: KnowledgeBase,
})

export const updateKnowledgeBase = endpoint({
  method: 'put',
  path: '/user/knowledgebases/:id',
  capability: 'knowledge',
  summary: 'Rename a knowledge base',
  params,
  body: z.object({ name: requiredText(255).optional() }),
  refusals,
  reply: SavedBase,
})

export const deleteKnowledgeBase = endpoint({
  method: 'delete',
  path: '/user/knowledgebases/:id',
  capability: 'knowledge',
  summary: 'Delete a knowledge base with its documents; it is removed from assistants',
  params,
  refusals,
  reply: z.object({ message: z.string() }),
})

export const listDocuments = endpoint({
  method: 'get',
  path: '/user/knowledgebases/:id/documents',
  capability: 'knowledge',
  summary: 'List the documents of a knowledge base',
  params,
  refusals,
  reply: z.object({ data: z.array(KnowledgeDocument) }),
})

export const createDocument = endpoint({
  method: 'post',
  path: '/user/knowledgebases/:id/documents',
  capability: 'knowledge',
  summary: 'Add a web page or upload a file; it is processed in the background',
  description:
    'A page: JSON with `type` `website` and its `url`. A file of at most 20 MB: a multipart body with `file`, whose name determines its type (pdf, docx, txt, md, html or csv). The response is immediate, with `status` `processing`; `active` or `failed` follows.',
  params,
  body: NewDocument,
  upload: 'file',
  refusals,
  examples: {
    body: { type: 'website', url: 'https://example.com/help' },
    reply: { message: 'Document added successfully' },
  },
  status: 201,
  reply: z.object({ message: z.string(), data: KnowledgeDocument }),
})

export const deleteDocument = endpoint({
  method: 'delete',
  path: '/user/knowledgebases/:id/documents/:document_id',
  capability: 'knowledge',
  summary: 'Delete a document; it is no longer used in answers',
  params: params.extend({ document_id: Id }),
  refusals: [...refusals, 'document_not_found'],
  reply: z.object({ message: z.string() }),
})
