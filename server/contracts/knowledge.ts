import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  DateTime,
  defaulted,
  Id,
  integer,
  optional,
  ReplyId,
  requiredText,
  WebUrl,
} from './scalars.ts'

/*
 * Knowledge bases: what an assistant may answer from (decisions.md, section 3). A document becomes knowledge in the
 * background; its status says how far that is.
 */

/**
 * Where a knowledge base stands: `empty` without documents, `processing` while one of them is being read, `active` once
 * there is one to answer from, `failed` when none could be read.
 */
export const KnowledgeStatus = z.enum(['empty', 'processing', 'active', 'failed'])
export type KnowledgeStatus = z.output<typeof KnowledgeStatus>

export const KnowledgeBase = z.object({
  id: ReplyId,
  name: z.string(),
  status: KnowledgeStatus,
  document_count: z.int(),
  processing_count: z.int().describe('Documents that are being read, and those that could not be.'),
  failed_count: z.int(),
  created_at: DateTime,
})
export type KnowledgeBase = z.output<typeof KnowledgeBase>

/** Kinds of files that are read. Their names end like that, or in `.markdown` and `.htm`. */
export const FileKind = z.enum(['pdf', 'docx', 'txt', 'md', 'html', 'csv'])
export type FileKind = z.output<typeof FileKind>

export const DocumentType = z.enum(['website', ...FileKind.options])
export type DocumentType = z.output<typeof DocumentType>

export const DocumentStatus = z.enum(['processing', 'active', 'failed'])
export type DocumentStatus = z.output<typeof DocumentStatus>

/** When a website is read again by itself. */
export const CrawlSchedule = z.enum(['never', 'daily', 'weekly', 'monthly'])
export type CrawlSchedule = z.output<typeof CrawlSchedule>

/** Furthest from the first page, in links, and most pages of one website. */
export const MAX_DEPTH = 5
export const MAX_PAGES = 1000

/** How a website is read: how many links from its first page, how many pages, and when again. */
export const CrawlSettings = z.object({
  depth: defaulted(integer(0, MAX_DEPTH), 2).describe('Links away from the first page.'),
  pages: defaulted(integer(1, MAX_PAGES), 100).describe('Most pages that are read.'),
  schedule: defaulted(CrawlSchedule, 'never'),
})
export type CrawlSettings = z.output<typeof CrawlSettings>

/** `waiting` until its turn comes, `stopped` by a person; `failed` when not even its first page could be read. */
export const CrawlStatus = z.enum(['waiting', 'running', 'done', 'failed', 'stopped'])
export type CrawlStatus = z.output<typeof CrawlStatus>

/** How far the present crawl of a website is, or how the last one went. */
export const Crawl = z.object({
  status: CrawlStatus,
  depth: z.int(),
  pages: z.int(),
  schedule: CrawlSchedule,
  found: z
    .int()
    .describe('Pages of this website that are known: the following three and those to come.'),
  read: z.int(),
  failed: z.int(),
  skipped: z
    .int()
    .describe('Those that say the same as another, have moved, or do not want to be read.'),
  unchanged: z.int().describe('Of those that were read: as they had been.'),
  error: z.string().nullable(),
  started_at: DateTime.nullable(),
  ended_at: DateTime.nullable(),
  next_at: DateTime.nullable().describe('When it is read again by itself.'),
})
export type Crawl = z.output<typeof Crawl>

export const KnowledgeDocument = z.object({
  id: ReplyId,
  knowledgebase_id: ReplyId,
  name: z.string().describe('Name of the file, or address of the page.'),
  type: DocumentType,
  url: z.string().nullable(),
  status: DocumentStatus,
  error: z.string().nullable().describe('Why it could not be read, in a sentence.'),
  size: z.int().nullable().describe('Bytes; null until a page has been fetched.'),
  sha256: z
    .string()
    .nullable()
    .describe('Of those bytes, hexadecimal: says whether a file is the same as one that is here.'),
  crawl: Crawl.optional().describe(
    'Of a website that is read page by page; absent for everything else.',
  ),
  created_at: DateTime,
  updated_at: DateTime,
})
export type KnowledgeDocument = z.output<typeof KnowledgeDocument>

/**
 * A page of the web (`type` `website` and its `url`), or a file in a multipart body. Which of them belong together is
 * checked by `server/features/knowledge/document-faults.ts`.
 */
export const NewDocument = z.object({
  // Null stays null: to the rules undefined is what was sent and is no type.
  type: DocumentType.nullish(),
  url: optional(WebUrl),
  file: optional(z.file({ error: 'The :attribute must be a file.' })),
  crawl: optional(CrawlSettings).describe(
    'Reads the pages that belong to this one too: those of its sitemap, or those it links to, on the same host.',
  ),
})
export type NewDocument = z.output<typeof NewDocument>

const params = z.object({ id: Id })
const refusals = { 404: ['Knowledge base not found'] }
const documentParams = params.extend({ document_id: Id })
const documentRefusals = { 404: [...refusals[404], 'Document not found'] }
const crawlRefusals = {
  404: [...documentRefusals[404], 'This document is no website that is read page by page'],
}
const SavedBase = z.object({ message: z.string(), data: KnowledgeBase })

export const listKnowledgeBases = endpoint({
  method: 'get',
  path: '/user/knowledgebases',
  summary: 'Knowledge bases',
  reply: z.object({ data: z.array(KnowledgeBase) }),
})

export const createKnowledgeBase = endpoint({
  method: 'post',
  path: '/user/knowledgebases',
  summary: 'Create a knowledge base',
  body: z.object({ name: requiredText(255) }),
  status: 201,
  reply: SavedBase,
})

export const getKnowledgeBase = endpoint({
  method: 'get',
  path: '/user/knowledgebases/:id',
  summary: 'One knowledge base',
  params,
  refusals,
  reply: KnowledgeBase,
})

export const updateKnowledgeBase = endpoint({
  method: 'put',
  path: '/user/knowledgebases/:id',
  summary: 'Rename a knowledge base',
  params,
  body: z.object({ name: requiredText(255).optional() }),
  refusals,
  reply: SavedBase,
})

export const deleteKnowledgeBase = endpoint({
  method: 'delete',
  path: '/user/knowledgebases/:id',
  summary: 'Delete a knowledge base with its documents; assistants lose it',
  params,
  refusals,
  reply: z.object({ message: z.string() }),
})

export const listDocuments = endpoint({
  method: 'get',
  path: '/user/knowledgebases/:id/documents',
  summary: 'Documents of a knowledge base',
  params,
  refusals,
  reply: z.object({ data: z.array(KnowledgeDocument) }),
})

export const createDocument = endpoint({
  method: 'post',
  path: '/user/knowledgebases/:id/documents',
  summary: 'Add a page of the web, or upload a file; it is read in the background',
  description:
    'A page: JSON with `type` `website` and its `url`. A file of at most 20 MB: a multipart body with `file`, whose name says of which kind it is (pdf, docx, txt, md, html or csv). The answer comes at once with `status` `processing`; `active` or `failed` follows.',
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
  summary: 'Delete a document; nothing is answered from it any more',
  params: documentParams,
  refusals: documentRefusals,
  reply: z.object({ message: z.string() }),
})

const SavedDocument = z.object({ message: z.string(), data: KnowledgeDocument })

export const startCrawl = endpoint({
  method: 'post',
  path: '/user/knowledgebases/:id/documents/:document_id/crawl',
  summary: 'Read a website again now; pages that have not changed are left as they are',
  params: documentParams,
  refusals: { ...crawlRefusals, 409: ['The website is being read already'] },
  reply: SavedDocument,
})

export const updateCrawl = endpoint({
  method: 'put',
  path: '/user/knowledgebases/:id/documents/:document_id/crawl',
  summary:
    'Change how a website is read: depth and pages from the next time on, the schedule at once',
  params: documentParams,
  body: z.object({
    depth: integer(0, MAX_DEPTH).optional(),
    pages: integer(1, MAX_PAGES).optional(),
    schedule: CrawlSchedule.optional(),
  }),
  refusals: crawlRefusals,
  reply: SavedDocument,
})

export const stopCrawl = endpoint({
  method: 'delete',
  path: '/user/knowledgebases/:id/documents/:document_id/crawl',
  summary: 'Stop reading a website; what has been read stays',
  params: documentParams,
  refusals: { ...crawlRefusals, 409: ['The website is not being read'] },
  reply: SavedDocument,
})
