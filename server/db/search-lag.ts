import type { Db } from './open.ts'
import { searchWaiting } from './search-index.ts'

export type SearchLag = ReturnType<typeof createSearchLag>

/** Keeps since when something has been waiting for the search index. A restart begins anew. */
export function createSearchLag(now: () => Date) {
  let since: number | undefined
  return {
    /** Something may be waiting from now on. */
    begin: () => void (since ??= now().getTime()),
    /** Nothing waits. */
    end: () => {
      since = undefined
    },
    /** Age of the oldest text that may be waiting, ms. */
    ms: () => (since === undefined ? 0 : Math.max(0, now().getTime() - since)),
  }
}

/** State of the search index: how many texts wait to be indexed, and for how long at most, ms. */
export function searchState(db: Db, lag: SearchLag) {
  const waiting = searchWaiting(db)
  return { waiting, behind_ms: waiting === 0 ? 0 : lag.ms() }
}
