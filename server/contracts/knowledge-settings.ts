import { z } from 'zod'
import { DateTime, defaulted, integer } from './scalars.ts'

/* How websites are read page by page: what is asked for, and how far it has come. */

/** When a website is read again by itself. */
export const CrawlSchedule = z.enum(['never', 'daily', 'weekly', 'monthly'])
export type CrawlSchedule = z.output<typeof CrawlSchedule>

/** Furthest from the first page, in links, and most pages of one website. */
export const MAX_DEPTH = 5
export const MAX_PAGES = 1000

/** How a website is read: how many links from its first page, how many pages, and when again. */
export const CrawlSettings = z.object({
  depth: defaulted(integer(0, MAX_DEPTH), 2).describe('Links away from the first page.'),
  pages: defaulted(integer(1, MAX_PAGES), 100).describe('Most pages that are read.'),
  schedule: defaulted(CrawlSchedule, 'never'),
})
export type CrawlSettings = z.output<typeof CrawlSettings>

/** `waiting` until its turn comes, `stopped` by a person; `failed` when not even its first page could be read. */
export const CrawlStatus = z.enum(['waiting', 'running', 'done', 'failed', 'stopped'])
export type CrawlStatus = z.output<typeof CrawlStatus>

/** How far the present crawl of a website is, or how the last one went. */
export const Crawl = z.object({
  status: CrawlStatus,
  depth: z.int(),
  pages: z.int(),
  schedule: CrawlSchedule,
  found: z
    .int()
    .describe('Pages of this website that are known: the following three and those to come.'),
  read: z.int(),
  failed: z.int(),
  skipped: z
    .int()
    .describe('Those that say the same as another, have moved, or do not want to be read.'),
  unchanged: z.int().describe('Of those that were read: as they had been.'),
  error: z.string().nullable(),
  started_at: DateTime.nullable(),
  ended_at: DateTime.nullable(),
  next_at: DateTime.nullable().describe('When it is read again by itself.'),
})
export type Crawl = z.output<typeof Crawl>
