import { encodeFault, type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { type OnBehalf, onBehalfOf } from '../../providers/http/on-behalf.ts'
import { pageAddress, withoutFragment } from './crawl/addresses.ts'
import { crawlQueries, type PageContent, type PageRow, type Reading } from './crawl/queries.ts'
import { parseRobots } from './crawl/robots.ts'
import { robotsOf } from './crawl/robots-of.ts'
import { fetchPage } from './page.ts'
import { passageQueries } from './passage-queries.ts'
import { type DocumentRow, knowledgeQueries } from './queries.ts'
import type { PageFacts } from './reader/page-facts.ts'
import type { Passage } from './reader/passages.ts'
import { readInWorker } from './reader/read-apart.ts'
import { Unreadable } from './reader/unreadable.ts'
import { recordDocument, recordProgress } from './record.ts'
import { sha256Of } from './sha256.ts'
import { writePassages } from './write-passages.ts'

type Needs = Omit<Parameters<typeof fetchPage>[0], 'network'> &
  Pick<Context, 'networkOf' | 'db' | 'events' | 'now' | 'sleep' | 'log' | 'write'>

/** Attempts after which a page that never finishes is presumed to crash the process. */
const MAX_ATTEMPTS = 3

/**
 * Reads the next page of a website that is not crawled: first its named addresses, then pages on the same host that those
 * link to. It is `active` once one of them was read. All state is in the database.
 * @returns time of the next page; undefined at the end
 */
export async function readWebsite(
  context: Needs,
  document: DocumentRow,
  stopping: AbortSignal,
): Promise<Date | undefined> {
  const { db, write, now, config } = context
  const begun = now().getTime()
  const pages = crawlQueries(db)
  const reading = { document_id: document.id, run: 1 }
  if (pages.counts(reading).found === 0) {
    // Read by an earlier version, which noted no pages.
    if (document.status !== 'processing') return undefined
    await write((tx) => {
      if (!knowledgeQueries(db).document(document.id)) return
      for (const address of addressesOf(document)) pages.find(tx, reading, address, 0)
    })
  }
  const page = pages.next(reading)
  const account = knowledgeQueries(db).ownerOf(document.knowledge_base_id)
  if (page && account !== undefined)
    await readNext(onBehalfOf(context, account), document, page, stopping)
  if (pages.next(reading)) return new Date(begun + config.limits.crawlPauseMs)
  await write((tx) => settle(tx, context, reading))
  return undefined
}

/** The named addresses of a website, each once. */
function addressesOf({ url, links }: DocumentRow): Set<string> {
  const named = [...(url === null ? [] : [url]), ...(JSON.parse(links) as string[])]
  return new Set(named.map(withoutFragment))
}

type Caller = Needs & OnBehalf

async function readNext(
  context: Caller,
  document: DocumentRow,
  page: PageRow,
  stopping: AbortSignal,
): Promise<void> {
  const { db, write } = context
  const pages = crawlQueries(db)
  const giveUp = (why: Fault) =>
    write((tx) => {
      pages.setFailed(tx, page.id, why)
      recordProgress(tx, context, document.id)
    })
  if (page.attempts >= MAX_ATTEMPTS) return giveUp(fault('reading_cut_off'))
  await write((tx) => {
    pages.attempt(tx, page.id)
    // Left by an interrupted attempt.
    passageQueries(db).removeOfPage(tx, page.id)
  })
  try {
    await read(context, document, page, stopping)
  } catch (error) {
    if (stopping.aborted) await write((tx) => pages.putBack(tx, page.id))
    if (!(error instanceof Unreadable)) throw error
    context.log.info({ document: document.id, err: error }, 'a page could not be read')
    await giveUp(error.fault)
  }
}

async function read(
  context: Caller,
  document: DocumentRow,
  page: PageRow,
  stopping: AbortSignal,
): Promise<void> {
  const { db, write, config } = context
  const isNamed = page.depth === 0
  const { kind, bytes, url } = await fetchPage(context, page.url, stopping)
  const isElsewhere = new URL(url).host !== new URL(page.url).host
  if (!isNamed && isElsewhere) return skip(fault('page_moved_elsewhere'))
  let facts: PageFacts | undefined
  const isOnly = isNamed && document.links === '[]'
  const source = {
    kind,
    bytes,
    title: isOnly ? document.name : page.url,
    maxPassages: config.limits.documentPassages - passageQueries(db).count(document.id),
    withFacts: true,
  }
  const passages = await readInWorker(context, source, stopping, (found) => {
    facts = found
  })
  // Whoever named a page wants it read; those it leads to may refuse.
  if (!isNamed && facts?.isHidden) return skip(fault('page_hidden'))
  const content = await contentOf(bytes, passages, facts)
  const reading = { document_id: document.id, run: page.run }
  const twin = crawlQueries(db).alike(reading, content.text_sha256!, page.id)
  if (twin !== undefined) return skip(fault('page_same_as', { url: twin }))
  const links = isNamed ? await linksOf(context, document, url, facts, stopping) : []
  if (!(await writePassages(context, document, passages, stopping, page.id))) return
  await write((tx) => {
    const found = knowledgeQueries(db).document(document.id)
    if (!found) return
    crawlQueries(db).setRead(tx, page.id, content)
    noteLinks(tx, context, document, reading, links)
    if (found.status === 'active') recordProgress(tx, context, document.id)
    else settle(tx, context, reading)
  })

  async function skip(why: Fault): Promise<void> {
    await write((tx) => {
      crawlQueries(db).setSkipped(tx, page.id, why)
      recordProgress(tx, context, document.id)
    })
  }
}

async function contentOf(
  bytes: Uint8Array<ArrayBuffer>,
  passages: readonly Passage[],
  facts: PageFacts | undefined,
): Promise<PageContent> {
  const text = new TextEncoder().encode(passages.map(({ content }) => content).join('\n'))
  return {
    title: facts?.title ?? '',
    size: bytes.length,
    sha256: await sha256Of(bytes),
    text_sha256: await sha256Of(text),
    etag: null,
    last_modified: null,
    links: '[]',
  }
}

/** Pages that a named page leads to, on its host, as far as that website allows and as many as are still wanted. */
async function linksOf(
  context: Caller,
  document: DocumentRow,
  url: string,
  facts: PageFacts | undefined,
  stopping: AbortSignal,
): Promise<string[]> {
  if (roomIn(context, document) <= 0) return []
  const { host } = new URL(url)
  const links = facts?.links.flatMap((link) => pageAddress(link, url, host) ?? []) ?? []
  if (links.length === 0) return []
  const robots = await robotsOf(context, url, stopping).catch((error: unknown) => {
    if (error instanceof Unreadable) return undefined
    throw error
  })
  return robots === undefined ? [] : links.filter(parseRobots(robots).isAllowed)
}

const roomIn = ({ db }: Needs, { id, relative_links_limit }: DocumentRow): number =>
  (relative_links_limit ?? 0) - crawlQueries(db).linked(id)

function noteLinks(
  tx: Tx,
  context: Needs,
  document: DocumentRow,
  reading: Reading,
  links: readonly string[],
): void {
  let room = roomIn(context, document)
  for (const link of links) {
    if (room <= 0) return
    if (crawlQueries(context.db).find(tx, reading, link, 1)) room -= 1
  }
}

/** Stores what is known after a page: the document is active once one was read, and has failed if none could be. */
function settle(tx: Tx, context: Needs, reading: Reading): void {
  const { db, now } = context
  const pages = crawlQueries(db)
  const { read, size } = pages.counts(reading)
  const why = pages.firstFault(reading) ?? encodeFault(fault('crawl_empty'))
  const outcome =
    read > 0
      ? { status: 'active' as const, error: null, size, sha256: pages.onlyHash(reading) }
      : { status: 'failed' as const, error: why, size: null, sha256: null }
  const settled = knowledgeQueries(db).end(tx, reading.document_id, outcome, now())
  if (settled) recordDocument(tx, context, settled, 'document.updated')
}
