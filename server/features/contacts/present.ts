import type { Contact, ContactConversation, VisitedPage } from '#contracts/contacts.ts'
import { ifSet, toIso } from '../../db/time.ts'
import type { Hub } from '../../realtime/hub.ts'
import type { PageRow } from '../visitors/page-queries.ts'
import type { ContactConversationRow, ContactRow } from './queries.ts'

/** As much of a last message is shown, UTF-16 units. */
const PREVIEW_LENGTH = 160

/** A contact as the desk sees them. */
export function presentContact(row: ContactRow, hub: Pick<Hub, 'isOnline'>): Contact {
  return {
    id: row.uuid,
    name: row.name,
    email: row.email,
    phone: row.phone,
    external_id: row.external_id,
    notes: row.notes,
    online: hub.isOnline(row.id),
    assistant_name: row.assistant_name,
    page_url: row.page_url,
    page_title: row.page_title,
    user_agent: row.user_agent,
    language: row.language,
    timezone: row.timezone,
    conversation_count: row.conversation_count,
    created_at: toIso(row.created_at),
    last_seen_at: toIso(row.last_seen_at),
  }
}

/** A conversation of a contact, in short. */
export function presentContactConversation(row: ContactConversationRow): ContactConversation {
  return {
    id: row.uuid,
    assistant_name: row.assistant_name,
    message_count: row.message_count,
    last_message: row.last_content?.slice(0, PREVIEW_LENGTH).toWellFormed() ?? null,
    unread: row.unread_count,
    ended_at: ifSet(row.ended_at, toIso),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  }
}

/** A page that a contact has been on. */
export function presentPage(row: PageRow): VisitedPage {
  return { url: row.url, title: row.title, at: toIso(row.at) }
}
