/*
 * GET    /user/conversations         listConversations
 * GET    /user/conversations/export  exportConversations
 */
import type { Request } from 'express'
import { WHATSAPP } from '#contracts/conversation-filter.ts'
import {
  Conversation,
  exportConversations,
  type FoundConversation,
  listConversations,
} from '#contracts/conversations.ts'
import type { QueryOf } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import { fieldFaults } from '#contracts/field-errors.ts'
import type { CursorPage, Page } from '#contracts/page.ts'
import { periodOf } from '../../db/time.ts'
import { InvalidFields } from '../../errors.ts'
import { SLICE, sendExport } from '../../http/export.ts'
import type { Routes } from '../../http/routes.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { numberInQuery, parseNumber, parseOwnNumber } from '../platform/values/telephone.ts'
import { pageFrom } from './cursor-page.ts'
import { type ConversationFilter, foundConversations, type Place } from './found-queries.ts'
import { type ListCursor, parseCursor, printCursor } from './list-cursor.ts'
import { listedConversations } from './list-queries.ts'
import { partiesOf } from './parties.ts'
import { presentConversation } from './present.ts'
import { conversationQueries, type ListedConversation } from './queries.ts'

type Query = QueryOf<typeof listConversations>

/** All conversations of an account, as a list and as an export. */
export const conversationListRoutes: Routes = (context) => {
  const { handle, db } = context
  const listed = listedConversations(db)
  const search = foundConversations(db)
  const { byUuid } = conversationQueries(db)

  handle(listConversations, ({ principal: { userId }, query, page, req, origin }) => {
    if (query.cursor !== undefined) {
      const path = `${origin}/api${req.path}`
      return cursorPage(userId, query.cursor, { req, path }) as unknown as Page<Conversation>
    }
    const filter = filterOf(userId, query)
    const isFound = filter.customerPhone ?? filter.senderPhone ?? filter.externalIdentifier
    const list = isFound === undefined ? listed(userId, filter) : search(userId, filter)
    const found = page.of(list.total, (slice) => list.rows(slice).map(presenting(query)))
    // The contract is typed as the page of a request without other words.
    return found as Page<Conversation>
  })

  handle(exportConversations, (call) => {
    const { principal, query } = call
    const list = listed(principal.userId, filterOf(principal.userId, query))
    return sendExport(call, {
      name: 'conversations',
      item: Conversation,
      total: list.total,
      slices: list.slices(SLICE),
      show: presentConversation,
    })
  })

  /** A page from a place. What the request says wins over what its cursor remembers. */
  function cursorPage(
    userId: number,
    text: string,
    { req, path }: { req: Request; path: string },
  ): CursorPage<FoundConversation> {
    const cursor = text === '' ? undefined : parseCursor(userId, text)
    const sent = { ...cursor?.query, ...askedIn(req) }
    const query = parsedQuery(sent)
    const list = search(userId, filterOf(userId, query))
    const { rows, next, previous } = pageFrom(list, cursor, query.per_page)
    const print = (place: Place | undefined, direction: ListCursor['direction']) => {
      if (!place) return null
      const { place_at, place_id } = place
      return printCursor(userId, { direction, place_at, place_id, query: sent })
    }
    return {
      data: rows.map(presenting({ ...query, cursor: text })),
      path,
      per_page: query.per_page,
      next_cursor: print(next, 'next'),
      prev_cursor: print(previous, 'previous'),
    }
  }

  /** @throws InvalidFields for an assistant of another account, and for a number that is none. */
  function filterOf(userId: number, query: Partial<Query>): ConversationFilter {
    const { type, assistant_id: assistantId, customer_phone, external_identifier } = query
    const sender = query.whatsapp_sender_phone ?? query.messenger_sender_phone
    if (assistantId !== undefined && !assistantQueries(db).has(userId, assistantId))
      throw new InvalidFields({ assistant_id: [fault('not_selectable')] })
    return {
      type: type === WHATSAPP ? 'messenger' : type,
      assistantId,
      ...periodOf(query),
      customerPhone: numberOf('customer_phone', customer_phone, parseNumber),
      senderPhone: numberOf('whatsapp_sender_phone', sender, parseOwnNumber),
      externalIdentifier: external_identifier,
    }
  }

  /** Presents items in the words of a request, with what it asked for. */
  function presenting(query: Partial<Query>): (row: ListedConversation) => FoundConversation {
    const names = ['customer_phone', 'whatsapp_sender_phone', 'messenger_sender_phone'] as const
    const isMore =
      names.some((name) => query[name] !== undefined) ||
      (query.external_identifier ?? query.include ?? query.cursor) !== undefined
    return (listedRow) => {
      const shown = presentConversation(listedRow)
      const item = query.type === WHATSAPP ? ({ ...shown, type: WHATSAPP } as const) : shown
      if (!isMore) return item
      const row = byUuid(listedRow.uuid)!
      return { ...item, variables: JSON.parse(row.variables), ...partiesOf(context, row) }
    }
  }
}

/** The parameters of a request that a cursor remembers. */
function askedIn({ query }: Request): Record<string, string> {
  const names = Object.keys(listConversations.query!.shape)
  const asked = Object.entries(query).flatMap(([name, value]) =>
    names.includes(name) && typeof value === 'string' ? [[OTHER_NAMES[name] ?? name, value]] : [],
  )
  const { cursor: _, page: _page, ...rest } = Object.fromEntries(asked)
  return rest
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  messenger_sender_phone: 'whatsapp_sender_phone',
}

function parsedQuery(sent: Readonly<Record<string, string>>): Query {
  const parsed = listConversations.query!.safeParse(sent)
  if (!parsed.success) throw new InvalidFields(fieldFaults(parsed.error.issues, sent))
  return parsed.data
}

/** A number of a query as E.164. */
function numberOf(
  field: string,
  text: string | undefined,
  parse: typeof parseNumber,
): string | undefined {
  if (text === undefined) return undefined
  const number = parse(numberInQuery(text))
  if (!number) throw new InvalidFields({ [field]: [fault('not_a_phone_number')] })
  return number.e164
}
