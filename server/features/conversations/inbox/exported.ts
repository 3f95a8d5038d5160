import type { ExportedConversation } from '#contracts/inbox.ts'
import type { Context } from '../../../context.ts'
import { ifSet, toDateTime, toIso } from '../../../db/time.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import { messageQueries } from '../messages/queries.ts'
import { presentInboxItem } from '../present.ts'
import { conversationQueries, type InboxRow } from '../queries.ts'
import { visitorQueries } from '../visitors/queries.ts'

/** Conversations in slices, ordered by the given ids. */
export function* rowsOf(
  { db }: Pick<Context, 'db'>,
  ids: readonly number[],
  size: number,
): Generator<InboxRow[]> {
  const conversations = conversationQueries(db)
  for (let from = 0; from < ids.length; from += size) {
    // Conversations deleted in the meantime are skipped.
    yield ids.slice(from, from + size).flatMap((id) => conversations.inboxRow(id) ?? [])
  }
}

/** A conversation as exported to a file. */
export function exported(
  { db, hub }: Pick<Context, 'db' | 'hub'>,
  row: InboxRow,
  withTranscript: boolean,
): ExportedConversation {
  const item = presentInboxItem(row, hub)
  const visitor = row.contact_id === null ? undefined : visitorQueries(db).find(row.contact_id)
  const state = row.inbox_state ?? 'open'
  return {
    id: item.id,
    visitor_name: visitor?.shown_name ?? null,
    visitor_email: visitor?.shown_email ?? null,
    visitor_phone: visitor?.shown_phone ?? null,
    assistant_name: item.assistant_name,
    type: item.type,
    state,
    ai_mode: item.ai_mode,
    assignee: item.assignee?.name ?? null,
    labels: item.labels.map(({ name }) => name).join(', '),
    needs_person: item.needs_person,
    waiting_since: item.waiting_since,
    snoozed_until: item.snoozed_until,
    message_count: item.message_count,
    unread: item.unread,
    total_cost: toDollars(row.total_cost),
    created_at: toDateTime(row.created_at),
    updated_at: toDateTime(row.updated_at),
    ended_at: ifSet(row.ended_at, toIso),
    transcript: withTranscript ? transcriptOf(db, row) : null,
  }
}

function transcriptOf(db: Context['db'], { id }: InboxRow): string {
  return messageQueries(db)
    .all(id)
    .map(
      ({ created_at, author_name, content }) =>
        `${toDateTime(created_at)} ${author_name}: ${content}`,
    )
    .join('\n')
}
