import type { Request } from 'express'
import {
  readPublicConversation,
  sendPublicMessage,
  startConversation as startConversationEndpoint,
} from '#contracts/conversations.ts'
import { AppError, notFound, unauthenticated } from '../../errors.ts'
import { addressKey } from '../../http/rate-limit.ts'
import type { Routes } from '../../http/routes.ts'
import { accountQueries } from '../accounts/queries.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { startConversation } from '../conversations/start.ts'
import { chatModel } from '../lookups/models.ts'
import { presentTurn } from '../messages/present.ts'
import { messageQueries } from '../messages/queries.ts'
import { say } from '../turns/say.ts'

/** The three public chat endpoints of the API family: whoever knows the id of a conversation may go on with it. */
export const publicChatRoutes: Routes = (context) => {
  const { handle, gate, db, jobs } = context
  const assistants = assistantQueries(db)
  const conversations = conversationQueries(db)
  const messages = messageQueries(db)

  handle(startConversationEndpoint, ({ body, req }) => {
    gate.limit('publicChat', addressKey(req.ip))
    const assistant =
      body.type === 'test'
        ? ownAssistant(body.assistant_id, req)
        : activeAssistant(body.assistant_id)
    assertFunds(assistant)
    const { type, variables = {} } = body
    const row = startConversation(context, { assistant, type, variables })
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
    const { message, jobId } = say(context, row, body.message)
    const reply = { status: true as const, message: null, function_calls: [] }
    if (jobId === undefined) return { ...reply, ai_enabled: false as const }
    await jobs.ended(jobId)
    const answer = messages.answerTo(row.id, message.seq)
    if (answer && answer.status !== 'streaming') return { ...reply, message: answer.content }
    // A person took over while the answer was being made, or the server is stopping.
    if (conversations.byId(row.id)?.ai_enabled === 0)
      return { ...reply, ai_enabled: false as const }
    throw new AppError('unavailable', 'The answer is not ready yet.', { 'Retry-After': '5' })
  })

  /** The caller's own assistant, active or not: for test conversations. */
  function ownAssistant(uuid: string, req: Request): AssistantWithLanguage {
    const operator = gate.identify(req)
    if (!operator) throw unauthenticated()
    const assistant = assistants.byUuid(uuid.toLowerCase())
    if (assistant?.user_id !== operator.userId) throw notFound('Assistant not found')
    return assistant
  }

  function activeAssistant(uuid: string): AssistantWithLanguage {
    const assistant = assistants.byUuid(uuid.toLowerCase())
    if (assistant?.status !== 'active') throw notFound('Assistant not found')
    return assistant
  }

  /** A model with a price needs a balance; the built-in one is free. */
  function assertFunds(assistant: AssistantWithLanguage): void {
    const model = chatModel(db, assistant)
    const hasPrice = model !== undefined && model.input_price + model.output_price > 0
    if (hasPrice && accountQueries(db).balance(assistant.user_id) <= 0) {
      throw new AppError('bad_request', 'Insufficient balance. Please top up your account.')
    }
  }

  function find(uuid: string): ConversationRow {
    const row = conversations.byUuid(uuid.toLowerCase())
    const assistant = row && assistants.byId(row.assistant_id)
    const answers = row?.type === 'test' || assistant?.status === 'active'
    if (!row || !assistant || assistant.deleted_at !== null || !answers)
      throw notFound('Conversation not found')
    return row
  }

  function historyOf(row: ConversationRow) {
    return messages.all(row.id).map(presentTurn)
  }
}
