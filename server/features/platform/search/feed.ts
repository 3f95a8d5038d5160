import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { indexPending, indexSlice, isSearchBehind } from '../../../db/search-index.ts'
import { ifSpaceAllows } from '../../../db/storage.ts'

/** Maximum lag of the search index, ms, plus the time that indexing takes. */
const LAG_MS = 200

/** A longer lag is logged, ms. */
const LONG_LAG_MS = 5000

/** Indexes everything written so far, if the disk allows it; call it before searching. */
export async function catchUpSearch({
  db,
  write,
  storage,
}: Pick<Context, 'db' | 'write' | 'storage'>): Promise<void> {
  if (storage.trouble() === undefined) await ifSpaceAllows(() => indexPending(db, write))
}

/**
 * Feeds the search index in batches: outside the commits that requests wait for, and at a
 * fraction of the cost of single updates. A search in between feeds it first (`catchUpSearch`). What a process leaves
 * unindexed is fed at the next start.
 */
export function startFeedingSearch({
  db,
  write,
  events,
  log,
  storage,
  searchLag,
}: Pick<Context, 'db' | 'write' | 'events' | 'log' | 'storage' | 'searchLag'>): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function feed(): Promise<void> {
    const startedAt = performance.now()
    try {
      let goesOn = true
      while (goesOn && !isStopped && storage.trouble() === undefined && isSearchBehind(db)) {
        goesOn = false
        await ifSpaceAllows(async () => {
          goesOn = await write((tx) => indexSlice(tx, db))
        })
        await setImmediate()
      }
    } catch (error) {
      log.error({ err: error }, 'the search index could not be fed')
    }
    const ms = Math.round(LAG_MS + performance.now() - startedAt)
    if (ms > LONG_LAG_MS) log.warn({ ms }, 'the search index was behind')
    timer = undefined
    if (isStopped) return
    if (isSearchBehind(db)) schedule()
    else searchLag.end()
  }

  function schedule(): void {
    if (isStopped) return
    searchLag.begin()
    timer ??= setTimeout(() => void feed(), LAG_MS).unref()
  }

  const unsubscribe = events.onRecorded(schedule)
  schedule()
  return {
    stop() {
      isStopped = true
      unsubscribe()
      clearTimeout(timer)
    },
  }
}
