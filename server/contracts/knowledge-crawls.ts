import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { KnowledgeDocument } from './knowledge.ts'
import { CrawlSchedule, MAX_DEPTH, MAX_PAGES } from './knowledge-settings.ts'
import { Id, integer } from './scalars.ts'

const documentParams = z.object({ id: Id, document_id: Id })
const crawlRefusals = [
  'knowledge_base_not_found',
  'document_not_found',
  'not_a_crawled_website',
] as const

const SavedDocument = z.object({ message: z.string(), data: KnowledgeDocument })

export const startCrawl = endpoint({
  method: 'post',
  path: '/user/knowledgebases/:id/documents/:document_id/crawl',
  capability: 'knowledge',
  summary: 'Read a website again now; pages that have not changed are left as they are',
  params: documentParams,
  refusals: [...crawlRefusals, 'crawl_under_way'],
  reply: SavedDocument,
})

export const updateCrawl = endpoint({
  method: 'put',
  path: '/user/knowledgebases/:id/documents/:document_id/crawl',
  capability: 'knowledge',
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
  capability: 'knowledge',
  summary: 'Stop reading a website, if it is being read; what has been read stays',
  params: documentParams,
  refusals: crawlRefusals,
  examples: { reply: { message: 'Crawl stopped successfully' } },
  reply: SavedDocument,
})
