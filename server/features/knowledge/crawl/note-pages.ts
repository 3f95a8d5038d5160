import type { Db } from '../../../db/open.ts'
import type { Tx } from '../../../db/write.ts'
import { type CrawlRow, crawlQueries } from './queries.ts'
import { parseRobots } from './robots.ts'

/** Skipped addresses do not count towards the page limit, but have a limit of their own. */
const SKIPPED_PER_PAGE = 3
const MIN_SKIPPED = 20

/** Queues pages that robots.txt allows; false if there was no room for all of them. */
export function notePages(
  tx: Tx,
  db: Db,
  crawl: CrawlRow,
  addresses: readonly string[],
  depth: number,
): boolean {
  const crawls = crawlQueries(db)
  const { isAllowed } = parseRobots(crawl.robots)
  const { found, skipped } = crawls.counts(crawl)
  let room = Math.min(
    crawl.page_limit - (found - skipped),
    Math.max(SKIPPED_PER_PAGE * crawl.page_limit, MIN_SKIPPED) - found,
  )
  if (depth > crawl.depth) return true
  for (const address of addresses) {
    if (room <= 0) return false
    if (isAllowed(address) && crawls.find(tx, crawl, address, depth)) room -= 1
  }
  return true
}
