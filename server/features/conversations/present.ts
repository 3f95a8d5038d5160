import type { Conversation, InboxItem } from '#contracts/conversations.ts'
import type { Dial } from '#contracts/dial-fields.ts'
import type { OngoingCall } from '#contracts/ongoing-calls.ts'
import type { Visitor } from '#contracts/visitors.ts'
import { ifSet, toDateTime, toIso } from '../../db/time.ts'
import type { Hub } from '../../realtime/hub.ts'
import { toDollars } from '../platform/values/dollars.ts'
import { presentActor } from './activities/present.ts'
import type { ConversationRow, InboxRow, ListedConversation, OngoingCallRow } from './queries.ts'
import type { DueRow } from './reply-targets/clock-queries.ts'
import { presentDue } from './reply-targets/present.ts'
import type { VisitorRow } from './visitors/queries.ts'

type Presence = Pick<Hub, 'isOnline'>

/** Maximum length of the last message in an inbox row, UTF-16 units. */
const PREVIEW_LENGTH = 160

/** Reports whether a contact is on a website, in any of its browsers; `parts` is JSON, see `PARTS`. */
export const isContactOnline = (hub: Presence, id: number, parts: string | null): boolean =>
  hub.isOnline(id) || (parts !== null && (JSON.parse(parts) as number[]).some(hub.isOnline))

/** Item of the conversations list, with keys in the order of docs/spec/api.md. */
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

/** Position of the dial, and who set it. */
export function presentDialFields(row: ConversationRow) {
  return {
    ai_mode: row.ai_mode,
    ai_epoch: row.ai_epoch,
    mode_changed_by: presentActor(row.ai_mode_by, row.ai_mode_by_name),
    mode_changed_at: ifSet(row.ai_mode_at, toIso),
  }
}

/** Dial fields of a conversation. */
export function presentDial(row: ConversationRow): Dial {
  const { ai_mode, ai_epoch, mode_changed_by, mode_changed_at } = presentDialFields(row)
  return {
    mode: ai_mode,
    epoch: ai_epoch,
    changed_by: mode_changed_by,
    changed_at: mode_changed_at,
  }
}

/** The live call in a conversation, from its row's JSON. */
export function presentOngoingCall(json: string | null): OngoingCall | null {
  if (json === null) return null
  const { id, since }: OngoingCallRow = JSON.parse(json)
  return { id, since: toIso(since) }
}

/** An inbox row. */
export function presentInboxItem(row: InboxRow, hub: Presence): InboxItem {
  return {
    id: row.uuid,
    assistant_id: row.assistant_uuid,
    assistant_name: row.assistant_name,
    type: row.type,
    visitor:
      row.visitor_id === null
        ? null
        : {
            id: row.visitor_uuid!,
            name: row.visitor_name,
            online: isContactOnline(hub, row.contact_id!, row.contact_parts),
          },
    last_message:
      row.last_author === null
        ? null
        : {
            author: row.last_author,
            content: row.last_content!.slice(0, PREVIEW_LENGTH).toWellFormed(),
            created_at: toIso(row.last_created_at!),
          },
    open_question: row.open_question?.slice(0, PREVIEW_LENGTH).toWellFormed() ?? null,
    message_count: row.message_count,
    unread: row.unread_count,
    read_seq: row.operator_read_seq,
    ai_enabled: row.ai_enabled === 1,
    ...presentDialFields(row),
    assignee: presentActor(row.assignee_id, row.assignee_name),
    team: row.team === null ? null : JSON.parse(row.team),
    labels: JSON.parse(row.labels),
    call: presentOngoingCall(row.call),
    needs_person: row.needs_person === 1,
    waiting_since: ifSet(row.awaiting_reply_since, toIso),
    reply_due: row.reply_due === null ? null : presentDue(JSON.parse(row.reply_due) as DueRow),
    is_ai_only: row.is_ai_only === 1,
    snoozed_until: ifSet(row.snoozed_until, toIso),
    ended_at: ifSet(row.ended_at, toIso),
    updated_at: toIso(row.updated_at),
  }
}

/**
 * A visitor as shown at the desk: as the contact that it was merged into, apart from what is known of this browser alone. A verified
 * identity is, too: it says who writes here.
 */
export function presentVisitor(row: VisitorRow, contact: VisitorRow, online: boolean): Visitor {
  return {
    id: contact.uuid,
    name: contact.shown_name,
    email: contact.shown_email,
    phone: contact.shown_phone,
    external_id: row.external_id,
    online,
    page_url: row.page_url,
    page_title: row.page_title,
    user_agent: row.user_agent,
    language: row.language,
    timezone: row.timezone,
    notes: contact.shown_notes,
    created_at: toIso(contact.created_at),
    last_seen_at: toIso(contact.seen_at),
  }
}
