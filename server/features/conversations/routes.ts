/*
 * GET    /user/conversations/:uuid                 getConversation
 * GET    /user/conversations/:uuid/messages        listMessages
 * POST   /user/conversations/:uuid/messages        replyToConversation
 * POST   /user/conversations/:uuid/continue        continueAnswer
 * POST   /user/conversations/:uuid/typing          typeInConversation
 * POST   /user/conversations/:uuid/read            readConversation
 * POST   /user/conversations/:uuid/end             endConversation
 * POST   /automate/conversations/:uuid/disable-ai  disableAi
 * POST   /automate/conversations/:uuid/enable-ai   enableAi
 */
import {
  continueAnswer as continueAnswerEndpoint,
  disableAi,
  enableAi,
  endConversation as endConversationEndpoint,
  getConversation,
  listMessages,
  readConversation,
  replyToConversation,
  typeInConversation,
} from '#contracts/conversations.ts'
import type { QueryOf } from '#contracts/endpoint.ts'
import { toIso } from '../../db/time.ts'
import type { Operator } from '../../http/principal.ts'
import type { Routes } from '../../http/routes.ts'
import { conversationDetail } from './conversation-detail.ts'
import { forgetSentDraft } from './drafts/forget.ts'
import { endConversation } from './end.ts'
import { findConversation } from './find.ts'
import { conversationListRoutes } from './list.ts'
import { type MessageRow, messageQueries } from './messages/queries.ts'
import { windowOf } from './messages/window.ts'
import { presentConversation } from './present.ts'
import { type ConversationRow, conversationQueries } from './queries.ts'
import { recordConversation } from './record.ts'
import { replyAsOperator } from './reply.ts'
import { presentDeskMessages } from './tools/calls-of.ts'
import { continueAnswer } from './turns/continue.ts'
import { turnDial } from './turns/dial.ts'
import type { Turns } from './turns/run.ts'
import { recordTranslation } from './writing-aid/record.ts'

/** Operators' endpoints for conversations. */
export const deskRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, db, write, hub, jobs } = context
  const conversations = conversationQueries(db)
  const messages = messageQueries(db)

  conversationListRoutes(context)

  handle(getConversation, ({ principal, params, query, localizer }) => {
    const row = findConversation(db, principal.userId, params.uuid)
    return conversationDetail({ ...context, localizer }, row, principal, messagesOf(row, query))
  })

  handle(listMessages, ({ principal, params, query, localizer }) => {
    const { id, message_count } = findConversation(db, principal.userId, params.uuid)
    const { first, last } = windowOf({ ...query, limit: query.limit ?? 50 }, message_count)
    const data = presentDeskMessages(db, id, messages.between(id, first, last), localizer)
    return { data, total: message_count }
  })

  handle(replyToConversation, async ({ principal, params, body }) => {
    const row = findConversation(db, principal.userId, params.uuid)
    const { operatorId, name, sessionId } = principal
    const { content, client_id: clientId, attachment_ids: attachmentIds, original } = body
    const by = { operatorId, name, isPerson: sessionId !== null }
    const message = await write((tx) => {
      const posted = replyAsOperator(tx, context, row, by, { content, clientId, attachmentIds })
      if (posted.isNew) forgetSentDraft(tx, context, row, principal, 'reply')
      if (posted.isNew && original !== undefined)
        recordTranslation(tx, context, row, posted.message.id, {
          language: null,
          content: original,
          is_original: true,
        })
      return posted.message
    })
    jobs.wake()
    return { message: 'Message sent successfully', data: message }
  })

  handle(continueAnswerEndpoint, async ({ principal, params }) => {
    const data = await write((tx) =>
      continueAnswer(tx, context, findConversation(db, principal.userId, params.uuid)),
    )
    const message = data ? 'The assistant goes on' : 'There is no answer to go on with'
    return { message, data: data ?? null }
  })

  handle(typeInConversation, ({ principal, params, body }) => {
    const row = findConversation(db, principal.userId, params.uuid)
    if (row.visitor_id !== null) {
      hub.tellVisitor(row.visitor_id, 'typing', {
        conversation_id: row.uuid,
        author: 'operator',
        active: body.active,
      })
    }
    return { message: 'Noted' }
  })

  handle(readConversation, async ({ principal, params, body }) => {
    const row = findConversation(db, principal.userId, params.uuid)
    await write((tx) => {
      const seq = Math.min(body.seq, row.message_count)
      if (conversations.read(tx, row.id, seq))
        recordConversation(tx, context, row.id, 'conversation.updated')
    })
    return { message: 'Marked as seen' }
  })

  handle(endConversationEndpoint, async ({ principal, params }) => {
    const { id, uuid } = findConversation(db, principal.userId, params.uuid)
    await write((tx) => endConversation(tx, context, id, principal.operatorId))
    const row = findConversation(db, principal.userId, uuid)
    return {
      message: 'Conversation ended successfully',
      data: { ...presentConversation(row), ended_at: toIso(row.ended_at!) },
    }
  })

  handle(disableAi, async ({ principal, params }) => {
    await turn(principal, params.uuid, 'human')
    return { status: true as const, ai_enabled: false }
  })

  handle(enableAi, async ({ principal, params }) => {
    await turn(principal, params.uuid, 'auto')
    return { status: true as const, ai_enabled: true }
  })

  async function turn({ userId, operatorId: by }: Operator, uuid: string, mode: 'auto' | 'human') {
    await write((tx) => turnDial(tx, context, findConversation(db, userId, uuid), { mode, by }))
  }

  function messagesOf(
    row: ConversationRow,
    { limit, around }: QueryOf<typeof getConversation>,
  ): MessageRow[] {
    if (limit === undefined) return messages.all(row.id)
    const place =
      around === 'unread' && row.unread_count > 0
        ? messages.firstUnread(row.id, row.operator_read_seq)
        : around
    const part = { limit, around: typeof place === 'number' ? place : undefined }
    const { first, last } = windowOf(part, row.message_count)
    return messages.between(row.id, first, last)
  }
}
