/*
 * GET    /user/messenger/senders                          listMessengerSenders
 * POST   /user/messenger/senders                          createMessengerSender
 * PUT    /user/messenger/senders/:id                      updateMessengerSender
 * DELETE /user/messenger/senders/:id                      deleteMessengerSender
 * GET    /user/messenger/senders/:id/webhook-secret       getMessengerSecret
 * GET    /user/messenger/senders/:id/templates            listMessengerTemplates
 * POST   /user/messenger/senders/:id/templates/sync       syncMessengerTemplates
 * POST   /user/messenger/senders/:id/templates            createMessengerTemplate
 * DELETE /user/messenger/senders/:id/templates/:template  deleteMessengerTemplate
 */
import type { ErrorCode } from '#contracts/errors.ts'
import {
  createMessengerSender,
  createMessengerTemplate,
  deleteMessengerSender,
  deleteMessengerTemplate,
  getMessengerSecret,
  listMessengerSenders,
  listMessengerTemplates,
  syncMessengerTemplates,
  updateMessengerSender,
} from '#contracts/messenger-senders.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Operator } from '../../../http/principal.ts'
import type { Routes } from '../../../http/routes.ts'
import { presentTemplate, presentTemplateFor } from '../templates/present.ts'
import { templateQueries } from '../templates/queries.ts'
import { createTemplate, deleteTemplate, templateFaults } from '../templates/save.ts'
import { removeFromService, syncSender } from '../templates/sync.ts'
import { presentFor } from './present.ts'
import { type SenderRow, senderQueries } from './queries.ts'
import { createSender, deleteSender, senderFaults, updateSender } from './save.ts'

/** Senders of the messaging channel, and their templates. */
export const messengerSenderRoutes: Routes<{ readonly onBotChange: () => void }> = (context) => {
  const { handle, channels, db, gate, write, onBotChange } = context
  const senders = senderQueries(db)
  const templates = templateQueries(db)

  handle(listMessengerSenders, ({ principal, query: { status }, localizer }) => ({
    data: senders
      .all(principal.userId)
      .filter((row) => status === 'all' || row.status === status)
      .map((row) => presentFor(context, principal, row, localizer)),
  }))

  handle(
    createMessengerSender,
    async ({ principal, body, localizer }) => ({
      message: 'Sender created successfully',
      data: presentFor(
        context,
        principal,
        await write((tx) => createSender(tx, context, principal.userId, body)),
        localizer,
      ),
    }),
    (sent, { userId }) => senderFaults(context, userId, sent),
  )

  handle(
    updateMessengerSender,
    async ({ principal, params, body, localizer }) => ({
      message: 'Sender updated successfully',
      data: presentFor(
        context,
        principal,
        await write((tx) => updateSender(tx, context, find(principal, params.id), body)),
        localizer,
      ),
    }),
    (sent, principal, { id }) => senderFaults(context, principal.userId, sent, find(principal, id)),
  )

  handle(deleteMessengerSender, async ({ principal, params }) => {
    await write((tx) => deleteSender(tx, context, find(principal, params.id)))
    onBotChange()
    return { message: 'Sender deleted successfully' }
  })

  handle(getMessengerSecret, ({ principal, params }) => {
    const secret = senders.secret(find(principal, params.id).id)
    if (secret === undefined) throw new AppError('secrets_key_changed')
    return { secret }
  })

  handle(listMessengerTemplates, ({ principal, params, query: { status }, localizer }) => ({
    data: templates
      .all(find(principal, params.id, 'messenger_sender_not_found').id)
      .filter((row) => status === 'all' || row.status === status)
      .map((row) => presentTemplateFor(principal, row, localizer)),
  }))

  handle(syncMessengerTemplates, async ({ principal, params, localizer }) => {
    const sender = find(principal, params.id)
    gate.limit('botTests', String(principal.userId))
    if (!channels.of(sender.channel)?.inspect) throw new AppError('templates_not_supported')
    const reason = await syncSender(context, sender)
    if (reason) throw new AppError('messenger_not_connected', { params: { reason } })
    return {
      message: 'Templates synchronized successfully',
      data: templates.all(sender.id).map((row) => presentTemplateFor(principal, row, localizer)),
    }
  })

  handle(
    createMessengerTemplate,
    async ({ principal, params, body }) => ({
      message: 'Template created successfully',
      data: presentTemplate(
        await write((tx) => createTemplate(tx, context, find(principal, params.id), body)),
      ),
    }),
    (sent, principal, { id }) => templateFaults(context, withTemplates(principal, id), sent),
  )

  handle(deleteMessengerTemplate, async ({ principal, params }) => {
    const template = () => {
      const sender = find(principal, params.id)
      const row = templates.find(sender.id, params.template)
      if (!row) throw notFound('template_not_found')
      return { sender, row }
    }
    await removeFromService(context, template())
    await write((tx) => {
      const { sender, row } = template()
      deleteTemplate(tx, context, sender, row)
    })
    return { message: 'Template deleted successfully' }
  })

  /** A sender whose channel has templates. */
  function withTemplates(principal: Operator, id: number): SenderRow {
    const row = find(principal, id)
    if (channels.ofOrCurrent(row.channel).capabilities.hasTemplates) return row
    throw new AppError('templates_not_supported')
  }

  function find(
    { userId }: Operator,
    id: number,
    code: ErrorCode = 'messenger_sender_missing',
  ): SenderRow {
    const row = senders.find(userId, id)
    if (!row) throw notFound(code)
    return row
  }
}
