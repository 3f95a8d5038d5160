import type { Conversation, InboxItem, Visitor } from '#contracts/conversations.ts'
import { ifSet, toDateTime, toIso } from '../../db/time.ts'
import type { Hub } from '../../realtime/hub.ts'
import { toDollars } from '../money/dollars.ts'
import type { VisitorRow } from '../visitors/queries.ts'
import type { InboxRow, ListedConversation } from './queries.ts'

type Presence = Pick<Hub, 'isOnline'>

/** An inbox row shows this much of the last message, UTF-16 units. */
const PREVIEW_LENGTH = 160

/** Item of the conversations list, key by key in the order of api.md. */
export function presentConversation(row: ListedConversation): Conversation {
  return {
    id: row.uuid,
    assistant_id: row.assistant_uuid,
    assistant_name: row.assistant_name,
    type: row.type,
    message_count: row.message_count,
    total_cost: toDollars(row.total_cost),
    ai_enabled: row.ai_enabled === 1,
    created_at: toDateTime(row.created_at),
    updated_at: toDateTime(row.updated_at),
  }
}

/** A row of the inbox. */
export function presentInboxItem(row: InboxRow, hub: Presence): InboxItem {
  return {
    id: row.uuid,
    assistant_id: row.assistant_uuid,
    assistant_name: row.assistant_name,
    type: row.type,
    visitor:
      row.visitor_id === null
        ? null
        : { id: row.visitor_uuid!, name: row.visitor_name, online: hub.isOnline(row.visitor_id) },
    last_message:
      row.last_author === null
        ? null
        : {
            author: row.last_author,
            content: row.last_content!.slice(0, PREVIEW_LENGTH).toWellFormed(),
            created_at: toIso(row.last_created_at!),
          },
    message_count: row.message_count,
    unread: row.unread_count,
    ai_enabled: row.ai_enabled === 1,
    ended_at: ifSet(row.ended_at, toIso),
    updated_at: toIso(row.updated_at),
  }
}

/** What the desk knows of a visitor. */
export function presentVisitor(row: VisitorRow, hub: Presence): Visitor {
  return {
    id: row.uuid,
    name: row.name,
    email: row.email,
    phone: row.phone,
    online: hub.isOnline(row.id),
    page_url: row.page_url,
    page_title: row.page_title,
    user_agent: row.user_agent,
    language: row.language,
    created_at: toIso(row.created_at),
    last_seen_at: toIso(row.last_seen_at),
  }
}
