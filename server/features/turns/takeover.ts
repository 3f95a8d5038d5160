import type { Context } from '../../context.ts'
import { cutOff } from '../conversations/cut-off.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { recordConversation } from '../conversations/record.ts'
import { askForAnswer } from './ask.ts'
import type { Turns } from './run.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'jobs'> & { readonly turns: Turns }

/**
 * A person takes over: the AI is off from this commit on. What it was writing is cut off where it is, and a late
 * token is refused by the database because the epoch has passed.
 */
export function takeOver(context: Needs, conversation: ConversationRow): void {
  const { db, now, turns } = context
  const { id } = conversation
  db.transaction(() => {
    if (!conversationQueries(db).setAi(id, false, now())) return
    cutOff(context, conversation)
    recordConversation(context, id, 'conversation.updated')
  })()
  turns.abort(id)
}

/** The person hands back: the AI answers again, beginning with what is still unanswered. */
export function handBack(context: Needs, { id }: ConversationRow): void {
  const { db, now } = context
  db.transaction(() => {
    if (!conversationQueries(db).setAi(id, true, now())) return
    recordConversation(context, id, 'conversation.updated')
    askForAnswer(context, id)
  })()
}
