/*
 * POST   /conversations                 startConversation
 * GET    /conversations/:uuid           readPublicConversation
 * POST   /conversations/:uuid/messages  sendPublicMessage
 */
import type { Request } from 'express'
import {
  readPublicConversation,
  sendPublicMessage,
  startConversation as startConversationEndpoint,
} from '#contracts/public-chat.ts'
import { notFound, unauthenticated } from '../../../errors.ts'
import { addressKey } from '../../../http/rate-limit.ts'
import type { Routes } from '../../../http/routes.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { presentTurn } from '../messages/present.ts'
import { messageQueries } from '../messages/queries.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { startConversation } from '../start.ts'
import { converse } from '../turns/converse.ts'
import { assertFunds } from '../turns/funds.ts'
import type { Turns } from '../turns/run.ts'

/** The three public chat endpoints of the API family: whoever knows the id of a conversation may go on with it. */
export const publicChatRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, gate, db, write } = context
  const assistants = assistantQueries(db)
  const conversations = conversationQueries(db)
  const messages = messageQueries(db)

  handle(startConversationEndpoint, async ({ body, req }) => {
    gate.limit('publicChat', addressKey(req.ip))
    const assistant =
      body.type === 'test'
        ? ownAssistant(body.assistant_id, req)
        : activeAssistant(body.assistant_id)
    assertFunds(context, assistant)
    const { type, variables = {} } = body
    const row = await write((tx) => startConversation(tx, context, { assistant, type, variables }))
    return { status: true as const, conversation_id: row.uuid, history: historyOf(row) }
  })

  handle(readPublicConversation, ({ params, req }) => {
    gate.limit('publicChat', addressKey(req.ip))
    const row = find(params.uuid)
    return { status: true as const, history: historyOf(row), variables: JSON.parse(row.variables) }
  })

  handle(sendPublicMessage, async ({ params, body, req }) => {
    gate.limit('publicChat', addressKey(req.ip))
    const row = find(params.uuid)
    if (row.ai_mode !== 'human') assertFunds(context, assistants.byId(row.assistant_id)!)
    const { answer, functionCalls } = await converse(context, row, body.message)
    return {
      status: true as const,
      message: answer,
      function_calls: functionCalls,
      ...(answer === null && { ai_enabled: false as const }),
    }
  })

  /** The caller's own assistant, active or not: for test conversations. */
  function ownAssistant(uuid: string, req: Request): AssistantWithLanguage {
    const operator = gate.identify(req)
    if (!operator) throw unauthenticated()
    const assistant = assistants.byUuid(uuid.toLowerCase())
    if (assistant?.user_id !== operator.userId) throw notFound('assistant_not_found')
    return assistant
  }

  function activeAssistant(uuid: string): AssistantWithLanguage {
    const assistant = assistants.byUuid(uuid.toLowerCase())
    if (assistant?.status !== 'active') throw notFound('assistant_not_found')
    return assistant
  }

  function find(uuid: string): ConversationRow {
    const row = conversations.byUuid(uuid.toLowerCase())
    const assistant = row && assistants.byId(row.assistant_id)
    const answers = row?.type === 'test' || assistant?.status === 'active'
    if (!row || !assistant || assistant.deleted_at !== null || !answers)
      throw notFound('conversation_not_found')
    return row
  }

  function historyOf(row: ConversationRow) {
    return messages.all(row.id).map(presentTurn)
  }
}
