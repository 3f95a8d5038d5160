import { inEnglish } from '#contracts/catalogues.ts'
import type { KnowledgeBase, KnowledgeDocument, KnowledgeStatus } from '#contracts/knowledge.ts'
import type { DocumentPage } from '#contracts/knowledge-passages.ts'
import type { Crawl } from '#contracts/knowledge-settings.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { Db } from '../../db/open.ts'
import { toDateTime, toInstant } from '../../db/time.ts'
import { type CrawlRow, crawlQueries, type ListedPage } from './crawl/queries.ts'
import type { BaseRow, DocumentRow } from './queries.ts'

/** A knowledge base in API format. */
export function presentBase(row: BaseRow): KnowledgeBase {
  const status = statusOf(row)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status,
    status_label: STATUS_LABELS[status],
    documents_count: row.documents_count,
    assistants_count: row.assistants_count,
    processing_count: row.processing_count,
    failed_count: row.failed_count,
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  }
}

function statusOf({ documents_count, processing_count, failed_count }: BaseRow): KnowledgeStatus {
  if (documents_count === 0) return 'empty'
  if (processing_count > 0) return 'processing'
  return failed_count === documents_count ? 'failed' : 'active'
}

const STATUS_LABELS = {
  empty: 'Empty',
  processing: 'Processing',
  active: 'Active',
  failed: 'Failed',
} as const

const TYPE_LABELS = {
  website: 'Website',
  pdf: 'PDF',
  txt: 'TXT',
  docx: 'DOCX',
  md: 'MD',
  html: 'HTML',
  csv: 'CSV',
  answers: 'Questions and answers',
} as const

/** A document in API format. */
export function presentDocument(
  db: Db,
  row: DocumentRow,
  localizer = inEnglish,
): KnowledgeDocument {
  const crawl = crawlQueries(db).crawl(row.id)
  return {
    id: row.id,
    knowledgebase_id: row.knowledge_base_id,
    name: row.name,
    description: row.description,
    type: row.type,
    type_label: TYPE_LABELS[row.type],
    url: row.url,
    links: JSON.parse(row.links) as string[],
    relative_links_limit: row.relative_links_limit,
    status: row.status,
    status_label: STATUS_LABELS[row.status],
    error: localizer.translateStored(row.error),
    size: row.size,
    sha256: row.sha256,
    ...(crawl && { crawl: presentCrawl(db, crawl, localizer) }),
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  }
}

function presentCrawl(db: Db, row: CrawlRow, localizer: Localizer): Crawl {
  const { found, read, failed, skipped } = crawlQueries(db).counts(row)
  const time = (ms: number | null) => (ms === null ? null : toDateTime(ms))
  return {
    status: row.status,
    depth: row.depth,
    pages: row.page_limit,
    schedule: row.schedule,
    found,
    read,
    failed,
    skipped,
    unchanged: row.unchanged,
    error: localizer.translateStored(row.error),
    started_at: time(row.started_at),
    ended_at: time(row.ended_at),
    next_at: time(row.next_at),
  }
}

/** A page of a website in API format. */
export function presentPage(
  { id, url, title, depth, status, error, size, passages }: ListedPage,
  localizer: Localizer,
): DocumentPage {
  return {
    id,
    url,
    title,
    is_named: depth === 0,
    status: status === 'found' ? 'waiting' : status,
    error: localizer.translateStored(error),
    size,
    passages,
  }
}
