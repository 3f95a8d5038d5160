import type { Contact } from '#contracts/contacts.ts'
import { toIso } from '../../db/time.ts'
import type { Hub } from '../../realtime/hub.ts'
import { isContactOnline } from '../conversations/present.ts'
import type { ContactRow } from './queries.ts'

/** A contact as shown at the desk. */
export function presentContact(row: ContactRow, hub: Pick<Hub, 'isOnline'>): Contact {
  return {
    id: row.uuid,
    name: row.shown_name,
    email: row.shown_email,
    phone: row.shown_phone,
    external_id: row.shown_external_id,
    notes: row.shown_notes,
    online: isContactOnline(hub, row.id, row.parts),
    assistant_name: row.assistant_name,
    page_url: row.page_url,
    page_title: row.page_title,
    user_agent: row.user_agent,
    language: row.language,
    timezone: row.timezone,
    conversation_count: row.conversation_count,
    created_at: toIso(row.created_at),
    last_seen_at: toIso(row.seen_at),
  }
}
