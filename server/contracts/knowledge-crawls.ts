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
  summary: 'Recrawl a website now; unchanged pages are kept',
  params: documentParams,
  errorShape: 'error',
  refusals: [...crawlRefusals, 'crawl_under_way'],
  reply: SavedDocument,
})

export const updateCrawl = endpoint({
  method: 'put',
  path: '/user/knowledgebases/:id/documents/:document_id/crawl',
  capability: 'knowledge',
  summary:
    'Update crawl settings: depth and page limit apply to the next crawl, the schedule immediately',
  params: documentParams,
  errorShape: 'error',
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
  summary: 'Stop the crawl of a website, if one is running; pages already read are kept',
  params: documentParams,
  errorShape: 'error',
  refusals: crawlRefusals,
  examples: { reply: { message: 'Crawl stopped successfully' } },
  reply: SavedDocument,
})
