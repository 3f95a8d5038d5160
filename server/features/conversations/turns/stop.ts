import type { Context } from '../../../context.ts'
import { cutOff } from '../cut-off.ts'
import { messageQueries } from '../messages/queries.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { recordConversation } from '../record.ts'
import type { Turns } from './run.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub'> & { readonly turns: Turns }

/**
 * The visitor stops the answer that is being written: what is there of it stays. One that has no word yet never comes.
 * From this commit on a late token is refused by the database because the epoch has passed.
 * @returns false when no answer was being written
 */
export function stopAnswer(context: Needs, { id }: Pick<ConversationRow, 'id'>): boolean {
  const { db, turns } = context
  const conversations = conversationQueries(db)
  const isStopped = db.transaction(() => {
    const conversation = conversations.byId(id)!
    const upTo = awaited(context, conversation)
    if (upTo === undefined || !conversations.stop(id, upTo)) return false
    cutOff(context, conversation)
    recordConversation(context, id, 'conversation.updated')
    return true
  })()
  if (isStopped) turns.abort(id)
  return isStopped
}

/** The answer that is being written, or the visitor's last word that one is awaited to, by its sequence number. */
function awaited({ db }: Needs, { id }: ConversationRow): number | undefined {
  const messages = messageQueries(db)
  const streaming = messages.streaming(id)
  if (streaming) return streaming.seq
  const last = messages.latest(id, 1)[0]
  return last?.author === 'visitor' ? last.seq : undefined
}
