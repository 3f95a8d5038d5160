import { z } from 'zod'
import { DateTime, defaulted, integer } from './scalars.ts'

/* Website crawling: settings and progress. */

/** Schedule for crawling a website again. */
export const CrawlSchedule = z.enum(['never', 'daily', 'weekly', 'monthly'])
export type CrawlSchedule = z.output<typeof CrawlSchedule>

/** Maximum distance from the first page, in links, and maximum pages per website. */
export const MAX_DEPTH = 5
export const MAX_PAGES = 1000

/** Crawl settings: link depth from the first page, page limit and schedule. */
export const CrawlSettings = z.object({
  depth: defaulted(integer(0, MAX_DEPTH), 2).describe(
    'Maximum number of links from the first page.',
  ),
  pages: defaulted(integer(1, MAX_PAGES), 100).describe('Maximum number of pages.'),
  schedule: defaulted(CrawlSchedule, 'never'),
})
export type CrawlSettings = z.output<typeof CrawlSettings>

/** `waiting` until its turn, `stopped` by an operator; `failed` if not even its first page could be read. */
export const CrawlStatus = z.enum(['waiting', 'running', 'done', 'failed', 'stopped'])
export type CrawlStatus = z.output<typeof CrawlStatus>

/** Progress of the current crawl of a website, or the result of the last one. */
export const Crawl = z.object({
  status: CrawlStatus,
  depth: z.int(),
  pages: z.int(),
  schedule: CrawlSchedule,
  found: z
    .int()
    .describe(
      'Number of known pages of the website: the following three, and those still to be read.',
    ),
  read: z.int(),
  failed: z.int(),
  skipped: z
    .int()
    .describe('Number of pages that are duplicates, have moved, or ask not to be indexed.'),
  unchanged: z.int().describe('Number of read pages that had not changed.'),
  error: z.string().nullable(),
  started_at: DateTime.nullable(),
  ended_at: DateTime.nullable(),
  next_at: DateTime.nullable().describe('Time of the next scheduled crawl.'),
})
export type Crawl = z.output<typeof Crawl>
