import type { AuthoredMessage, Message } from '#contracts/messages.ts'
import type { Turn } from '#contracts/public-chat.ts'
import { toIso } from '../../../db/time.ts'
import { picturePath } from '../../platform/pictures/present.ts'
import type { MessageRow } from './queries.ts'

/** A message as shown to operators and visitors. */
export function presentMessage(row: MessageRow): Message {
  return {
    id: row.id,
    seq: row.seq,
    client_id: row.client_id,
    author: row.author,
    author_name: row.author_name,
    ...(row.author_picture !== null && { author_picture: picturePath(row.author_picture) }),
    content: row.content,
    status: row.status,
    created_at: toIso(row.created_at),
    ...(row.attachments !== null && { attachments: JSON.parse(row.attachments) }),
    ...(row.sources !== null && { sources: JSON.parse(row.sources) }),
  }
}

/** A message as shown to operators. */
export const presentAuthored = (row: MessageRow): AuthoredMessage => ({
  ...presentMessage(row),
  ...(row.operator_id !== null && { author_id: row.operator_id }),
})

/** A message in the public API: the visitor is the user, everyone else the assistant. */
export function presentTurn({ author, content }: Pick<MessageRow, 'author' | 'content'>): Turn {
  return { role: author === 'visitor' ? 'user' : 'assistant', content }
}
