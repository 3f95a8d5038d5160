import type { Context } from '../../context.ts'
import { asksForPerson, promisesPerson } from '../../language/hand-over.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { recordActivity } from './activities/record.ts'
import type { MessageRow } from './messages/queries.ts'
import { needsPersonQueries } from './needs-person-queries.ts'
import type { ConversationRow } from './queries.ts'
import { recordConversation } from './record.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now'>

/** Why a conversation needs a person. */
type Reason = 'asked' | 'failed' | 'unknown'

/** Notes that a conversation needs a person. Call it in the transaction of what shows it. */
function needPerson(context: Needs, conversation: ConversationRow, reason: Reason): void {
  if (!needsPersonQueries(context.db).set(conversation.id, conversation.message_count)) return
  recordActivity(context, conversation, {
    kind: 'needs_person',
    operatorId: null,
    data: { reason },
  })
  recordConversation(context, conversation.id, 'conversation.updated')
}

/**
 * The visitor has written: what was snoozed is back, and perhaps they ask for a person. `conversation` is as it was before;
 * call it in the transaction of the message.
 */
export function heedVisitor(context: Needs, conversation: ConversationRow, content: string): void {
  if (conversation.snoozed_until !== null) {
    recordActivity(context, conversation, { kind: 'awake', operatorId: null })
    recordConversation(context, conversation.id, 'conversation.updated')
  }
  const language = assistantQueries(context.db).byId(conversation.assistant_id)?.language ?? 'en'
  if (asksForPerson(content, language)) needPerson(context, conversation, 'asked')
}

/** The assistant has answered: could it? Call it in the transaction that ends the answer. */
export function heedAnswer(
  context: Needs,
  conversation: ConversationRow,
  { status, content }: Pick<MessageRow, 'status' | 'content'>,
): void {
  if (status === 'failed' || status === 'interrupted') needPerson(context, conversation, 'failed')
  else if (promisesPerson(content)) needPerson(context, conversation, 'unknown')
}
