import type { ContactConversation, VisitedPage } from '#contracts/contacts.ts'
import { ifSet, toIso } from '../../../db/time.ts'
import type { VisitorConversationRow } from './conversation-queries.ts'
import type { PageRow } from './page-queries.ts'

/** Maximum length of a last message, UTF-16 units. */
const PREVIEW_LENGTH = 160

/** Summary of a visitor's conversation. */
export function presentVisitorConversation(row: VisitorConversationRow): ContactConversation {
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

/** A page that a visitor opened. */
export function presentPage(row: PageRow): VisitedPage {
  return { url: row.url, title: row.title, at: toIso(row.at) }
}
