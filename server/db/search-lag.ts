import type { Db } from './open.ts'
import { searchWaiting } from './search-index.ts'

export type SearchLag = ReturnType<typeof createSearchLag>

/** Tracks since when documents have been waiting for the search index; reset by a restart. */
export function createSearchLag(now: () => Date) {
  let since: number | undefined
  return {
    /** Call when a document may be waiting. */
    begin: () => void (since ??= now().getTime()),
    /** Call when nothing is waiting. */
    end: () => {
      since = undefined
    },
    /** Maximum age of a waiting document, ms. */
    ms: () => (since === undefined ? 0 : Math.max(0, now().getTime() - since)),
  }
}

/** State of the search index: number of waiting texts, and the maximum wait so far, ms. */
export function searchState(db: Db, lag: SearchLag) {
  const waiting = searchWaiting(db)
  return { waiting, behind_ms: waiting === 0 ? 0 : lag.ms() }
}
