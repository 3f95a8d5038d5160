import type { Context } from '../../context.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { type Extraction, extractFields } from '../extraction/extract.ts'
import { completeWebhook } from '../webhooks/enqueue.ts'
import { webhookQueries } from '../webhooks/queries.ts'
import type { EndedPayload } from './ended-payload.ts'
import { conversationQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'randomBytes' | 'models' | 'sleep' | 'log'>

/** Kind of the job that completes the webhook of an end with what the conversation gave. */
export const EXTRACT_ENDED = 'conversation.extract'

/** Asks for it. Call it in the transaction of the end. */
export function askToExtract({ jobs }: Pick<Context, 'jobs'>, deliveryId: number): void {
  jobs.add({ kind: EXTRACT_ENDED, payload: { delivery_id: deliveryId } })
}

/**
 * Extracts what the assistant's schema asks for from the transcript as it was at the end, and lets the webhook go. The
 * webhook goes without it rather than not at all.
 */
export async function extractEnded(
  context: Needs,
  deliveryId: number,
  signal: AbortSignal,
): Promise<void> {
  const { db } = context
  const delivery = webhookQueries(db).find(deliveryId)
  if (delivery?.status !== 'preparing' || delivery.conversation_id === null) return
  const conversations = conversationQueries(db)
  const conversation = conversations.byId(delivery.conversation_id)
  const assistant = conversation && assistantQueries(db).byId(conversation.assistant_id)
  if (!assistant) return
  const payload = JSON.parse(delivery.payload) as EndedPayload
  const { transcript } = payload
  const { values, cost } = await extractFields(context, { assistant, transcript, signal }).catch(
    (error: unknown): Extraction => {
      context.log.error({ err: error, webhook: delivery.message_id }, 'an extraction failed')
      return { values: {}, cost: 0 }
    },
  )
  if (signal.aborted) return
  db.transaction(() => {
    if (cost > 0) conversations.addCost(conversation.id, cost)
    completeWebhook(context, deliveryId, { ...payload, extracted_variables: values })
  })()
}
