import type { Db } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { type ConversationRow, conversationQueries } from './queries.ts'

/**
 * Finds a conversation of an account by its UUID.
 * @throws AppError `conversation_not_found`, also for another account's conversation
 */
export function findConversation(db: Db, userId: number, uuid: string): ConversationRow {
  const row = conversationQueries(db).ofUser(userId, uuid)
  if (!row) throw notFound('conversation_not_found')
  return row
}
