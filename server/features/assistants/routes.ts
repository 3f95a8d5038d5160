import {
  activateAssistant,
  createAssistant as createAssistantEndpoint,
  deactivateAssistant,
  getEmbedding,
  listAssistants,
  updateEmbedding,
} from '#contracts/assistants.ts'
import { notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { activate, deactivate } from './activation.ts'
import { belongingsQueries } from './belongings-queries.ts'
import { createAssistant } from './create.ts'
import { embeddingOf, exactOrigins } from './embedding.ts'
import { presentAssistant, summarize } from './present.ts'
import { type AssistantWithLanguage, assistantQueries } from './queries.ts'
import { assistantFaults } from './rules.ts'

export const assistantRoutes: Routes = (context) => {
  const { handle, db, now } = context
  const assistants = assistantQueries(db)
  const belongings = belongingsQueries(db)

  handle(
    createAssistantEndpoint,
    ({ principal, body }) => ({
      message: 'Assistant created successfully',
      data: summarize(createAssistant(context, principal.userId, body)),
    }),
    (fields, { userId }) => assistantFaults(fields, userId, belongings),
  )

  handle(listAssistants, ({ principal: { userId }, page }) =>
    page.of(assistants.count(userId), (slice) =>
      assistants.page(userId, slice).map(presentAssistant),
    ),
  )

  handle(activateAssistant, ({ principal, params }) => ({
    message: 'Assistant activated successfully',
    data: summarize(activate(context, find(principal.userId, params.id))),
  }))

  handle(deactivateAssistant, ({ principal, params }) => ({
    message: 'Assistant deactivated successfully',
    data: summarize(deactivate(context, find(principal.userId, params.id))),
  }))

  handle(getEmbedding, ({ principal, params }) =>
    embeddingOf(context, find(principal.userId, params.id)),
  )

  handle(updateEmbedding, ({ principal, params, body }) => {
    const { id } = find(principal.userId, params.id)
    assistants.setOrigins(id, exactOrigins(body.allowed_origins), now())
    return embeddingOf(context, find(principal.userId, id))
  })

  function find(userId: number, id: number): AssistantWithLanguage {
    const assistant = assistants.find(userId, id)
    if (!assistant) throw notFound('Assistant not found')
    return assistant
  }
}
