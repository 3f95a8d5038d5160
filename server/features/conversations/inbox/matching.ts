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

/** Conversations found in one go: few enough that nobody else waits for it. */
export const SLICE = 1000

/** Progress of a search for all matches; it can be stored as JSON. */
export type Progress =
  | ({ readonly by: 'activity' } & InboxCursor)
  | { readonly by: 'words'; readonly before: number | null }

interface Slice {
  readonly ids: readonly number[]
  /** Cursor; undefined when everything has been found. */
  readonly next: Progress | undefined
}

/** Start of the search for all matches of a filter. */
export const beginning = ({ q }: InboxFilter): Progress =>
  q === undefined ? { by: 'activity', ...TOP } : { by: 'words', before: null }

/**
 * The next conversations that match a filter. With words to search for, one may come more than once, and only what is in
 * the search index is found.
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

/** Every conversation that matches a filter, each once; others have their turn in between. */
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

/** The conversations of some ids that match a filter; what is not the caller's is not among them. */
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
      ? narrowedQueries(db).amongst(narrowingOf(filter, caller), named)
      : new Set(await allMatching(context, filter, caller))
  return named.filter((id) => matching.has(id))
}
