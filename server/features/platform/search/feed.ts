import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { indexPending, indexSlice, isSearchBehind } from '../../../db/search-index.ts'
import { ifThereIsRoom } from '../../../db/storage.ts'

/** The search index is behind what is written by at most this long and the time that indexing takes, ms. */
const LAG_MS = 200

/** A lag beyond this is logged, ms. */
const LONG_LAG_MS = 5000

/** Puts what has been written until now into the search index, where the disk allows it: before whatever searches. */
export async function catchUpSearch({
  db,
  write,
  storage,
}: Pick<Context, 'db' | 'write' | 'storage'>): Promise<void> {
  if (storage.trouble() === undefined) await ifThereIsRoom(() => indexPending(db, write))
}

/**
 * Feeds the search index in batches with what is written: away from the commits that somebody waits for, and at a
 * fraction of the cost of one by one. Whoever searches sooner feeds it first (`catchUpSearch`). What a process leaves
 * behind is fed at the next start.
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
    const begun = performance.now()
    try {
      let goesOn = true
      while (goesOn && !isStopped && storage.trouble() === undefined && isSearchBehind(db)) {
        goesOn = false
        await ifThereIsRoom(async () => {
          goesOn = await write((tx) => indexSlice(tx, db))
        })
        await setImmediate()
      }
    } catch (error) {
      log.error({ err: error }, 'the search index could not be fed')
    }
    const ms = Math.round(LAG_MS + performance.now() - begun)
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
