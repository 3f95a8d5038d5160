/*
 * POST   /user/assistants/enable-webhook                      enableWebhook
 * POST   /user/assistants/:id/webhook                         enableWebhookOf
 * POST   /user/assistants/disable-webhook                     disableWebhook
 * POST   /user/assistants/enable-inbound-webhook              enableInboundWebhook
 * POST   /user/assistants/disable-inbound-webhook             disableInboundWebhook
 * POST   /user/assistants/enable-conversation-ended-webhook   enableConversationEndedWebhook
 * POST   /user/assistants/:id/conversation-ended-webhook      enableConversationEndedWebhookOf
 * POST   /user/assistants/disable-conversation-ended-webhook  disableConversationEndedWebhook
 */
import {
  disableConversationEndedWebhook,
  disableInboundWebhook,
  disableWebhook,
  enableConversationEndedWebhook,
  enableConversationEndedWebhookOf,
  enableInboundWebhook,
  enableWebhook,
  enableWebhookOf,
} from '#contracts/assistant-webhooks.ts'
import { notFound } from '../../errors.ts'
import type { Operator } from '../../http/principal.ts'
import type { Routes } from '../../http/routes.ts'
import { authorOf } from './author.ts'
import { changeAssistant } from './change.ts'
import { assistantQueries } from './queries.ts'
import type { AssistantRow } from './row.ts'
import { webhookAddressFaults } from './webhook-addresses.ts'
import { reviveWebhooks } from './webhooks.ts'

/** The switches of an assistant's webhooks. */
export const assistantWebhookRoutes: Routes = (context) => {
  const { handle, db, write } = context
  const assistants = assistantQueries(db)
  const webhookFaults = (sent: { webhook_url?: string | undefined }) =>
    webhookAddressFaults(context, sent)

  handle(
    enableWebhook,
    async ({ principal, body }) => {
      await setWebhook(principal, body, { is_webhook_active: 1, webhook_url: body.webhook_url })
      return { message: 'Webhook enabled successfully', data: [] }
    },
    webhookFaults,
  )

  handle(
    enableWebhookOf,
    async ({ principal, params: { id }, body: { webhook_url } }) => {
      const columns = { is_webhook_active: 1, webhook_url }
      await setWebhook(principal, { assistant_id: id, webhook_url }, columns)
      return { message: 'Webhook enabled successfully', data: [] }
    },
    webhookFaults,
  )

  handle(disableWebhook, async ({ principal, body }) => {
    await setWebhook(principal, body, { is_webhook_active: 0 })
    return { message: 'Webhook disabled successfully', data: [] }
  })

  handle(
    enableInboundWebhook,
    async ({ principal, body }) => {
      await setWebhook(principal, body, { inbound_webhook_url: body.webhook_url })
      return { message: 'Inbound webhook enabled successfully', data: [] }
    },
    webhookFaults,
  )

  handle(disableInboundWebhook, async ({ principal, body }) => {
    await setWebhook(principal, body, { inbound_webhook_url: null })
    return { message: 'Inbound webhook disabled successfully', data: [] }
  })

  handle(
    enableConversationEndedWebhook,
    async ({ principal, body }) => {
      await setWebhook(principal, body, { conversation_ended_webhook_url: body.webhook_url })
      return { message: 'Conversation ended webhook enabled successfully', data: [] }
    },
    webhookFaults,
  )

  handle(
    enableConversationEndedWebhookOf,
    async ({ principal, params: { id }, body: { webhook_url } }) => {
      const columns = { conversation_ended_webhook_url: webhook_url }
      await setWebhook(principal, { assistant_id: id, webhook_url }, columns)
      return { message: 'Conversation ended webhook enabled successfully', data: [] }
    },
    webhookFaults,
  )

  handle(disableConversationEndedWebhook, async ({ principal, body }) => {
    await setWebhook(principal, body, { conversation_ended_webhook_url: null })
    return { message: 'Conversation ended webhook disabled successfully', data: [] }
  })

  async function setWebhook(
    principal: Operator,
    { assistant_id, webhook_url }: { assistant_id: number | string; webhook_url?: string },
    columns: Partial<AssistantRow>,
  ): Promise<void> {
    const { userId } = principal
    const author = authorOf(db, principal)
    await write((tx) => {
      const assistant = assistants.named(userId, assistant_id)
      if (!assistant) throw notFound('assistant_not_found')
      changeAssistant(tx, context, assistant, columns, { author })
      reviveWebhooks(tx, context, userId, [webhook_url])
    })
  }
}
