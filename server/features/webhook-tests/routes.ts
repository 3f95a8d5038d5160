/*
 * POST   /user/webhooks/test  sendTestWebhook
 */
import type { TestedEvent } from '#contracts/webhook-tests.ts'
import { sendTestWebhook } from '#contracts/webhook-tests.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { deliverOnce } from '../webhooks/deliver-once.ts'
import { presentDelivery } from '../webhooks/present.ts'
import { sampleOf } from './sample.ts'

/** Test webhooks. */
export const webhookTestRoutes: Routes = (context) => {
  const { handle, gate, db, config } = context

  handle(sendTestWebhook, async ({ principal: { userId }, body, localizer }) => {
    const { assistant_id, event, url } = body
    const assistant = assistantQueries(db).find(userId, assistant_id)
    if (!assistant) throw notFound('assistant_not_found')
    const address = url ?? addressOf(assistant, event)
    if (address === null) throw new AppError('no_webhook_address')
    gate.limit('webhookTests', String(userId))
    const { inboundWebhookMs, webhookTimeoutMs } = config.limits
    const { made, row } = await deliverOnce(context, {
      ...sampleOf(context, event, assistant),
      userId,
      kind: event,
      url: address,
      assistantId: assistant.id,
      isTest: true,
      timeoutMs: event === 'inbound_call' ? inboundWebhookMs : webhookTimeoutMs,
    })
    return {
      message:
        made.error === null
          ? 'Test webhook delivered successfully'
          : 'Test webhook was sent and not delivered',
      data: presentDelivery(row, localizer),
    }
  })
}

function addressOf(assistant: AssistantWithLanguage, event: TestedEvent): string | null {
  switch (event) {
    case 'conversation_ended':
      return assistant.conversation_ended_webhook_url
    case 'post_call':
      return assistant.webhook_url
    case 'inbound_call':
      return assistant.inbound_webhook_url
  }
}
