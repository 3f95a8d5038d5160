import { inEnglish } from '#contracts/catalogues.ts'
import type { KnowledgeBase, KnowledgeDocument, KnowledgeStatus } from '#contracts/knowledge.ts'
import type { Crawl } from '#contracts/knowledge-settings.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { Db } from '../../db/open.ts'
import { toDateTime } from '../../db/time.ts'
import { type CrawlRow, crawlQueries } from './crawl/queries.ts'
import type { BaseRow, DocumentRow } from './queries.ts'

/** A knowledge base in API format. */
export function presentBase(row: BaseRow): KnowledgeBase {
  return {
    id: row.id,
    name: row.name,
    status: statusOf(row),
    document_count: row.document_count,
    processing_count: row.processing_count,
    failed_count: row.failed_count,
    created_at: toDateTime(row.created_at),
  }
}

function statusOf({ document_count, processing_count, failed_count }: BaseRow): KnowledgeStatus {
  if (document_count === 0) return 'empty'
  if (processing_count > 0) return 'processing'
  return failed_count === document_count ? 'failed' : 'active'
}

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
    type: row.type,
    url: row.url,
    status: row.status,
    error: localizer.sayKept(row.error),
    size: row.size,
    sha256: row.sha256,
    ...(crawl && { crawl: presentCrawl(db, crawl, localizer) }),
    created_at: toDateTime(row.created_at),
    updated_at: toDateTime(row.updated_at),
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
    error: localizer.sayKept(row.error),
    started_at: time(row.started_at),
    ended_at: time(row.ended_at),
    next_at: time(row.next_at),
  }
}
