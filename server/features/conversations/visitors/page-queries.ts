import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface PageRow {
  readonly url: string
  readonly title: string | null
  readonly at: number
}

interface Visit extends PageRow {
  readonly visitorId: number
}

/** Maximum number of pages kept per visitor. */
const MAX_PAGES = 50

/** All SQL for pages that visitors opened. */
export const pageQueries = oncePerDb((sql) => {
  const last = sql.read<[number], PageRow>(`
    SELECT url, title, at FROM visitor_pages WHERE visitor_id = ${hidden('?')} ORDER BY id DESC LIMIT 1
  `)
  const all = sql.read<[number], PageRow>(`
    SELECT url, title, at FROM visitor_pages WHERE visitor_id = ${hidden('?')} ORDER BY id DESC LIMIT ${MAX_PAGES}
  `)
  const ofAll = sql.read<[string], PageRow>(`
    SELECT url, title, at FROM visitor_pages WHERE visitor_id IN (SELECT value FROM json_each(?))
    ORDER BY at DESC, id DESC LIMIT ${MAX_PAGES}
  `)
  const insert = sql.write<[Visit]>(
    'INSERT INTO visitor_pages (visitor_id, url, title, at) VALUES (:visitorId, :url, :title, :at)',
  )
  const drop = sql.write<[{ visitorId: number }]>(`
    DELETE FROM visitor_pages WHERE visitor_id = :visitorId AND id <= (
      SELECT id FROM visitor_pages WHERE visitor_id = :visitorId ORDER BY id DESC LIMIT 1 OFFSET ${MAX_PAGES}
    )
  `)
  const move = sql.write<[Visit]>(
    'UPDATE visitors SET page_url = :url, page_title = :title WHERE id = :visitorId',
  )

  const give = sql.write<[{ from: number; into: number }]>(
    'UPDATE visitor_pages SET visitor_id = :into WHERE visitor_id = :from',
  )

  return {
    /** Moves the pages of one visitor to another. */
    give(tx: Tx, from: number, into: number): void {
      give.run(tx, { from, into })
      drop.run(tx, { visitorId: into })
    },
    /** Newest first. */
    all: (visitorId: number) => all.all(visitorId),
    /** Latest pages of several visitors, newest first. */
    ofAll: (visitorIds: readonly number[]) => ofAll.all(JSON.stringify(visitorIds)),
    /** Records a page visit; false if it is the same page as before. */
    visit(tx: Tx, visit: Visit): boolean {
      const { visitorId, url, title } = visit
      const before = last.get(visitorId)
      if (before?.url === url && before.title === title) return false
      move.run(tx, visit)
      // The previous entry is the same page, which has received its title since.
      if (before?.url !== url) insert.run(tx, visit)
      drop.run(tx, { visitorId })
      return before?.url !== url
    },
  }
})

/** A page's URL without private parts: fragment, user name and password. */
export function pageAddress(sent: string): string {
  const url = new URL(sent)
  url.hash = ''
  url.username = ''
  url.password = ''
  return url.href
}
