import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { promisesPerson } from '../../language/hand-over.ts'
import { asksForPerson } from '../../language/small-talk.ts'
import { recordActivity } from './activities/record.ts'
import type { MessageRow } from './messages/queries.ts'
import { needsPersonQueries } from './needs-person-queries.ts'
import type { SpokenConversation } from './queries.ts'
import { recordConversation } from './record.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now'>

/** Reason why a conversation needs a person. */
type Reason = 'asked' | 'failed' | 'unknown'

/** Flags a conversation as needing a person. */
function needPerson(
  tx: Tx,
  context: Needs,
  conversation: SpokenConversation,
  reason: Reason,
): void {
  if (!needsPersonQueries(context.db).set(tx, conversation.id, conversation.message_count)) return
  recordActivity(tx, context, conversation, {
    kind: 'needs_person',
    operatorId: null,
    data: { reason },
  })
  recordConversation(tx, context, conversation.id, 'conversation.updated')
}

/**
 * Handles a visitor's message: records that a snoozed conversation is back, and flags the conversation if they ask for
 * a person. `conversation` is its state before the message.
 */
export function flagIfPersonRequested(
  tx: Tx,
  context: Needs,
  conversation: SpokenConversation,
  content: string,
): void {
  if (conversation.snoozed_until !== null) {
    recordActivity(tx, context, conversation, { kind: 'awake', operatorId: null })
    recordConversation(tx, context, conversation.id, 'conversation.updated')
  }
  if (conversation.needs_person === 1 || conversation.ai_mode === 'human') return
  // Analysing the text costs more than checking first whether the result could matter.
  const language = needsPersonQueries(context.db).languageIfUnflagged(conversation.id)
  if (language === undefined) return
  if (asksForPerson(content, language)) needPerson(tx, context, conversation, 'asked')
}

/** Flags the conversation if the assistant could not answer. */
export function flagIfUnanswered(
  tx: Tx,
  context: Needs,
  conversation: SpokenConversation,
  {
    status,
    content,
    isUnanswered,
  }: Pick<MessageRow, 'status' | 'content'> & { readonly isUnanswered: boolean },
): void {
  if (status === 'failed' || status === 'interrupted')
    needPerson(tx, context, conversation, 'failed')
  else if (isUnanswered || promisesPerson(content)) needPerson(tx, context, conversation, 'unknown')
}
