import { setImmediate } from 'node:timers/promises'
import type { InboxFilter } from '#contracts/inbox-filter.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { catchUpSearch } from '../../platform/search/feed.ts'
import { bulkQueries } from './bulk-queries.ts'
import { type InboxCursor, TOP } from './cursor.ts'
import { narrowedQueries } from './narrowed-queries.ts'
import { type Caller, narrowingOf } from './narrowing.ts'
import { findDocuments, searchOf } from './search.ts'

/** Conversations per query: few enough not to block other requests. */
export const SLICE = 1000

/** Progress of a search for all matches; JSON-serializable. */
export type Progress =
  | ({ readonly by: 'activity' } & InboxCursor)
  | { readonly by: 'words'; readonly before: number | null }

interface Slice {
  readonly ids: readonly number[]
  /** Cursor; undefined at the end. */
  readonly next: Progress | undefined
}

/** Start of the search for all matches of a filter. */
export const beginning = ({ q }: InboxFilter): Progress =>
  q === undefined ? { by: 'activity', ...TOP } : { by: 'words', before: null }

/**
 * The next conversations that match a filter. A search for words may return a conversation more than once, and finds
 * only what is in the search index.
 */
export function nextMatching(
  db: Db,
  filter: InboxFilter,
  caller: Caller,
  progress: Progress,
  limit = SLICE,
): Slice {
  if (progress.by === 'words') {
    const search = searchOf(db, filter, caller)
    if (!search) return { ids: [], next: undefined }
    const { documents, before } = findDocuments(db, search, progress.before ?? undefined, limit)
    const ids = [...new Set(documents.map(({ conversation_id }) => conversation_id!))]
    return { ids, next: before === undefined ? undefined : { by: 'words', before } }
  }
  const rows = narrowedQueries(db).page(narrowingOf(filter, caller), progress, limit)
  const last = rows.length === limit ? rows.at(-1) : undefined
  return {
    ids: rows.map(({ id }) => id),
    next: last && { by: 'activity', updatedAt: last.updated_at, id: last.id },
  }
}

/** Every conversation that matches a filter, without duplicates; yields between slices. */
export async function allMatching(
  context: Pick<Context, 'db' | 'write' | 'storage'>,
  filter: InboxFilter,
  caller: Caller,
): Promise<number[]> {
  if (filter.q !== undefined) await catchUpSearch(context)
  const ids = new Set<number>()
  let progress: Progress | undefined = beginning(filter)
  while (progress) {
    const slice = nextMatching(context.db, filter, caller, progress)
    for (const id of slice.ids) ids.add(id)
    progress = slice.next
    await setImmediate()
  }
  return [...ids]
}

/** The conversations among the given ids that match a filter; ids of other accounts are dropped. */
export async function namedMatching(
  context: Pick<Context, 'db' | 'write' | 'storage'>,
  filter: InboxFilter,
  caller: Caller,
  uuids: readonly string[],
): Promise<number[]> {
  const { db } = context
  const named = bulkQueries(db).idsOf(caller.userId, uuids)
  const matching =
    filter.q === undefined
      ? narrowedQueries(db).matchingOf(narrowingOf(filter, caller), named)
      : new Set(await allMatching(context, filter, caller))
  return named.filter((id) => matching.has(id))
}
