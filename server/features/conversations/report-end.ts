import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { assistantQueries } from '../assistants/queries.ts'
import type { AssistantRow } from '../assistants/row.ts'
import { messageQueries } from '../messages/queries.ts'
import { type VisitorDetails, visitorQueries } from '../visitors/queries.ts'
import { enqueueWebhook, prepareWebhook } from '../webhooks/enqueue.ts'
import { type EndedPayload, endedPayload } from './ended-payload.ts'
import { askToExtract } from './extract-ended.ts'
import type { ConversationRow } from './queries.ts'
import { visitorDetails } from './variables.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'jobs' | 'randomBytes'>

/**
 * Writes the webhook of an end into the outbox where the assistant has an address for it. Call it in the transaction of
 * the end. Test conversations are nobody's business outside: they end without a webhook.
 */
export function reportEnd(context: Needs, conversation: ConversationRow): void {
  const assistant = assistantQueries(context.db).byId(conversation.assistant_id)
  const url = assistant?.conversation_ended_webhook_url
  if (!url || assistant.deleted_at !== null || conversation.type === 'test') return
  const webhook = {
    userId: conversation.user_id,
    kind: 'conversation_ended',
    url,
    payload: payloadOfEnd(context, conversation, assistant),
    assistantId: assistant.id,
    conversationId: conversation.id,
  } as const
  if (assistant.post_call_schema === '[]') enqueueWebhook(context, webhook)
  else askToExtract(context, prepareWebhook(context, webhook))
}

/** What a receiver is told about a conversation that has ended, without what is extracted from it. */
export function payloadOfEnd(
  context: Pick<Context, 'db'>,
  conversation: ConversationRow,
  assistant: Pick<AssistantRow, 'timezone'>,
): EndedPayload {
  return endedPayload({
    conversation,
    assistant,
    messages: messageQueries(context.db).all(conversation.id),
    customer: customerOf(context, conversation),
  })
}

/**
 * The visitor as the widget knows them, or what the conversation's variables say; of somebody whom the website vouches for
 * nothing else.
 */
function customerOf({ db }: Pick<Context, 'db'>, conversation: ConversationRow): VisitorDetails {
  const said = visitorDetails(JSON.parse(conversation.variables) as JsonObject)
  const visitor =
    conversation.visitor_id === null ? undefined : visitorQueries(db).find(conversation.visitor_id)
  if (visitor && visitor.external_id !== null) return visitor
  return {
    name: visitor?.name ?? said.name,
    email: visitor?.email ?? said.email,
    phone: visitor?.phone ?? said.phone,
  }
}
