import { encodeFault, type Fault, type StoredFault } from '#contracts/faults.ts'
import type { CrawlSettings, CrawlStatus } from '#contracts/knowledge-settings.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

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
  readonly error: StoredFault | null
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
  readonly error: StoredFault | null
  readonly attempts: number
  readonly etag: string | null
  readonly last_modified: string | null
  readonly size: number
  readonly sha256: string | null
  readonly text_sha256: string | null
  /** JSON. */
  readonly links: string
}

/** One reading of a website; those that are not crawled have only the first. */
export type Reading = Pick<CrawlRow, 'document_id' | 'run'>

/** Number of pages of the current crawl by state. */
export interface PageCounts {
  readonly found: number
  readonly read: number
  readonly failed: number
  readonly skipped: number
  readonly waiting: number
  readonly size: number
}

/** A page with the number of its passages. */
export type ListedPage = Pick<
  PageRow,
  'id' | 'url' | 'title' | 'depth' | 'status' | 'error' | 'size'
> & { readonly passages: number }

/** Stored facts about a page that was read. */
export type PageContent = Pick<
  PageRow,
  'title' | 'etag' | 'last_modified' | 'size' | 'sha256' | 'text_sha256' | 'links'
>

/** All SQL for crawled websites. */
export const crawlQueries = oncePerDb((sql) => {
  const insert = sql.write<
    [Pick<CrawlRow, 'document_id' | 'depth' | 'page_limit' | 'schedule' | 'start_url'>]
  >(`
    INSERT INTO crawls (document_id, depth, page_limit, schedule, status, start_url)
    VALUES (:document_id, :depth, :page_limit, :schedule, 'waiting', :start_url)
  `)
  const crawl = sql.read<[number], CrawlRow>('SELECT * FROM crawls WHERE document_id = ?')
  const account = sql
    .read<[number], number>(`
      SELECT knowledge_bases.user_id FROM documents
      JOIN knowledge_bases ON knowledge_bases.id = documents.knowledge_base_id WHERE documents.id = ?
    `)
    .pluck()
  const settings = sql.write<
    [Pick<CrawlRow, 'document_id' | 'depth' | 'page_limit' | 'schedule' | 'next_at'>]
  >(`
    UPDATE crawls SET depth = :depth, page_limit = :page_limit, schedule = :schedule, next_at = :next_at
    WHERE document_id = :document_id
  `)
  const restart = sql.write<[string, number]>(`
    UPDATE crawls SET status = 'waiting', run = run + 1, stage = 'robots', start_url = ?, robots = '', sitemaps = '[]',
      sitemaps_read = 0, unchanged = 0, error = NULL, started_at = NULL, ended_at = NULL, next_at = NULL
    WHERE document_id = ? AND status NOT IN ('waiting', 'running')
  `)
  const begin = sql.write<[number, number]>(
    "UPDATE crawls SET status = 'running', started_at = ? WHERE document_id = ? AND status = 'waiting'",
  )
  const robots = sql.write<[string, string, number]>(
    "UPDATE crawls SET robots = ?, sitemaps = ?, stage = 'sitemaps' WHERE document_id = ?",
  )
  const sitemaps = sql.write<[string, number]>(
    'UPDATE crawls SET sitemaps = ?, sitemaps_read = sitemaps_read + 1 WHERE document_id = ?',
  )
  const toPages = sql.write<[number]>("UPDATE crawls SET stage = 'pages' WHERE document_id = ?")
  const move = sql.write<[string, number]>(
    "UPDATE crawls SET start_url = ?, stage = 'robots', robots = '', sitemaps = '[]', sitemaps_read = 0 WHERE document_id = ?",
  )
  const countUnchanged = sql.write<[number]>(
    'UPDATE crawls SET unchanged = unchanged + 1 WHERE document_id = ?',
  )
  const end = sql.write<
    [Pick<CrawlRow, 'document_id' | 'status' | 'error' | 'ended_at' | 'next_at'>]
  >(`
    UPDATE crawls SET status = :status, error = :error, ended_at = :ended_at, next_at = :next_at
    WHERE document_id = :document_id AND status IN ('waiting', 'running')
  `)

  const find = sql.write<[{ document_id: number; run: number; url: string; depth: number }]>(`
    INSERT INTO crawl_pages (document_id, run, url, depth, status)
    VALUES (:document_id, :run, :url, :depth, 'found')
    ON CONFLICT (document_id, url) DO UPDATE
    SET run = :run, depth = :depth, status = 'found', error = NULL, attempts = 0 WHERE run <> :run
  `)
  const next = sql.read<[number, number], PageRow>(`
    SELECT * FROM crawl_pages WHERE document_id = ? AND run = ? AND status = 'found' ORDER BY depth, id LIMIT 1
  `)
  const attempt = sql.write<[number]>('UPDATE crawl_pages SET attempts = attempts + 1 WHERE id = ?')
  const undoAttempt = sql.write<[number]>(
    'UPDATE crawl_pages SET attempts = attempts - 1 WHERE id = ?',
  )
  const setRead = sql.write<[PageContent & { id: number }]>(`
    UPDATE crawl_pages SET status = 'read', error = NULL, title = :title, etag = :etag, last_modified = :last_modified,
      size = :size, sha256 = :sha256, text_sha256 = :text_sha256, links = :links
    WHERE id = :id
  `)
  const setUnchanged = sql.write<[number]>("UPDATE crawl_pages SET status = 'read' WHERE id = ?")
  const setOutcome = sql.write<['failed' | 'skipped', string, number]>(
    'UPDATE crawl_pages SET status = ?, error = ? WHERE id = ?',
  )
  const forget = sql.write<[number]>(
    'UPDATE crawl_pages SET etag = NULL, last_modified = NULL, sha256 = NULL, text_sha256 = NULL WHERE id = ?',
  )
  const alike = sql
    .read<[number, number, string, number], string>(`
      SELECT url FROM crawl_pages
      WHERE document_id = ? AND run = ? AND status = 'read' AND text_sha256 = ? AND id <> ? LIMIT 1
    `)
    .pluck()
  const vanished = sql
    .read<[number, number], number>('SELECT id FROM crawl_pages WHERE document_id = ? AND run < ?')
    .pluck()
  const left = sql
    .read<[number, number], number>(`
      SELECT id FROM crawl_pages
      WHERE document_id = ? AND run = ? AND status = 'skipped' AND sha256 IS NOT NULL
    `)
    .pluck()
  const linked = sql
    .read<[number], number>('SELECT count(*) FROM crawl_pages WHERE document_id = ? AND depth > 0')
    .pluck()
  const pageCount = sql
    .read<[number], number>('SELECT count(*) FROM crawl_pages WHERE document_id = ?')
    .pluck()
  const hashes = sql
    .read<[number, number], string>(`
      SELECT sha256 FROM crawl_pages WHERE document_id = ? AND run = ? AND status = 'read' LIMIT 2
    `)
    .pluck()
  const ofDocument = sql.read<[number, number, number], ListedPage>(`
    SELECT pages.id, pages.url, pages.title, pages.depth, pages.status, pages.error, pages.size,
      (SELECT count(*) FROM chunks WHERE chunks.page_id = pages.id) AS passages
    FROM crawl_pages AS pages WHERE pages.document_id = ? AND pages.id > ? ORDER BY pages.id LIMIT ?
  `)
  const remove = sql.write<[number]>('DELETE FROM crawl_pages WHERE id = ?')
  const counts = sql.read<[number, number], PageCounts>(`
    SELECT count(*) AS found, count(*) FILTER (WHERE status = 'read') AS read,
      count(*) FILTER (WHERE status = 'failed') AS failed, count(*) FILTER (WHERE status = 'skipped') AS skipped,
      count(*) FILTER (WHERE status = 'found') AS waiting,
      coalesce(sum(size) FILTER (WHERE status = 'read'), 0) AS size
    FROM crawl_pages WHERE document_id = ? AND run = ?
  `)
  const firstFault = sql
    .read<[number, number], StoredFault>(
      'SELECT error FROM crawl_pages WHERE document_id = ? AND run = ? AND error IS NOT NULL ORDER BY depth, id LIMIT 1',
    )
    .pluck()

  return {
    insert: (tx: Tx, row: Parameters<typeof insert.run>[1]) => insert.run(tx, row),
    crawl: (documentId: number) => crawl.get(documentId),
    /** The account that owns the document. */
    accountOf: (documentId: number) => account.get(documentId),
    change: (tx: Tx, row: Parameters<typeof settings.run>[1]) => settings.run(tx, row),
    /** Restarts a crawl; false if one is in progress. */
    restart: (tx: Tx, documentId: number, url: string) =>
      restart.run(tx, url, documentId).changes > 0,
    begin: (tx: Tx, documentId: number, now: Date) => begin.run(tx, now.getTime(), documentId),
    keepRobots: (tx: Tx, documentId: number, text: string, maps: readonly string[]) =>
      robots.run(tx, text, JSON.stringify(maps), documentId),
    keepSitemaps: (tx: Tx, documentId: number, maps: readonly string[]) =>
      sitemaps.run(tx, JSON.stringify(maps), documentId),
    toPages: (tx: Tx, documentId: number) => toPages.run(tx, documentId),
    /** Continues on another host after a redirect of the start URL. */
    move: (tx: Tx, documentId: number, url: string) => move.run(tx, url, documentId),
    countUnchanged: (tx: Tx, documentId: number) => countUnchanged.run(tx, documentId),
    /** Ends a crawl in progress; false if it had already ended. */
    end: (tx: Tx, row: Parameters<typeof end.run>[1]) => end.run(tx, row).changes > 0,

    /** Adds a page to the current crawl, once. */
    find: (tx: Tx, crawl: Reading, url: string, depth: number) =>
      find.run(tx, { document_id: crawl.document_id, run: crawl.run, url, depth }).changes > 0,
    next: ({ document_id, run }: Reading) => next.get(document_id, run),
    attempt: (tx: Tx, pageId: number) => attempt.run(tx, pageId),
    /** Uncounts an attempt that was interrupted from outside. */
    putBack: (tx: Tx, pageId: number) => undoAttempt.run(tx, pageId),
    setRead: (tx: Tx, id: number, content: PageContent) => setRead.run(tx, { ...content, id }),
    setUnchanged: (tx: Tx, id: number) => setUnchanged.run(tx, id),
    setFailed: (tx: Tx, id: number, reason: Fault) =>
      setOutcome.run(tx, 'failed', encodeFault(reason), id),
    setSkipped: (tx: Tx, id: number, reason: Fault) =>
      setOutcome.run(tx, 'skipped', encodeFault(reason), id),
    /** Clears the stored state of a page, so that it is read in full if it comes back. */
    forget: (tx: Tx, id: number) => forget.run(tx, id),
    /** URL of a page of the current crawl with the same text. */
    alike: ({ document_id, run }: Reading, text: string, id: number) =>
      alike.get(document_id, run, text, id),
    /** Pages that an earlier crawl found and this one did not. */
    vanished: ({ document_id, run }: CrawlRow) => vanished.all(document_id, run),
    /** Pages that were read before but are no longer pages. */
    left: ({ document_id, run }: CrawlRow) => left.all(document_id, run),
    remove: (tx: Tx, pageId: number) => remove.run(tx, pageId),
    /** Number of pages of a website that were found on its named ones. */
    linked: (documentId: number) => linked.get(documentId)!,
    pageCount: (documentId: number) => pageCount.get(documentId)!,
    /** SHA-256 of the only page that was read; null if there are several, or none. */
    onlyHash({ document_id, run }: Reading): string | null {
      const [only = null, ...others] = hashes.all(document_id, run)
      return others.length === 0 ? only : null
    },
    /** Pages of a document after the given one, in the order in which they were found. */
    ofDocument: (documentId: number, after: number, limit: number) =>
      ofDocument.all(documentId, after, limit),
    counts: ({ document_id, run }: Reading) => counts.get(document_id, run)!,
    firstFault: ({ document_id, run }: Reading) => firstFault.get(document_id, run),
  }
})
