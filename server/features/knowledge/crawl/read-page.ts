import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import type { GuardedResponse } from '../../../providers/http/guarded-fetch.ts'
import { getAddress, pageIn } from '../page.ts'
import { passageQueries } from '../passage-queries.ts'
import { knowledgeQueries } from '../queries.ts'
import type { PageFacts } from '../reader/page-facts.ts'
import type { Passage } from '../reader/passages.ts'
import { readInWorker } from '../reader/read-apart.ts'
import { Unreadable } from '../reader/unreadable.ts'
import { recordProgress } from '../record.ts'
import { sha256Of } from '../sha256.ts'
import { pageAddress } from './addresses.ts'
import { notePages } from './note-pages.ts'
import { type CrawlRow, crawlQueries, type PageRow } from './queries.ts'

type Needs = Parameters<typeof getAddress>[0] &
  Pick<Context, 'db' | 'events' | 'now' | 'sleep' | 'log' | 'config' | 'write'>

/** Attempts after which a page that never finishes is skipped. */
const MAX_ATTEMPTS = 3

/** Result of reading a page. */
type Outcome =
  | { readonly as: 'unchanged' }
  | { readonly as: 'read'; readonly content: Content }
  | { readonly as: 'failed'; readonly reason: Fault }
  | { readonly as: 'skipped'; readonly reason: Fault; readonly content?: Pick<Content, 'links'> }
  /** The content is at another URL of the same host. */
  | { readonly as: 'moved'; readonly reason: Fault; readonly to: string }
  /** The start URL redirects to another host. */
  | { readonly as: 'elsewhere'; readonly to: string }
  | { readonly as: 'later'; readonly ms: number }

interface Content {
  readonly passages: readonly Passage[]
  readonly title: string
  readonly size: number
  readonly sha256: string
  readonly text_sha256: string
  readonly etag: string | null
  readonly last_modified: string | null
  readonly links: readonly string[]
}

/** Reads one page of a website; resolves to the minimum pause before the next, ms. */
export async function readPage(
  context: Needs,
  crawl: CrawlRow,
  page: PageRow,
  stopping: AbortSignal,
): Promise<number> {
  const crawls = crawlQueries(context.db)
  await context.write((tx) => crawls.attempt(tx, page.id))
  const outcome =
    page.attempts < MAX_ATTEMPTS
      ? await outcomeOf(context, crawl, page, stopping)
      : { as: 'failed' as const, reason: fault('page_unreadable') }
  await context.write((tx) => {
    const { run, status } = crawls.crawl(crawl.document_id) ?? {}
    // The crawl may have been stopped or deleted during the request.
    if (run === crawl.run && status === 'running') settle(tx, context, crawl, page, outcome)
  })
  return outcome.as === 'later' ? outcome.ms : 0
}

async function outcomeOf(
  context: Needs,
  crawl: CrawlRow,
  page: PageRow,
  stopping: AbortSignal,
): Promise<Outcome> {
  try {
    const answer = await getAddress(context, page.url, stopping, conditionsOf(page))
    return (
      answeredOther(crawl, page, answer) ??
      (await contentOf(context, crawl, page, answer, stopping))
    )
  } catch (error) {
    if (stopping.aborted) await context.write((tx) => crawlQueries(context.db).putBack(tx, page.id))
    if (!(error instanceof Unreadable)) throw error
    return { as: 'failed', reason: error.fault }
  }
}

/** Headers of a conditional request. */
function conditionsOf({ sha256, etag, last_modified }: PageRow): Record<string, string> {
  if (sha256 === null) return {}
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(last_modified !== null && { 'if-modified-since': last_modified }),
  }
}

/** Reason for skipping a response without a page. */
function answeredOther(
  { start_url }: CrawlRow,
  { url, sha256, depth }: PageRow,
  { status, headers }: GuardedResponse,
): Outcome | undefined {
  if (status === 304 && sha256 !== null) return { as: 'unchanged' }
  if (status === 404 || status === 410) {
    return { as: 'skipped', reason: fault('page_status', { status }) }
  }
  if (status === 429 || status === 503) {
    const seconds = Number(headers['retry-after'])
    return { as: 'later', ms: (seconds > 0 ? seconds : 5) * 1000 }
  }
  if (status < 300 || status > 399 || headers.location === undefined) return undefined
  if (!URL.canParse(headers.location, url))
    return { as: 'skipped', reason: fault('page_moves_nowhere') }
  const to = pageAddress(headers.location, url, new URL(start_url).host)
  if (to !== undefined) return { as: 'moved', reason: fault('page_moved'), to }
  const other = new URL(headers.location, url)
  if (depth === 0 && /^https?:$/.test(other.protocol)) return { as: 'elsewhere', to: other.href }
  return { as: 'skipped', reason: fault('page_moved_elsewhere') }
}

async function contentOf(
  context: Needs,
  crawl: CrawlRow,
  page: PageRow,
  answer: GuardedResponse,
  stopping: AbortSignal,
): Promise<Outcome> {
  const { pageBytes, crawlPagePassages } = context.config.limits
  const isPage = /^\s*(text\/|application\/xhtml)/i.test(answer.headers['content-type'] ?? '')
  if (answer.status === 200 && !isPage) return { as: 'skipped', reason: fault('page_absent') }
  const { kind, bytes } = pageIn(answer, pageBytes)
  const sha256 = await sha256Of(bytes)
  if (sha256 === page.sha256) return { as: 'unchanged' }
  let facts: PageFacts | undefined
  const source = { kind, bytes, title: page.url, maxPassages: crawlPagePassages, withFacts: true }
  const passages = await readInWorker(context, source, stopping, (found) => {
    facts = found
  }).catch((error: unknown) => {
    if (error instanceof Unreadable) return error
    throw error
  })
  const { host } = new URL(crawl.start_url)
  const links = [
    ...new Set(facts?.links.flatMap((link) => pageAddress(link, page.url, host) ?? [])),
  ]
  const canonical = facts?.canonical && pageAddress(facts.canonical, page.url, host)
  if (canonical && canonical !== page.url) {
    return { as: 'moved', reason: fault('page_names_another'), to: canonical }
  }
  const isHidden = /\b(noindex|none)\b/i.test(String(answer.headers['x-robots-tag'] ?? ''))
  if (facts?.isHidden || isHidden) {
    return { as: 'skipped', reason: fault('page_hidden'), content: { links } }
  }
  if (passages instanceof Unreadable)
    return { as: 'skipped', reason: passages.fault, content: { links } }
  const { etag = null, 'last-modified': last_modified = null } = answer.headers
  const text = new TextEncoder().encode(passages.map(({ content }) => content).join('\n'))
  return {
    as: 'read',
    content: {
      passages,
      title: facts?.title ?? '',
      size: bytes.length,
      sha256,
      text_sha256: await sha256Of(text),
      etag,
      last_modified,
      links,
    },
  }
}

/** Stores the outcome of a page and queues the pages it links to. */
function settle(tx: Tx, context: Needs, crawl: CrawlRow, page: PageRow, outcome: Outcome): void {
  const { db } = context
  const crawls = crawlQueries(db)
  const below = page.depth + 1
  if (outcome.as === 'unchanged') {
    crawls.setUnchanged(tx, page.id)
    crawls.countUnchanged(tx, crawl.document_id)
    notePages(tx, db, crawl, JSON.parse(page.links) as string[], below)
  }
  if (outcome.as === 'read') keep(tx, context, crawl, page, outcome.content)
  if (outcome.as === 'failed') crawls.setFailed(tx, page.id, outcome.reason)
  if (outcome.as === 'skipped') {
    crawls.setSkipped(tx, page.id, outcome.reason)
    notePages(tx, db, crawl, outcome.content?.links ?? [], below)
  }
  if (outcome.as === 'moved') {
    crawls.setSkipped(tx, page.id, outcome.reason)
    notePages(tx, db, crawl, [outcome.to], page.depth)
  }
  if (outcome.as === 'elsewhere') {
    crawls.setSkipped(tx, page.id, fault('page_moved_elsewhere'))
    crawls.move(tx, crawl.document_id, outcome.to)
  }
  recordProgress(tx, context, crawl.document_id)
}

function keep(
  tx: Tx,
  { db, config }: Needs,
  crawl: CrawlRow,
  page: PageRow,
  content: Content,
): void {
  const crawls = crawlQueries(db)
  const passages = passageQueries(db)
  const document = knowledgeQueries(db).document(crawl.document_id)!
  const twin = crawls.alike(crawl, content.text_sha256, page.id)
  passages.removeOfPage(tx, page.id)
  if (twin !== undefined) crawls.setSkipped(tx, page.id, fault('page_same_as', { url: twin }))
  else if (passages.count(document.id) + content.passages.length > config.limits.documentPassages) {
    crawls.setFailed(tx, page.id, fault('website_too_long'))
  } else {
    passages.insert(tx, document.id, document.knowledge_base_id, content.passages, {
      pageId: page.id,
    })
    crawls.setRead(tx, page.id, { ...content, links: JSON.stringify(content.links) })
  }
  notePages(tx, db, crawl, content.links, page.depth + 1)
}
