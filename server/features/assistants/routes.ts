/*
 * POST   /user/assistant                                      createAssistant
 * GET    /user/assistants/get                                 listAssistants
 * GET    /user/assistants                                     listAllAssistants
 * GET    /user/assistants/outbound                            listOutboundAssistants
 * GET    /user/assistant/:id                                  getAssistant
 * PUT    /user/assistant/:id                                  updateAssistant
 * DELETE /user/assistant/:id                                  deleteAssistant
 * POST   /user/assistant/:id/activate                         activateAssistant
 * POST   /user/assistant/:id/deactivate                       deactivateAssistant
 * POST   /user/assistants/enable-webhook                      enableWebhook
 * POST   /user/assistants/disable-webhook                     disableWebhook
 * POST   /user/assistants/enable-inbound-webhook              enableInboundWebhook
 * POST   /user/assistants/disable-inbound-webhook             disableInboundWebhook
 * POST   /user/assistants/enable-conversation-ended-webhook   enableConversationEndedWebhook
 * POST   /user/assistants/disable-conversation-ended-webhook  disableConversationEndedWebhook
 * GET    /user/assistant/:id/embedding                        getEmbedding
 * PUT    /user/assistant/:id/embedding                        updateEmbedding
 */
import { getEmbedding, updateEmbedding } from '#contracts/assistant-embedding.ts'
import {
  disableConversationEndedWebhook,
  disableInboundWebhook,
  disableWebhook,
  enableConversationEndedWebhook,
  enableInboundWebhook,
  enableWebhook,
} from '#contracts/assistant-webhooks.ts'
import {
  activateAssistant,
  createAssistant as createAssistantEndpoint,
  deactivateAssistant,
  deleteAssistant as deleteAssistantEndpoint,
  getAssistant,
  listAllAssistants,
  listAssistants,
  listOutboundAssistants,
  updateAssistant as updateAssistantEndpoint,
} from '#contracts/assistants.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { notFound } from '../../errors.ts'
import type { Operator } from '../../http/principal.ts'
import type { Routes } from '../../http/routes.ts'
import { activate, deactivate } from './activation.ts'
import { authorOf } from './author.ts'
import { belongingsQueries } from './belongings-queries.ts'
import { changeAssistant } from './change.ts'
import { createAssistant } from './create.ts'
import { deleteAssistant } from './delete.ts'
import { embeddingOf, exactOrigins } from './embedding.ts'
import { presentAssistant, summarize } from './present.ts'
import { type AssistantWithLanguage, assistantQueries } from './queries.ts'
import type { AssistantRow } from './row.ts'
import { assistantFaults } from './rules.ts'
import { changeFaults, updateAssistant } from './update.ts'
import { webhookAddressFaults } from './webhook-addresses.ts'
import { reviveWebhooks } from './webhooks.ts'

export const assistantRoutes: Routes = (context) => {
  const { handle, db, write, hub } = context
  const assistants = assistantQueries(db)
  const belongings = belongingsQueries(db)
  const webhookFaults = (sent: { webhook_url?: string | undefined }) =>
    webhookAddressFaults(context, sent)

  handle(
    createAssistantEndpoint,
    async ({ principal, body }) => ({
      message: 'Assistant created successfully',
      data: summarize(
        await write((tx) =>
          createAssistant(tx, context, principal.userId, body, { author: authorOf(db, principal) }),
        ),
      ),
    }),
    (fields, { userId }) => ({
      ...assistantFaults({ fields, sent: fields, userId, belongings }),
      ...webhookAddressFaults(context, fields),
    }),
  )

  handle(listAssistants, ({ principal: { userId }, page }) =>
    page.of(assistants.count(userId), (slice) =>
      assistants.page(userId, slice).map(presentAssistant),
    ),
  )

  handle(listAllAssistants, ({ principal }) =>
    assistants.all(principal.userId).map(presentAssistant),
  )

  handle(listOutboundAssistants, ({ principal }) =>
    assistants
      .all(principal.userId)
      .filter(({ type }) => type === 'outbound')
      .map(presentAssistant),
  )

  handle(getAssistant, ({ principal, params }) =>
    presentAssistant(find(principal.userId, params.id)),
  )

  handle(
    updateAssistantEndpoint,
    async ({ principal, params, body }) => ({
      message: 'Assistant updated successfully',
      data: summarize(
        await updateAssistant(context, find(principal.userId, params.id), body, {
          author: authorOf(db, principal),
        }),
      ),
    }),
    (change, { userId }, params) => changeFaults(context, find(userId, params.id), change),
  )

  handle(deleteAssistantEndpoint, async ({ principal, params }) => {
    const assistant = find(principal.userId, params.id, 'assistant_not_yours')
    await deleteAssistant(context, assistant)
    dismissVisitors(assistant)
    return { message: 'Assistant deleted successfully' }
  })

  handle(activateAssistant, async ({ principal, params }) => ({
    message: 'Assistant activated successfully',
    data: summarize(await write((tx) => activate(tx, context, find(principal.userId, params.id)))),
  }))

  handle(deactivateAssistant, async ({ principal, params }) => {
    const assistant = await write((tx) =>
      deactivate(tx, context, find(principal.userId, params.id)),
    )
    dismissVisitors(assistant)
    return { message: 'Assistant deactivated successfully', data: summarize(assistant) }
  })

  handle(
    enableWebhook,
    async ({ principal, body }) => {
      await setWebhook(principal, body, { is_webhook_active: 1, webhook_url: body.webhook_url })
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

  handle(disableConversationEndedWebhook, async ({ principal, body }) => {
    await setWebhook(principal, body, { conversation_ended_webhook_url: null })
    return { message: 'Conversation ended webhook disabled successfully', data: [] }
  })

  handle(getEmbedding, ({ principal, params }) =>
    embeddingOf(context, find(principal.userId, params.id)),
  )

  handle(updateEmbedding, async ({ principal, params, body }) => {
    const allowed_origins = JSON.stringify(exactOrigins(body.allowed_origins))
    const assistant = find(principal.userId, params.id)
    const draft_preview = Number(body.draft_preview ?? assistant.draft_preview === 1)
    const chat_mode = body.chat_mode ?? assistant.chat_mode
    const columns = { allowed_origins, draft_preview, chat_mode }
    const row = await write((tx) => changeAssistant(tx, context, assistant, columns))
    return embeddingOf(context, row)
  })

  async function setWebhook(
    principal: Operator,
    { assistant_id, webhook_url }: { assistant_id: number; webhook_url?: string },
    columns: Partial<AssistantRow>,
  ): Promise<void> {
    const { userId } = principal
    const author = authorOf(db, principal)
    await write((tx) => {
      changeAssistant(tx, context, find(userId, assistant_id), columns, { author })
      reviveWebhooks(tx, context, userId, [webhook_url])
    })
  }

  /** Makes connected visitors reconnect, which then fails as for a missing assistant. */
  function dismissVisitors({ id }: AssistantRow): void {
    hub.dismiss(`assistant:${id}`)
  }

  function find(
    userId: number,
    id: number,
    gone: ErrorCode = 'assistant_not_found',
  ): AssistantWithLanguage {
    const assistant = assistants.find(userId, id)
    if (!assistant) throw notFound(gone)
    return assistant
  }
}
