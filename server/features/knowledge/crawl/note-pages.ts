import type { Db } from '../../../db/open.ts'
import type { Tx } from '../../../db/write.ts'
import { type CrawlRow, crawlQueries } from './queries.ts'
import { parseRobots } from './robots.ts'

/** Addresses that turn out to be no page of their own cost no page, but there is an end to them too. */
const ASIDE = 3
const LEAST_ASIDE = 20

/** Notes pages to be read that robots.txt allows; false when there is no room for all of them. */
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
    Math.max(ASIDE * crawl.page_limit, LEAST_ASIDE) - found,
  )
  if (depth > crawl.depth) return true
  for (const address of addresses) {
    if (room <= 0) return false
    if (isAllowed(address) && crawls.find(tx, crawl, address, depth)) room -= 1
  }
  return true
}
