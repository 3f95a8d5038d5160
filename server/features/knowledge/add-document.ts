import { type NewDocument, RELATIVE_LINKS } from '#contracts/knowledge.ts'
import type { CrawlSettings } from '#contracts/knowledge-settings.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { notFound } from '../../errors.ts'
import { enqueueCrawl } from './crawl/control.ts'
import { crawlQueries } from './crawl/queries.ts'
import { fileQueries } from './file-queries.ts'
import { keepFile, removeFile } from './kept-file.ts'
import { type BaseRow, type DocumentRow, knowledgeQueries } from './queries.ts'
import { recordDocument } from './record.ts'
import type { UploadedFile } from './uploaded-file.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'jobs' | 'config' | 'write'>

type Website = Pick<
  NewDocument,
  'name' | 'description' | 'url' | 'links' | 'relative_links_limit' | 'crawl'
>

/**
 * Adds a website to a knowledge base: its addresses and the pages that they lead to, or all that a crawl finds. It is read
 * in the background.
 */
export async function addWebsite(
  context: Needs,
  base: BaseRow,
  { name, description, url, links, relative_links_limit, crawl }: Website,
): Promise<DocumentRow> {
  const further = [...new Set(links?.map(({ link }) => link))]
  const fields = {
    name: name ?? url ?? further[0]!,
    description: description ?? null,
    type: 'website',
    url: url ?? null,
    links: JSON.stringify(further),
    relative_links_limit: crawl ? null : (relative_links_limit ?? RELATIVE_LINKS),
    size: null,
    sha256: null,
  } as const
  return await context.write((tx) => {
    const document = insert(tx, context, base, fields)
    if (crawl) addCrawl(tx, context, document, crawl)
    else enqueueReading(tx, context, document)
    recordDocument(tx, context, document, 'document.created')
    return document
  })
}

/**
 * Adds a file to a knowledge base; it is read in the background.
 * @throws AppError `knowledge_base_not_found` if the base was deleted while the file was being stored
 */
export async function addFile(
  context: Needs,
  base: BaseRow,
  file: UploadedFile,
  { name, description }: Pick<NewDocument, 'name' | 'description'>,
): Promise<DocumentRow> {
  const { kind, bytes, sha256 } = file
  const fields = {
    name: name ?? file.name,
    description: description ?? null,
    type: kind,
    url: null,
    size: bytes.length,
    sha256,
  }
  const kept = await keepFile(context, bytes)
  try {
    return await context.write((tx) => {
      if (!knowledgeQueries(context.db).base(base.user_id, base.id))
        throw notFound('knowledge_base_not_found')
      const document = insert(tx, context, base, fields)
      fileQueries(context.db).assign(tx, kept, document.id)
      enqueueReading(tx, context, document)
      recordDocument(tx, context, document, 'document.created')
      return document
    })
  } catch (error) {
    await removeFile(context, kept)
    throw error
  }
}

type Fields = Omit<
  Parameters<ReturnType<typeof knowledgeQueries>['insertDocument']>[1],
  'knowledge_base_id' | 'status'
>

function insert(tx: Tx, context: Needs, base: BaseRow, fields: Fields): DocumentRow {
  const row = { ...fields, knowledge_base_id: base.id, status: 'processing' } as const
  return knowledgeQueries(context.db).insertDocument(tx, row, context.now())
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

function enqueueReading(tx: Tx, { jobs, config }: Needs, { id, type }: DocumentRow): void {
  // A website pauses between its pages and must not hold up files.
  const lanes = type === 'website' ? 'websites' : 'documents'
  jobs.add(tx, {
    kind: 'document.process',
    payload: { document_id: id },
    // One lane per document that may be read concurrently.
    lane: `${lanes}:${id % config.limits.documentsAtOnce}`,
  })
}
