import type { CrawlSettings, CrawlStatus } from '#contracts/knowledge-settings.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'

export interface CrawlRow {
  readonly document_id: number
  readonly depth: number
  readonly page_limit: number
  readonly schedule: CrawlSettings['schedule']
  readonly status: CrawlStatus
  readonly run: number
  readonly stage: 'robots' | 'sitemaps' | 'pages'
  readonly start_url: string
  readonly robots: string
  /** JSON. */
  readonly sitemaps: string
  readonly sitemaps_read: number
  readonly unchanged: number
  readonly error: string | null
  readonly started_at: number | null
  readonly ended_at: number | null
  readonly next_at: number | null
}

export interface PageRow {
  readonly id: number
  readonly document_id: number
  readonly run: number
  readonly url: string
  readonly title: string
  readonly depth: number
  readonly status: 'found' | 'read' | 'failed' | 'skipped'
  readonly error: string | null
  readonly attempts: number
  readonly etag: string | null
  readonly last_modified: string | null
  readonly size: number
  readonly sha256: string | null
  readonly text_sha256: string | null
  /** JSON. */
  readonly links: string
}

/** Number of pages of the current crawl by state. */
export interface PageCounts {
  readonly found: number
  readonly read: number
  readonly failed: number
  readonly skipped: number
  readonly waiting: number
  readonly size: number
}

/** Stored facts about a page that was read. */
export type PageContent = Pick<
  PageRow,
  'title' | 'etag' | 'last_modified' | 'size' | 'sha256' | 'text_sha256' | 'links'
>

/** All SQL about websites that are read page by page. */
export const crawlQueries = oncePerDb((db) => {
  const insert = db.prepare<
    [Pick<CrawlRow, 'document_id' | 'depth' | 'page_limit' | 'schedule' | 'start_url'>]
  >(`
    INSERT INTO crawls (document_id, depth, page_limit, schedule, status, start_url)
    VALUES (:document_id, :depth, :page_limit, :schedule, 'waiting', :start_url)
  `)
  const crawl = db.prepare<[number], CrawlRow>('SELECT * FROM crawls WHERE document_id = ?')
  const settings = db.prepare<
    [Pick<CrawlRow, 'document_id' | 'depth' | 'page_limit' | 'schedule' | 'next_at'>]
  >(`
    UPDATE crawls SET depth = :depth, page_limit = :page_limit, schedule = :schedule, next_at = :next_at
    WHERE document_id = :document_id
  `)
  const restart = db.prepare<[string, number]>(`
    UPDATE crawls SET status = 'waiting', run = run + 1, stage = 'robots', start_url = ?, robots = '', sitemaps = '[]',
      sitemaps_read = 0, unchanged = 0, error = NULL, started_at = NULL, ended_at = NULL, next_at = NULL
    WHERE document_id = ? AND status NOT IN ('waiting', 'running')
  `)
  const begin = db.prepare<[number, number]>(
    "UPDATE crawls SET status = 'running', started_at = ? WHERE document_id = ? AND status = 'waiting'",
  )
  const robots = db.prepare<[string, string, number]>(
    "UPDATE crawls SET robots = ?, sitemaps = ?, stage = 'sitemaps' WHERE document_id = ?",
  )
  const sitemaps = db.prepare<[string, number]>(
    'UPDATE crawls SET sitemaps = ?, sitemaps_read = sitemaps_read + 1 WHERE document_id = ?',
  )
  const toPages = db.prepare<[number]>("UPDATE crawls SET stage = 'pages' WHERE document_id = ?")
  const move = db.prepare<[string, number]>(
    "UPDATE crawls SET start_url = ?, stage = 'robots', robots = '', sitemaps = '[]', sitemaps_read = 0 WHERE document_id = ?",
  )
  const countUnchanged = db.prepare<[number]>(
    'UPDATE crawls SET unchanged = unchanged + 1 WHERE document_id = ?',
  )
  const end = db.prepare<
    [Pick<CrawlRow, 'document_id' | 'status' | 'error' | 'ended_at' | 'next_at'>]
  >(`
    UPDATE crawls SET status = :status, error = :error, ended_at = :ended_at, next_at = :next_at
    WHERE document_id = :document_id AND status IN ('waiting', 'running')
  `)

  const find = db.prepare<[{ document_id: number; run: number; url: string; depth: number }]>(`
    INSERT INTO crawl_pages (document_id, run, url, depth, status)
    VALUES (:document_id, :run, :url, :depth, 'found')
    ON CONFLICT (document_id, url) DO UPDATE
    SET run = :run, depth = :depth, status = 'found', error = NULL, attempts = 0 WHERE run <> :run
  `)
  const next = db.prepare<[number, number], PageRow>(`
    SELECT * FROM crawl_pages WHERE document_id = ? AND run = ? AND status = 'found' ORDER BY depth, id LIMIT 1
  `)
  const attempt = db.prepare<[number]>(
    'UPDATE crawl_pages SET attempts = attempts + 1 WHERE id = ?',
  )
  const putBack = db.prepare<[number]>(
    'UPDATE crawl_pages SET attempts = attempts - 1 WHERE id = ?',
  )
  const setRead = db.prepare<[PageContent & { id: number }]>(`
    UPDATE crawl_pages SET status = 'read', error = NULL, title = :title, etag = :etag, last_modified = :last_modified,
      size = :size, sha256 = :sha256, text_sha256 = :text_sha256, links = :links
    WHERE id = :id
  `)
  const setUnchanged = db.prepare<[number]>("UPDATE crawl_pages SET status = 'read' WHERE id = ?")
  const setAside = db.prepare<['failed' | 'skipped', string, number]>(
    'UPDATE crawl_pages SET status = ?, error = ? WHERE id = ?',
  )
  const forget = db.prepare<[number]>(
    'UPDATE crawl_pages SET etag = NULL, last_modified = NULL, sha256 = NULL, text_sha256 = NULL WHERE id = ?',
  )
  const alike = db
    .prepare<[number, number, string, number], string>(`
      SELECT url FROM crawl_pages
      WHERE document_id = ? AND run = ? AND status = 'read' AND text_sha256 = ? AND id <> ? LIMIT 1
    `)
    .pluck()
  const vanished = db
    .prepare<[number, number], number>(
      'SELECT id FROM crawl_pages WHERE document_id = ? AND run < ?',
    )
    .pluck()
  const left = db
    .prepare<[number, number], number>(`
      SELECT id FROM crawl_pages
      WHERE document_id = ? AND run = ? AND status = 'skipped' AND sha256 IS NOT NULL
    `)
    .pluck()
  const remove = db.prepare<[number]>('DELETE FROM crawl_pages WHERE id = ?')
  const counts = db.prepare<[number, number], PageCounts>(`
    SELECT count(*) AS found, count(*) FILTER (WHERE status = 'read') AS read,
      count(*) FILTER (WHERE status = 'failed') AS failed, count(*) FILTER (WHERE status = 'skipped') AS skipped,
      count(*) FILTER (WHERE status = 'found') AS waiting,
      coalesce(sum(size) FILTER (WHERE status = 'read'), 0) AS size
    FROM crawl_pages WHERE document_id = ? AND run = ?
  `)
  const firstFault = db
    .prepare<[number, number], string>(
      'SELECT error FROM crawl_pages WHERE document_id = ? AND run = ? AND error IS NOT NULL ORDER BY depth, id LIMIT 1',
    )
    .pluck()

  return {
    insert: (row: Parameters<typeof insert.run>[0]) => insert.run(row),
    crawl: (documentId: number) => crawl.get(documentId),
    change: (row: Parameters<typeof settings.run>[0]) => settings.run(row),
    /** Asks for another crawl; false while one is under way. */
    restart: (documentId: number, url: string) => restart.run(url, documentId).changes > 0,
    begin: (documentId: number, now: Date) => begin.run(now.getTime(), documentId),
    keepRobots: (documentId: number, text: string, maps: readonly string[]) =>
      robots.run(text, JSON.stringify(maps), documentId),
    keepSitemaps: (documentId: number, maps: readonly string[]) =>
      sitemaps.run(JSON.stringify(maps), documentId),
    toPages: (documentId: number) => toPages.run(documentId),
    /** Goes on at another host, where the first address has sent to. */
    move: (documentId: number, url: string) => move.run(url, documentId),
    countUnchanged: (documentId: number) => countUnchanged.run(documentId),
    /** Ends a crawl that is under way; false when it has ended already. */
    end: (row: Parameters<typeof end.run>[0]) => end.run(row).changes > 0,

    /** Notes a page of the present crawl, once. */
    find: (crawl: CrawlRow, url: string, depth: number) =>
      find.run({ document_id: crawl.document_id, run: crawl.run, url, depth }).changes > 0,
    next: ({ document_id, run }: CrawlRow) => next.get(document_id, run),
    attempt: (pageId: number) => attempt.run(pageId),
    /** A reading that was stopped from outside does not count. */
    putBack: (pageId: number) => putBack.run(pageId),
    setRead: (id: number, content: PageContent) => setRead.run({ ...content, id }),
    setUnchanged: (id: number) => setUnchanged.run(id),
    setFailed: (id: number, error: string) => setAside.run('failed', error, id),
    setSkipped: (id: number, error: string) => setAside.run('skipped', error, id),
    /** Nothing of a page is held any more, so that it is read anew whenever it comes back. */
    forget: (id: number) => forget.run(id),
    /** The address of a page of the present crawl that says the same. */
    alike: ({ document_id, run }: CrawlRow, text: string, id: number) =>
      alike.get(document_id, run, text, id),
    /** Pages that an earlier crawl had found, and this one has not. */
    vanished: ({ document_id, run }: CrawlRow) => vanished.all(document_id, run),
    /** Pages that had been read and are none any more. */
    left: ({ document_id, run }: CrawlRow) => left.all(document_id, run),
    remove: (pageId: number) => remove.run(pageId),
    counts: ({ document_id, run }: Pick<CrawlRow, 'document_id' | 'run'>) =>
      counts.get(document_id, run)!,
    firstFault: ({ document_id, run }: CrawlRow) => firstFault.get(document_id, run),
  }
})
