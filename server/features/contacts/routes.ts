/*
 * GET    /user/contacts         listContacts
 * GET    /user/contacts/export  exportContacts
 * GET    /user/contacts/:id     getContact
 * PUT    /user/contacts/:id     updateContact
 */
import {
  Contact,
  exportContacts,
  getContact,
  listContacts,
  updateContact,
} from '#contracts/contacts.ts'
import { fault } from '#contracts/faults.ts'
import { InvalidFields, notFound } from '../../errors.ts'
import { SLICE, sendExport } from '../../http/export.ts'
import type { Routes } from '../../http/routes.ts'
import { visitorConversationQueries } from '../conversations/visitors/conversation-queries.ts'
import { mergedQueries } from '../conversations/visitors/merged-queries.ts'
import { pageQueries } from '../conversations/visitors/page-queries.ts'
import { presentPage, presentVisitorConversation } from '../conversations/visitors/present.ts'
import { parseNumber } from '../platform/values/telephone.ts'
import { mergeQueries } from './merges/queries.ts'
import { showOwn } from './merges/split.ts'
import { presentContact } from './present.ts'
import { type ContactFilter, type ContactRow, contactQueries } from './queries.ts'
import { recordContact } from './record.ts'

/** Filters of a request for the list. */
interface Narrowing {
  readonly search?: string | undefined
  readonly online?: '1' | undefined
}

/** Maximum number of conversations shown per contact. */
const MAX_SHOWN = 100

/** Contacts: visitors as shown at the desk. */
export const contactRoutes: Routes = (context) => {
  const { handle, db, write, hub } = context
  const contacts = contactQueries(db)
  const merges = mergeQueries(db)

  handle(listContacts, ({ principal: { userId }, query, page }) => {
    const filter = filterOf(userId, query)
    const found = page.of(contacts.count(filter), (slice) =>
      contacts
        .page(filter, query.sort ?? 'last_seen', slice)
        .map((row) => presentContact(row, hub)),
    )
    return { ...found, online_total: hub.onlineOf(userId).length }
  })

  handle(exportContacts, (call) => {
    const { principal, query } = call
    const filter = filterOf(principal.userId, query)
    // Fix the order at the start: the list may change during the export.
    const ids = contacts.ids(filter, query.sort ?? 'last_seen')
    return sendExport(call, {
      name: 'contacts',
      item: Contact,
      total: ids.length,
      slices: slicesOf(ids),
      show: (row) => presentContact(row, hub),
    })
  })

  handle(getContact, ({ principal, params }) => {
    const row = find(principal.userId, params.id)
    const together = mergedQueries(db).idsWith(row.id)
    const conversations = visitorConversationQueries(db).latest(together, MAX_SHOWN)
    return {
      ...presentContact(row, hub),
      variables: JSON.parse(conversations[0]?.variables ?? '{}'),
      other_emails: merges.emails(row),
      other_phones: merges.phones(row),
      merge_count: merges.into(row.id).length,
      pages: pageQueries(db).ofAll(together).map(presentPage),
      conversations: conversations.map(presentVisitorConversation),
    }
  })

  handle(updateContact, async ({ principal: { userId }, params, body }) => {
    const before = find(userId, params.id)
    const changed = await write((tx) => {
      const details = {
        name: said(body.name, before.shown_name),
        email: said(body.email, before.shown_email),
        phone: phone(said(body.phone, before.shown_phone), before.shown_phone),
        notes: said(body.notes, before.shown_notes),
      }
      contacts.change(tx, { id: before.id, ...details })
      showOwn(tx, context, before.id, details)
      return recordContact(tx, context, before)
    })
    return { message: 'Contact updated successfully', data: presentContact(changed, hub) }
  })

  function filterOf(userId: number, query: Narrowing): ContactFilter {
    return {
      userId,
      ...(query.online ? { among: JSON.stringify(hub.onlineOf(userId)) } : searchFor(query.search)),
    }
  }

  function* slicesOf(ids: readonly number[]): Generator<ContactRow[]> {
    for (let from = 0; from < ids.length; from += SLICE)
      yield contacts.byIds(ids.slice(from, from + SLICE))
  }

  function find(userId: number, uuid: string): ContactRow {
    const row = contacts.ofUser(userId, uuid)
    if (!row) throw notFound('contact_not_found')
    return row
  }
}

/** Value to store: undefined keeps the current one, and blank text clears it. */
function said(sent: string | null | undefined, before: string | null): string | null {
  return sent === undefined ? before : sent?.trim() || null
}

/** Normalizes a number to E.164; an unchanged number from a website is left as it is. */
function phone(sent: string | null, before: string | null): string | null {
  if (sent === null || sent === before) return sent
  const number = parseNumber(sent)
  if (!number)
    throw new InvalidFields({
      phone: [fault('not_phone_number')],
    })
  return number.e164
}

/** Words of three or more characters match anywhere, shorter ones only the start of a name. */
function searchFor(sent: string | undefined): Pick<ContactFilter, 'match' | 'prefix'> {
  const text = sent?.trim() ?? ''
  if (text === '') return {}
  const words = text.split(/\s+/).filter((word) => [...word].length >= 3)
  if (words.length === 0) return { prefix: text }
  return { match: words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ') }
}
