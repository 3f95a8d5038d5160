import type { VisitorConversation } from '#contracts/widget.ts'
import { toIso } from '../../db/time.ts'
import type { OwnConversationRow } from '../conversations/queries.ts'
import { presentRating } from '../conversations/ratings/present.ts'

/** As much of a first or last message is shown, UTF-16 units. */
const PREVIEW_LENGTH = 120

/** A conversation as its visitor sees it, without its messages. */
export function presentOwnConversation(
  row: OwnConversationRow,
): Omit<VisitorConversation, 'messages' | 'cursor'> {
  return {
    id: row.uuid,
    ai_enabled: row.ai_mode !== 'human',
    ended: row.ended_at !== null,
    created_at: toIso(row.created_at),
    seen_seq: row.operator_read_seq,
    rating: presentRating(row),
    message_count: row.message_count,
    title: row.title === null ? null : preview(row.title),
    last_message:
      row.last_author === null
        ? null
        : {
            author: row.last_author,
            content: preview(row.last_content!),
            created_at: toIso(row.last_created_at!),
          },
  }
}

function preview(content: string): string {
  return content.slice(0, PREVIEW_LENGTH).toWellFormed()
}
