import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { assistantQueries } from '../assistants/queries.ts'
import type { AssistantRow } from '../assistants/row.ts'
import { enqueueWebhook, prepareWebhook } from '../webhooks/enqueue.ts'
import { enqueueAfterEnd } from './after-end.ts'
import { customerOf } from './customer.ts'
import { type EndedPayload, endedPayload } from './ended-payload.ts'
import { messageQueries } from './messages/queries.ts'
import { messengerSenderQueries } from './messenger-sender-queries.ts'
import type { ConversationRow } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'jobs' | 'randomBytes'>

/**
 * Writes the end's webhook to the outbox if the assistant has a URL for it, and enqueues extraction and evaluation.
 * Test conversations end without a webhook.
 */
export function reportEnd(tx: Tx, context: Needs, conversation: ConversationRow): void {
  const { db } = context
  const assistant = assistantQueries(db).byId(conversation.assistant_id)
  if (!assistant || assistant.deleted_at !== null) return
  const isSchema = assistant.post_call_schema !== '[]'
  const deliveryId = reportOutside(tx, context, conversation, assistant, isSchema)
  if (isSchema || assistant.post_call_evaluation === 1)
    enqueueAfterEnd(tx, context, conversation, deliveryId)
}

/**
 * Enqueues the webhook; it waits for the extraction if there is one.
 * @returns the id of the delivery if it waits
 */
function reportOutside(
  tx: Tx,
  context: Needs,
  conversation: ConversationRow,
  assistant: AssistantRow,
  waits: boolean,
): number | undefined {
  const { conversation_ended_webhook_url: url } = assistant
  if (!url || conversation.type === 'test') return undefined
  const webhook = {
    userId: conversation.user_id,
    kind: 'conversation_ended',
    url,
    payload: payloadOfEnd(context, conversation, assistant),
    assistantId: assistant.id,
    conversationId: conversation.id,
  } as const
  if (waits) return prepareWebhook(tx, context, webhook)
  enqueueWebhook(tx, context, webhook)
  return undefined
}

/** Payload of an ended conversation, without extracted values. */
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
    sender: messengerSenderQueries(context.db).find(conversation.id),
  })
}
