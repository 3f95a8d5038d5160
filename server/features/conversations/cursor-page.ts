import { NEWEST, type Place, type PlacedConversation } from './found-queries.ts'
import type { ListCursor } from './list-cursor.ts'

/** A list that is read from a place, in both directions. */
interface FromPlace {
  older(place: Place, limit: number): PlacedConversation[]
  newer(place: Place, limit: number): PlacedConversation[]
}

/** Rows of a page, newest first, with the places from which its neighbours are read. */
interface PageFromPlace {
  readonly rows: readonly PlacedConversation[]
  readonly next: Place | undefined
  readonly previous: Place | undefined
}

/** Reads the page after or ahead of a cursor, or the first one. Rows that come and go neither repeat nor hide others. */
export function pageFrom(
  list: FromPlace,
  cursor: Pick<ListCursor, 'direction' | 'place_at' | 'place_id'> | undefined,
  perPage: number,
): PageFromPlace {
  const isBack = cursor?.direction === 'previous'
  const place = cursor ?? NEWEST
  const found = isBack ? list.newer(place, perPage + 1) : list.older(place, perPage + 1)
  const rows = found.slice(0, perPage)
  if (isBack) rows.reverse()
  const first: Place = rows[0] ?? beside(place, -1)
  const last: Place = rows.at(-1) ?? beside(place, 1)
  const isMore = found.length > perPage
  const isOlder = isBack ? list.older(last, 1).length > 0 : isMore
  const isNewer = isBack ? isMore : list.newer(first, 1).length > 0
  return {
    rows,
    next: isOlder ? last : undefined,
    previous: isNewer ? first : undefined,
  }
}

/** The place just before or after another one: that of the row itself is on the other side of it. */
const beside = ({ place_at, place_id }: Place, step: 1 | -1): Place => ({
  place_at,
  place_id: Math.min(place_id + step, Number.MAX_SAFE_INTEGER),
})
