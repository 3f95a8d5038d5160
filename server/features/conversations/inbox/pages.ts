import type { InboxSort } from '#contracts/inbox-filter.ts'
import type { Db } from '../../../db/open.ts'
import {
  parseInboxCursor,
  parseMentionCursor,
  parseWaitCursor,
  printInboxCursor,
  printMentionCursor,
  printWaitCursor,
  type WaitCursor,
} from './cursor.ts'
import { narrowedQueries, type WaitingPlace } from './narrowed-queries.ts'
import type { Narrowing } from './narrowing.ts'

/** Inbox rows per page. */
const PAGE = 50

/** A page of the inbox. */
interface InboxPage {
  readonly ids: readonly number[]
  /** Cursor of the next page; null at the end. */
  readonly before: string | null
}

/** The rows after a cursor, in the given order. */
export function pageOfInbox(
  db: Db,
  narrowing: Narrowing,
  sort: InboxSort | undefined,
  before: string | undefined,
): InboxPage {
  if (narrowing.mention === 'any') return unreadMentionsFirst(db, narrowing, before)
  if (sort === 'waiting') {
    const others = narrowing.awaiting === true ? undefined : { ...narrowing, awaiting: false }
    return urgentFirst(db, narrowedQueries(db).waiting, { narrowing, others, before })
  }
  if (sort === 'due') {
    const others = { ...narrowing, isDue: false } as const
    return urgentFirst(db, narrowedQueries(db).due, { narrowing, others, before })
  }
  return latest(db, narrowing, before, PAGE)
}

function latest(
  db: Db,
  narrowing: Narrowing,
  before: string | undefined,
  limit: number,
): InboxPage {
  const places = narrowedQueries(db).page(narrowing, parseInboxCursor(before), limit)
  const last = places.length === limit ? places.at(-1) : undefined
  return {
    ids: places.map(({ id }) => id),
    before: last ? printInboxCursor({ updatedAt: last.updated_at, id: last.id }) : null,
  }
}

/** First the conversations with unread mentions, then the others: a page in which the former end is filled up with the latter. */
function unreadMentionsFirst(db: Db, narrowing: Narrowing, before: string | undefined): InboxPage {
  const others = { ...narrowing, mention: 'read' } as const
  const place = parseMentionCursor(before)
  if (!place) return latest(db, others, before, PAGE)
  const unread = { ...narrowing, mention: 'unread' } as const
  const places = narrowedQueries(db).page(unread, place, PAGE)
  const ids = places.map(({ id }) => id)
  const last = places.length === PAGE ? places.at(-1) : undefined
  if (last) return { ids, before: printMentionCursor({ updatedAt: last.updated_at, id: last.id }) }
  const rest = latest(db, others, undefined, PAGE - places.length)
  return { ids: [...ids, ...rest.ids], before: rest.before }
}

interface Urgent {
  readonly narrowing: Narrowing
  /** Those that follow; undefined if there are none. */
  readonly others: Narrowing | undefined
  readonly before: string | undefined
}

/** First the urgent ones, then the others: a page in which the former end is filled up with the latter. */
function urgentFirst(
  db: Db,
  read: (narrowing: Narrowing, place: WaitCursor, limit: number) => WaitingPlace[],
  { narrowing, others, before }: Urgent,
): InboxPage {
  const place = parseWaitCursor(before)
  if (!place) return latest(db, others ?? narrowing, before, PAGE)
  const urgent = read(narrowing, place, PAGE)
  const ids = urgent.map(({ id }) => id)
  const last = urgent.length === PAGE ? urgent.at(-1) : undefined
  if (last) return { ids, before: printWaitCursor(last) }
  if (!others) return { ids, before: null }
  const rest = latest(db, others, undefined, PAGE - urgent.length)
  return { ids: [...ids, ...rest.ids], before: rest.before }
}
