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

/** Pages kept of one visitor. */
const KEPT = 50

/** All SQL about the pages that visitors have been on. */
export const pageQueries = oncePerDb((sql) => {
  const last = sql.read<[number], PageRow>(`
    SELECT url, title, at FROM visitor_pages WHERE visitor_id = ${hidden('?')} ORDER BY id DESC LIMIT 1
  `)
  const all = sql.read<[number], PageRow>(`
    SELECT url, title, at FROM visitor_pages WHERE visitor_id = ${hidden('?')} ORDER BY id DESC LIMIT ${KEPT}
  `)
  const insert = sql.write<[Visit]>(
    'INSERT INTO visitor_pages (visitor_id, url, title, at) VALUES (:visitorId, :url, :title, :at)',
  )
  const drop = sql.write<[{ visitorId: number }]>(`
    DELETE FROM visitor_pages WHERE visitor_id = :visitorId AND id <= (
      SELECT id FROM visitor_pages WHERE visitor_id = :visitorId ORDER BY id DESC LIMIT 1 OFFSET ${KEPT}
    )
  `)
  const move = sql.write<[Visit]>(
    'UPDATE visitors SET page_url = :url, page_title = :title WHERE id = :visitorId',
  )

  const give = sql.write<[{ from: number; into: number }]>(
    'UPDATE visitor_pages SET visitor_id = :into WHERE visitor_id = :from',
  )

  return {
    /** The pages of one visitor are another one's. */
    give(tx: Tx, from: number, into: number): void {
      give.run(tx, { from, into })
      drop.run(tx, { visitorId: into })
    },
    /** Newest first. */
    all: (visitorId: number) => all.all(visitorId),
    /** Notes that a visitor is on a page; false when they were already. */
    visit(tx: Tx, visit: Visit): boolean {
      const { visitorId, url, title } = visit
      const before = last.get(visitorId)
      if (before?.url === url && before.title === title) return false
      move.run(tx, visit)
      // The page before is the same one that has found its title since.
      if (before?.url !== url) insert.run(tx, visit)
      drop.run(tx, { visitorId })
      return before?.url !== url
    },
  }
})

/** A page's address without what is nobody's business: its fragment, and names and passwords. */
export function pageAddress(sent: string): string {
  const url = new URL(sent)
  url.hash = ''
  url.username = ''
  url.password = ''
  return url.href
}
