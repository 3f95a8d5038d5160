import type { InboxFilter } from '#contracts/inbox-filter.ts'
import type { SearchHit } from '#contracts/inbox-search.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { toIso } from '../../../db/time.ts'
import { expressionOf, type Facet, questionOf } from '../../platform/search/expression.ts'
import { type DocumentRow, searchQueries } from '../../platform/search/queries.ts'
import { snippetOf } from '../../platform/search/snippet.ts'
import { presentInboxItem } from '../present.ts'
import { conversationQueries } from '../queries.ts'
import { narrowedQueries } from './narrowed-queries.ts'
import { type Caller, type Narrowing, narrowingOf } from './narrowing.ts'

/** Search hits processed together. */
const SLICE = 200

/** Maximum number of hits that are compared with the filters before a cursor is returned. */
const MAX_SCANNED = 5000

/** Initial cursor: hits come before the document with this id. */
const NEWEST = Number.MAX_SAFE_INTEGER

/** A prepared search of the index. */
interface Search {
  readonly expression: string
  /** Undefined if every hit matches. */
  readonly narrowing: Narrowing | undefined
}

/** Index query for a typed search and its filters; undefined when nothing can match. */
export function searchOf(
  db: Db,
  { q = '', assistant_id, type, ...filter }: InboxFilter,
  caller: Caller,
): Search | undefined {
  const question = questionOf(q)
  const facets: Facet[] = [`t${caller.userId}`]
  if (assistant_id !== undefined) facets.push(`a${assistant_id}`)
  if (question.author) facets.push(`f${question.author}`)
  if (question.assistant !== undefined) {
    const ids = searchQueries(db).assistants(caller.userId, question.assistant)
    if (ids.length === 0) return undefined
    facets.push(ids.map((id) => `a${id}`))
  }
  const expression = expressionOf(question, facets)
  if (expression === undefined) return undefined
  const rest = { ...filter, type }
  const isNarrowed = Object.values(rest).some((value) => value !== undefined)
  return { expression, narrowing: isNarrowed ? narrowingOf(rest, caller) : undefined }
}

interface Found {
  readonly documents: readonly DocumentRow[]
  /** Cursor of the next page; undefined at the end. */
  readonly before: number | undefined
}

/** The next hits that match the filters. */
export function findDocuments(db: Db, search: Search, from = NEWEST, limit = SLICE): Found {
  const documents: DocumentRow[] = []
  const size = search.narrowing ? SLICE : limit + 1
  let before = from
  for (let looked = 0; looked < MAX_SCANNED; looked += size) {
    const slice = searchQueries(db).find(search.expression, before, size)
    const fitting = matchingOf(db, search, slice)
    for (const document of slice) {
      if (fitting.has(document.conversation_id ?? 0)) {
        if (documents.length === limit) return { documents, before }
        documents.push(document)
      }
      before = document.id
    }
    if (slice.length < size) return { documents, before: undefined }
  }
  return { documents, before }
}

/** Conversations of the hits that match the filters. */
function matchingOf(db: Db, { narrowing }: Search, found: readonly DocumentRow[]): Set<number> {
  const ids = found.flatMap(({ conversation_id }) => conversation_id ?? [])
  return narrowing ? narrowedQueries(db).matchingOf(narrowing, ids) : new Set(ids)
}

/** A conversation's UUID, or a prefix long enough to be recognised as one. */
const UUID_START = /^[0-9a-f]{8}(-[0-9a-f]{0,4}){0,3}(-[0-9a-f]{0,12})?$/

/** Search hits as shown at the desk. */
export function presentHits(
  { db, hub }: Pick<Context, 'db' | 'hub'>,
  documents: readonly DocumentRow[],
): SearchHit[] {
  return documents.map(({ conversation_id, kind, ref_id, marked, seq, author, created_at }) => {
    const conversation = presentInboxItem(conversationQueries(db).inboxRow(conversation_id!), hub)
    return {
      kind,
      conversation,
      message_id: kind === 'message' ? ref_id : null,
      seq,
      author,
      snippet: snippetOf(marked),
      created_at: created_at === null ? conversation.updated_at : toIso(created_at),
    }
  })
}

/** The conversations whose UUID starts with the query. */
export function hitsById(
  { db, hub }: Pick<Context, 'db' | 'hub'>,
  typed: string,
  userId: number,
): SearchHit[] {
  const start = typed.trim().toLowerCase()
  if (!UUID_START.test(start)) return []
  return searchQueries(db)
    .byUuid(userId, start)
    .map((id) => {
      const conversation = presentInboxItem(conversationQueries(db).inboxRow(id), hub)
      return {
        kind: 'conversation' as const,
        conversation,
        message_id: null,
        seq: null,
        author: null,
        snippet: { text: conversation.id, matches: [[0, start.length] as [number, number]] },
        created_at: conversation.updated_at,
      }
    })
}
