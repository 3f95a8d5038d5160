import type { CrawlSettings } from '#contracts/knowledge-settings.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, notFound } from '../../../errors.ts'
import { type BaseRow, type DocumentRow, knowledgeQueries } from '../queries.ts'
import { recordDocument } from '../record.ts'
import { endCrawl } from './end.ts'
import { type CrawlRow, crawlQueries } from './queries.ts'
import { nextCrawlAt, planCrawl } from './schedule.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'jobs' | 'config' | 'write'>

/** Enqueues the crawl of a website. */
export function enqueueCrawl(
  tx: Tx,
  { jobs, config }: Pick<Context, 'jobs' | 'config'>,
  { document_id, run, start_url }: Pick<CrawlRow, 'document_id' | 'run' | 'start_url'>,
): void {
  jobs.add(tx, {
    kind: 'document.crawl',
    payload: { document_id, run },
    // Websites of the same host share a lane, so that adding a host twice does not double its request rate.
    lane: `crawls:${laneOf(new URL(start_url).host) % config.limits.crawlsAtOnce}`,
  })
}

function laneOf(host: string): number {
  let sum = 0
  for (const character of host) sum = (sum * 31 + character.charCodeAt(0)) % 65_521
  return sum
}

/**
 * Starts another crawl of a website.
 * @throws AppError if a crawl is in progress, or the document is not a crawled website
 */
export async function startCrawl(
  context: Needs,
  base: BaseRow,
  documentId: number,
): Promise<DocumentRow> {
  return await context.write((tx) => {
    const { document, crawl } = find(context, base, documentId)
    if (!again(tx, context, document, crawl)) {
      throw new AppError('crawl_under_way')
    }
    return knowledgeQueries(context.db).document(documentId)!
  })
}

/** Starts a scheduled crawl, unless the schedule was changed in the meantime. */
export async function crawlAgain(context: Needs, documentId: number, at: number): Promise<void> {
  await context.write((tx) => {
    const document = knowledgeQueries(context.db).document(documentId)
    const crawl = crawlQueries(context.db).crawl(documentId)
    if (document && crawl?.next_at === at) again(tx, context, document, crawl)
  })
}

function again(tx: Tx, context: Needs, document: DocumentRow, crawl: CrawlRow): boolean {
  const url = document.url ?? crawl.start_url
  if (!crawlQueries(context.db).restart(tx, document.id, url)) return false
  // An active document stays searchable during the crawl.
  const next = document.status === 'active' ? document : begun(tx, context, document)
  enqueueCrawl(tx, context, { document_id: document.id, run: crawl.run + 1, start_url: url })
  recordDocument(tx, context, next, 'document.updated')
  return true
}

function begun(tx: Tx, { db, now }: Needs, { id, size, sha256 }: DocumentRow): DocumentRow {
  const fields = { status: 'processing', error: null, size, sha256 } as const
  return knowledgeQueries(db).end(tx, id, fields, now())!
}

/** Stops a crawl in progress; pages that were already read are kept. */
export async function stopCrawl(
  context: Needs,
  base: BaseRow,
  documentId: number,
): Promise<DocumentRow> {
  return await context.write((tx) => {
    const { crawl } = find(context, base, documentId)
    endCrawl(tx, context, crawl, 'stopped')
    return knowledgeQueries(context.db).document(documentId)!
  })
}

/** Changes the crawl settings of a website. */
export async function changeCrawl(
  context: Needs,
  base: BaseRow,
  documentId: number,
  change: { [name in keyof CrawlSettings]?: CrawlSettings[name] | undefined },
): Promise<DocumentRow> {
  const { db, write, now } = context
  return await write((tx) => {
    const { document, crawl } = find(context, base, documentId)
    const schedule = change.schedule ?? crawl.schedule
    const isEnded = crawl.ended_at !== null
    const isMoved = schedule !== crawl.schedule && isEnded
    const next_at = isMoved ? nextCrawlAt(schedule, now()) : crawl.next_at
    crawlQueries(db).change(tx, {
      document_id: documentId,
      depth: change.depth ?? crawl.depth,
      page_limit: change.pages ?? crawl.page_limit,
      schedule,
      next_at,
    })
    if (isMoved) planCrawl(tx, context, documentId, next_at)
    recordDocument(tx, context, document, 'document.updated')
    return document
  })
}

function find(
  { db }: Needs,
  base: BaseRow,
  documentId: number,
): { document: DocumentRow; crawl: CrawlRow } {
  const document = knowledgeQueries(db).document(documentId)
  if (document?.knowledge_base_id !== base.id) throw notFound('document_not_found')
  const crawl = crawlQueries(db).crawl(documentId)
  if (!crawl) throw notFound('not_a_crawled_website')
  return { document, crawl }
}
