import { encodeFault, type Fault, fault, type StoredFault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { passageQueries } from '../passage-queries.ts'
import { knowledgeQueries } from '../queries.ts'
import { recordDocument } from '../record.ts'
import { type CrawlRow, crawlQueries } from './queries.ts'
import { nextCrawlAt, planCrawl } from './schedule.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'jobs'>

/** Ends a crawl and updates the website's document; false if it had already ended. */
export function endCrawl(
  tx: Tx,
  context: Needs,
  crawl: CrawlRow,
  status: 'done' | 'failed' | 'stopped',
  cause?: Fault,
): boolean {
  const { db, now } = context
  const { document_id } = crawl
  const crawls = crawlQueries(db)
  const knowledge = knowledgeQueries(db)
  const document = knowledge.document(document_id)
  const hasPassages = passageQueries(db).count(document_id) > 0
  const error = reason()
  const next_at = nextCrawlAt(crawl.schedule, now())
  const outcome = status === 'done' && !hasPassages ? 'failed' : status
  const ended_at = now().getTime()
  if (!crawls.end(tx, { document_id, status: outcome, error, ended_at, next_at })) return false
  planCrawl(tx, context, document_id, next_at)
  const ended = knowledge.end(
    tx,
    document_id,
    {
      status: hasPassages ? 'active' : 'failed',
      error: hasPassages ? null : error,
      size: crawls.counts(crawl).size,
      sha256: document?.sha256 ?? null,
    },
    now(),
  )
  if (ended) recordDocument(tx, context, ended, 'document.updated')
  return true

  function reason(): StoredFault | null {
    if (status === 'stopped' && !hasPassages) return encodeFault(fault('crawl_stopped'))
    if (cause) return encodeFault(cause)
    if (hasPassages) return null
    return crawls.firstFault(crawl) ?? encodeFault(fault('crawl_empty'))
  }
}
