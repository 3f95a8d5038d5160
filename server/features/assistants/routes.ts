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
  const { handle, db, hub } = context
  const assistants = assistantQueries(db)
  const belongings = belongingsQueries(db)
  const webhookFaults = (sent: { webhook_url?: string | undefined }) =>
    webhookAddressFaults(context, sent)

  handle(
    createAssistantEndpoint,
    ({ principal, body }) => ({
      message: 'Assistant created successfully',
      data: summarize(
        createAssistant(context, principal.userId, body, { author: authorOf(db, principal) }),
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
    ({ principal, params, body }) => ({
      message: 'Assistant updated successfully',
      data: summarize(
        updateAssistant(context, find(principal.userId, params.id), body, {
          author: authorOf(db, principal),
        }),
      ),
    }),
    (change, { userId }, params) => changeFaults(context, find(userId, params.id), change),
  )

  handle(deleteAssistantEndpoint, ({ principal, params }) => {
    const assistant = find(principal.userId, params.id, 'assistant_not_yours')
    deleteAssistant(context, assistant)
    dismissVisitors(assistant)
    return { message: 'Assistant deleted successfully' }
  })

  handle(activateAssistant, ({ principal, params }) => ({
    message: 'Assistant activated successfully',
    data: summarize(activate(context, find(principal.userId, params.id))),
  }))

  handle(deactivateAssistant, ({ principal, params }) => {
    const assistant = deactivate(context, find(principal.userId, params.id))
    dismissVisitors(assistant)
    return { message: 'Assistant deactivated successfully', data: summarize(assistant) }
  })

  handle(
    enableWebhook,
    ({ principal, body }) => {
      setWebhook(principal, body, { is_webhook_active: 1, webhook_url: body.webhook_url })
      return { message: 'Webhook enabled successfully', data: [] }
    },
    webhookFaults,
  )

  handle(disableWebhook, ({ principal, body }) => {
    setWebhook(principal, body, { is_webhook_active: 0 })
    return { message: 'Webhook disabled successfully', data: [] }
  })

  handle(
    enableInboundWebhook,
    ({ principal, body }) => {
      setWebhook(principal, body, { inbound_webhook_url: body.webhook_url })
      return { message: 'Inbound webhook enabled successfully', data: [] }
    },
    webhookFaults,
  )

  handle(disableInboundWebhook, ({ principal, body }) => {
    setWebhook(principal, body, { inbound_webhook_url: null })
    return { message: 'Inbound webhook disabled successfully', data: [] }
  })

  handle(
    enableConversationEndedWebhook,
    ({ principal, body }) => {
      setWebhook(principal, body, { conversation_ended_webhook_url: body.webhook_url })
      return { message: 'Conversation ended webhook enabled successfully', data: [] }
    },
    webhookFaults,
  )

  handle(disableConversationEndedWebhook, ({ principal, body }) => {
    setWebhook(principal, body, { conversation_ended_webhook_url: null })
    return { message: 'Conversation ended webhook disabled successfully', data: [] }
  })

  handle(getEmbedding, ({ principal, params }) =>
    embeddingOf(context, find(principal.userId, params.id)),
  )

  handle(updateEmbedding, ({ principal, params, body }) => {
    const allowed_origins = JSON.stringify(exactOrigins(body.allowed_origins))
    const assistant = find(principal.userId, params.id)
    const draft_preview = Number(body.draft_preview ?? assistant.draft_preview === 1)
    return embeddingOf(
      context,
      changeAssistant(context, assistant, {
        allowed_origins,
        draft_preview,
        chat_mode: body.chat_mode ?? assistant.chat_mode,
      }),
    )
  })

  function setWebhook(
    principal: Operator,
    { assistant_id, webhook_url }: { assistant_id: number; webhook_url?: string },
    columns: Partial<AssistantRow>,
  ): void {
    const { userId } = principal
    const author = authorOf(db, principal)
    db.transaction(() => {
      changeAssistant(context, find(userId, assistant_id), columns, { author })
      reviveWebhooks(context, userId, [webhook_url])
    })()
  }

  /** Visitors whose assistant answers no more come back to hear what they would hear of a missing one. */
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
