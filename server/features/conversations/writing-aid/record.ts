import type { MessageTranslation } from '#contracts/translations.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import type { ConversationRow } from '../queries.ts'
import { translationQueries } from './queries.ts'

/** Keeps a message in another language and tells the desk; one that is there already stays. */
export function recordTranslation(
  tx: Tx,
  { db, events }: Pick<Context, 'db' | 'events'>,
  { uuid, user_id: userId }: Pick<ConversationRow, 'uuid' | 'user_id'>,
  messageId: number,
  translation: MessageTranslation,
): void {
  if (!translationQueries(db).put(tx, { ...translation, messageId })) return
  events.record(tx, {
    userId,
    type: 'message.translated',
    payload: { conversation_id: uuid, message_id: messageId, translation },
  })
}
