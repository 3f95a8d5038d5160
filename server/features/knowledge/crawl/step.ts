import { setImmediate as breathe } from 'node:timers/promises'
import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { passageQueries } from '../passage-queries.ts'
import { Unreadable } from '../reader/unreadable.ts'
import { recordProgress } from '../record.ts'
import { folderOf, pageAddress } from './addresses.ts'
import { endCrawl } from './end.ts'
import { follow } from './follow.ts'
import { notePages } from './note-pages.ts'
import { type CrawlRow, crawlQueries } from './queries.ts'
import { readPage } from './read-page.ts'
import { parseRobots } from './robots.ts'
import { robotsOf } from './robots-of.ts'
import { parseSitemap } from './sitemap.ts'

type Needs = Parameters<typeof readPage>[0] & Pick<Context, 'jobs' | 'write'>

/** Maximum number of sitemaps read per website. */
const MAX_SITEMAPS = 50

/**
 * Runs the next step of a crawl: reads robots.txt, a sitemap or a page. All state is in the database, so that a crawl
 * continues after a crash.
 * @returns time of the next step
 */
export async function crawlStep(
  context: Omit<Needs, 'network'> & Pick<Context, 'networkOf'>,
  { document_id, run }: { readonly document_id: number; readonly run: number },
  stopping: AbortSignal,
): Promise<Date | undefined> {
  const { db, now, config } = context
  const startedAt = now().getTime()
  const crawl = crawlQueries(db).crawl(document_id)
  // Deleted, stopped or restarted.
  if (crawl?.run !== run || (crawl.status !== 'waiting' && crawl.status !== 'running')) return
  const caller = onBehalfOf(context, crawlQueries(db).accountOf(document_id)!)
  const wait = await STAGES[crawl.stage](caller, crawl, stopping)
  if (wait === undefined) return
  const { crawlPauseMs, crawlMaxPauseMs } = config.limits
  const asked = Math.max(parseRobots(crawl.robots).delay * 1000, wait)
  return new Date(startedAt + Math.max(crawlPauseMs, Math.min(asked, crawlMaxPauseMs)))
}

/** Runs one step; resolves to the minimum pause before the next one, ms, or undefined at the end. */
type Stage = (context: Needs, crawl: CrawlRow, stopping: AbortSignal) => Promise<number | undefined>

const STAGES: Readonly<Record<CrawlRow['stage'], Stage>> = {
  robots: readRobots,
  sitemaps: readSitemap,
  pages: readNext,
}

async function readRobots(
  context: Needs,
  crawl: CrawlRow,
  stopping: AbortSignal,
): Promise<number | undefined> {
  const { db, write, now } = context
  const { document_id, start_url } = crawl
  const crawls = crawlQueries(db)
  const text = await robotsOf(context, start_url, stopping).catch((error: unknown) => {
    if (error instanceof Unreadable) return error
    throw error
  })
  const robots = typeof text === 'string' ? parseRobots(text) : undefined
  return await write((tx) => {
    if (!isCurrent(context, crawl)) return
    crawls.begin(tx, document_id, now())
    if (text instanceof Unreadable) return fail(tx, context, crawl, text.fault)
    if (!robots?.isAllowed(start_url)) return fail(tx, context, crawl, fault('robots_forbid'))
    const { host, origin } = new URL(start_url)
    const named = robots.sitemaps.filter(
      (map) => URL.canParse(map, origin) && new URL(map, origin).host === host,
    )
    const maps = named.length > 0 ? named : ['/sitemap.xml']
    const addresses = maps.slice(0, MAX_SITEMAPS).map((map) => new URL(map, origin).href)
    crawls.keepRobots(tx, document_id, text, crawl.depth > 0 ? addresses : [])
    crawls.find(tx, crawl, start_url, 0)
    recordProgress(tx, context, document_id)
    return 0
  })
}

function fail(tx: Tx, context: Needs, crawl: CrawlRow, reason: Fault): undefined {
  endCrawl(tx, context, crawl, 'failed', reason)
}

async function readSitemap(
  context: Needs,
  crawl: CrawlRow,
  stopping: AbortSignal,
): Promise<number> {
  const { db, write } = context
  const crawls = crawlQueries(db)
  const [map, ...rest] = JSON.parse(crawl.sitemaps) as string[]
  if (map === undefined || crawl.sitemaps_read >= MAX_SITEMAPS) {
    await write((tx) => crawls.toPages(tx, crawl.document_id))
    return 0
  }
  const body = await follow(context, map, stopping).then(
    ({ status, body }) => (status === 200 ? body : undefined),
    (error: unknown) => {
      if (error instanceof Unreadable) return undefined
      throw error
    },
  )
  const found = parseSitemap(body ?? Buffer.alloc(0))
  const { host } = new URL(crawl.start_url)
  const more = found.sitemaps.flatMap((address) => pageMap(address, map, host) ?? [])
  await write((tx) => {
    if (!isCurrent(context, crawl)) return
    const near = folderOf(crawl.start_url)
    const pages = found.pages.flatMap((page) => pageAddress(page, map, host) ?? [])
    // Pages below the start URL come first.
    const inOrder = [
      ...pages.filter((page) => page.startsWith(near)),
      ...pages.filter((page) => !page.startsWith(near)),
    ]
    const isFull = !notePages(tx, db, crawl, inOrder, 1)
    crawls.keepSitemaps(
      tx,
      crawl.document_id,
      isFull ? [] : [...rest, ...more].slice(0, MAX_SITEMAPS),
    )
    recordProgress(tx, context, crawl.document_id)
  })
  return 0
}

/** URL of a sitemap from an index, if it is on the same host. */
function pageMap(address: string, base: string, host: string): string | undefined {
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return url.host === host && /^https?:$/.test(url.protocol) ? url.href : undefined
}

async function readNext(
  context: Needs,
  crawl: CrawlRow,
  stopping: AbortSignal,
): Promise<number | undefined> {
  const page = crawlQueries(context.db).next(crawl)
  if (page) return readPage(context, crawl, page, stopping)
  await clear(context, crawl)
  await context.write((tx) => {
    if (isCurrent(context, crawl)) endCrawl(tx, context, crawl, 'done')
  })
  return undefined
}

/** Removes vanished pages after a complete crawl. If a page failed, its links are unknown, so nothing is removed. */
async function clear({ db, write }: Needs, crawl: CrawlRow): Promise<void> {
  const crawls = crawlQueries(db)
  const passages = passageQueries(db)
  const { read, failed } = crawls.counts(crawl)
  if (read === 0 || failed > 0) return
  const removePage = (tx: Tx, id: number, isKnown: boolean) => {
    passages.removeOfPage(tx, id)
    if (isKnown) crawls.forget(tx, id)
    else crawls.remove(tx, id)
  }
  for (const id of crawls.vanished(crawl)) {
    await write((tx) => removePage(tx, id, false))
    await breathe()
  }
  for (const id of crawls.left(crawl)) {
    await write((tx) => removePage(tx, id, true))
    await breathe()
  }
}

/** Reports whether a crawl is still active: it may be stopped or deleted while a request is pending. */
function isCurrent({ db }: Needs, { document_id, run }: CrawlRow): boolean {
  const crawl = crawlQueries(db).crawl(document_id)
  return crawl?.run === run && (crawl.status === 'waiting' || crawl.status === 'running')
}
