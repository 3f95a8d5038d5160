/*
 * POST   /user/assistant                 createAssistant
 * GET    /user/assistants/get            listAssistants
 * GET    /user/assistants                listAllAssistants
 * GET    /user/assistants/outbound       listOutboundAssistants
 * GET    /user/assistant/:id             getAssistant
 * PUT    /user/assistant/:id             updateAssistant
 * DELETE /user/assistant/:id             deleteAssistant
 * POST   /user/assistant/:id/activate    activateAssistant
 * POST   /user/assistant/:id/deactivate  deactivateAssistant
 * GET    /user/assistant/:id/embedding   getEmbedding
 * PUT    /user/assistant/:id/embedding   updateEmbedding
 */
import { getEmbedding, updateEmbedding } from '#contracts/assistant-embedding.ts'
import type { Filing, FilingQuery } from '#contracts/assistant-filing.ts'
import {
  type Assistant,
  activateAssistant,
  createAssistant as createAssistantEndpoint,
  deactivateAssistant,
  deleteAssistant as deleteAssistantEndpoint,
  type FiledAssistant,
  getAssistant,
  listAllAssistants,
  listAssistants,
  listOutboundAssistants,
  updateAssistant as updateAssistantEndpoint,
} from '#contracts/assistants.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { picturePath } from '../platform/pictures/present.ts'
import { pictureQueries } from '../platform/pictures/queries.ts'
import { activate, deactivate } from './activation.ts'
import { authorOf } from './author.ts'
import { belongingsQueries } from './belongings-queries.ts'
import { calendarAddressFaults } from './calendar-address.ts'
import { changeAssistant } from './change.ts'
import { createAssistant } from './create.ts'
import { deleteAssistant } from './delete.ts'
import { embeddingOf, exactOrigins } from './embedding.ts'
import { filingFaults, filingOf, isFiling } from './filing/filing.ts'
import { presentAssistant, summarize } from './present.ts'
import { type AssistantWithLanguage, assistantQueries } from './queries.ts'
import type { AssistantRow } from './row.ts'
import { assistantFaults } from './rules.ts'
import { changeFaults, updateAssistant } from './update.ts'
import { webhookAddressFaults } from './webhook-addresses.ts'

export const assistantRoutes: Routes = (context) => {
  const { handle, db, write, hub } = context
  const assistants = assistantQueries(db)
  const belongings = belongingsQueries(db)
  const pictures = pictureQueries(db)

  handle(
    createAssistantEndpoint,
    async ({ principal, body }) => {
      const author = authorOf(db, principal)
      const created = await write((tx) =>
        createAssistant(tx, context, principal.userId, body, { author }),
      )
      return {
        message: 'Assistant created successfully',
        data: { ...summarize(created), ...(isFiling(body) && filingOf(db, created.id)) },
      }
    },
    (fields, { userId }) => ({
      ...assistantFaults({ fields, sent: fields, userId, belongings }),
      ...webhookAddressFaults(context, fields),
      ...calendarAddressFaults(context, userId, fields),
      ...filingFaults(db, userId, fields),
    }),
  )

  handle(listAssistants, ({ principal: { userId }, query, page }) => {
    const { type, folder_id, label_id } = query
    const present = presenting(query)
    const filter = { type: type || null, folder: folder_id ?? null, label: label_id ?? null }
    return page.of(assistants.count(userId, filter), (slice) =>
      assistants.page(userId, filter, slice).map(present),
    )
  })

  handle(listAllAssistants, ({ principal, query }) =>
    assistants.all(principal.userId).map(presenting(query)),
  )

  handle(listOutboundAssistants, ({ principal }) =>
    assistants
      .all(principal.userId)
      .filter(({ type }) => type === 'outbound')
      .map(presentAssistant),
  )

  handle(getAssistant, ({ principal, params }) => presentFiled(find(principal.userId, params.id)))

  handle(
    updateAssistantEndpoint,
    async ({ principal, params, body }) => {
      const changed = await updateAssistant(context, find(principal.userId, params.id), body, {
        author: authorOf(db, principal),
      })
      return {
        message: 'Assistant updated successfully',
        data: { ...summarize(changed), ...filingOf(db, changed.id) },
      }
    },
    (change, { userId }, params) => ({
      ...changeFaults(context, find(userId, params.id), change),
      ...filingFaults(db, userId, change),
    }),
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

  function presentFiled(row: AssistantWithLanguage): Assistant & Filing {
    return { ...presentAssistant(row), ...filingOf(db, row.id) }
  }

  /** More is given only to those who ask for it: the list keeps the fields of docs/spec/api.md. */
  function presenting({ folder_id, label_id, include = '' }: FilingQuery) {
    const named = include.split(',')
    const isFiled =
      (folder_id ?? label_id) !== undefined || named.includes('folder') || named.includes('labels')
    return (row: AssistantWithLanguage): FiledAssistant => ({
      ...(isFiled ? presentFiled(row) : presentAssistant(row)),
      ...(named.includes('switched_off') && { switched_off: row.switched_off === 1 }),
      ...(named.includes('picture') && { picture: picturePath(pictures.ofAssistant(row.id)) }),
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
