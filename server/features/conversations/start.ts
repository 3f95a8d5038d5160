import type { ConversationType } from '#contracts/enums.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import { type Context, newUuid } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import type { AssistantRow } from '../assistants/row.ts'
import { postMessage } from './post.ts'
import { type ConversationRow, conversationQueries } from './queries.ts'
import { recordConversation } from './record.ts'
import {
  fillIn,
  promptVariables,
  visitorDetails,
  visitorsOwn,
  withoutReserved,
} from './variables.ts'
import { visitorQueries } from './visitors/queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'randomBytes' | 'hub'>

interface Start {
  readonly assistant: AssistantRow
  readonly type: ConversationType
  readonly variables: JsonObject
  readonly visitorId?: number
  /** The widget's own id; a repeated id returns the existing conversation. */
  readonly clientId?: string
  /** Variables are untrusted visitor input; the default for conversations with a visitor. */
  readonly isByVisitor?: boolean
  /** False where nobody would see the initial message. */
  readonly isGreeted?: boolean
}

/** Starts a conversation, with the assistant's initial message unless `isGreeted` is false. */
export function startConversation(
  tx: Tx,
  context: Needs,
  { assistant, type, ...start }: Start,
): ConversationRow {
  const { db, now } = context
  const conversations = conversationQueries(db)

  const { visitorId = null, clientId = null } = start
  const existing = visitorId && clientId && conversations.byClientId(visitorId, clientId)
  if (existing) return existing
  const isByVisitor = start.isByVisitor ?? visitorId !== null
  const sent = isByVisitor ? withoutReserved(assistant, start.variables) : start.variables
  const variables = { ...JSON.parse(assistant.variables), ...sent } as JsonObject
  const id = conversations.insert(tx, {
    uuid: newUuid(context),
    userId: assistant.user_id,
    assistantId: assistant.id,
    visitorId,
    clientId,
    // Tests and conversations started by programs are answered automatically; in the widget, the assistant's setting applies.
    mode: type === 'widget' ? assistant.chat_mode : 'auto',
    type,
    variables: JSON.stringify(variables),
    now: now().getTime(),
  })
  if (visitorId !== null) visitorQueries(db).describe(tx, visitorId, visitorDetails(variables))
  recordConversation(tx, context, id, 'conversation.created')
  if (start.isGreeted === false) return conversations.byId(id)!
  postMessage(tx, context, conversations.byId(id)!, {
    author: 'assistant',
    authorName: assistant.name,
    content: initialMessage(
      assistant,
      () => (isByVisitor ? { ...variables, ...visitorsOwn(assistant, variables) } : variables),
      now(),
    ),
  })
  return conversations.byId(id)!
}

/** An assistant's initial message with its variables filled in; `variables` is called only if the text has placeholders. */
export function initialMessage(
  assistant: AssistantRow,
  variables: () => JsonObject,
  now: Date,
): string {
  const { initial_message: text } = assistant
  return text.includes('{{') ? fillIn(text, promptVariables(assistant, variables(), now)) : text
}
