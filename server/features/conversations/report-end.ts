import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { messageQueries } from '../messages/queries.ts'
import { type VisitorDetails, visitorQueries } from '../visitors/queries.ts'
import { enqueueWebhook, prepareWebhook } from '../webhooks/enqueue.ts'
import { endedPayload } from './ended-payload.ts'
import { askToExtract } from './extract-ended.ts'
import type { ConversationRow } from './queries.ts'
import { visitorDetails } from './variables.ts'

type Needs = Pick<Context, 'db' | 'now' | 'jobs' | 'randomBytes'>

/**
 * Writes the webhook of an end into the outbox where the assistant has an address for it. Call it in the transaction of
 * the end. Test conversations are nobody's business outside: they end without a webhook.
 */
export function reportEnd(context: Needs, conversation: ConversationRow): void {
  const { db } = context
  const assistant = assistantQueries(db).byId(conversation.assistant_id)
  const url = assistant?.conversation_ended_webhook_url
  if (!url || assistant.deleted_at !== null || conversation.type === 'test') return
  const payload = endedPayload({
    conversation,
    assistant,
    messages: messageQueries(db).all(conversation.id),
    customer: customerOf(context, conversation),
  })
  const webhook = {
    userId: conversation.user_id,
    kind: 'conversation_ended',
    url,
    payload,
    conversationId: conversation.id,
  } as const
  if (assistant.post_call_schema === '[]') enqueueWebhook(context, webhook)
  else askToExtract(context, prepareWebhook(context, webhook))
}

/**
 * The visitor as the widget knows them, or what the conversation's variables say; of somebody whom the website vouches for
 * nothing else.
 */
function customerOf({ db }: Needs, conversation: ConversationRow): VisitorDetails {
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
