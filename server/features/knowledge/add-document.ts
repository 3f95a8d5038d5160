import type { CrawlSettings } from '#contracts/knowledge-settings.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { enqueueCrawl } from './crawl/control.ts'
import { crawlQueries } from './crawl/queries.ts'
import { type BaseRow, type DocumentRow, knowledgeQueries } from './queries.ts'
import { recordDocument } from './record.ts'
import type { UploadedFile } from './uploaded-file.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'jobs' | 'config' | 'write'>

/** Adds a web page, or a whole website, to a knowledge base; fetched and read in the background. */
export async function addWebsite(
  context: Needs,
  base: BaseRow,
  url: string,
  crawl?: CrawlSettings,
): Promise<DocumentRow> {
  const fields = { name: url, type: 'website', url, size: null, sha256: null } as const
  return await add(context, base, fields, crawl)
}

/** Adds a file to a knowledge base; it is read in the background. */
export async function addFile(
  context: Needs,
  base: BaseRow,
  file: UploadedFile,
): Promise<DocumentRow> {
  const { name, kind, bytes, sha256 } = file
  const fields = { name, type: kind, url: null, size: bytes.length, sha256 }
  return await add(context, base, fields, undefined, bytes)
}

type Fields = Pick<DocumentRow, 'name' | 'type' | 'url' | 'size' | 'sha256'>

async function add(
  context: Needs,
  base: BaseRow,
  fields: Fields,
  crawl?: CrawlSettings,
  bytes?: Uint8Array,
): Promise<DocumentRow> {
  const { db, write, now } = context
  const knowledge = knowledgeQueries(db)
  return await write((tx) => {
    const document = knowledge.insertDocument(
      tx,
      { ...fields, knowledge_base_id: base.id, status: 'processing' },
      now(),
    )
    if (bytes) knowledge.insertFile(tx, document.id, bytes)
    if (crawl) addCrawl(tx, context, document, crawl)
    else enqueueReading(tx, context, document)
    recordDocument(tx, context, document, 'document.created')
    return document
  })
}

function addCrawl(tx: Tx, context: Needs, { id, url }: DocumentRow, settings: CrawlSettings): void {
  const { depth, pages, schedule } = settings
  const start_url = new URL(url ?? '').href
  crawlQueries(context.db).insert(tx, {
    document_id: id,
    depth,
    page_limit: pages,
    schedule,
    start_url,
  })
  enqueueCrawl(tx, context, { document_id: id, run: 1, start_url })
}

function enqueueReading(tx: Tx, { jobs, config }: Needs, { id }: DocumentRow): void {
  jobs.add(tx, {
    kind: 'document.process',
    payload: { document_id: id },
    // One lane per document that may be read concurrently.
    lane: `documents:${id % config.limits.documentsAtOnce}`,
  })
}
