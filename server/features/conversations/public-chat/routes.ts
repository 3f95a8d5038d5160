/*
 * POST   /conversations                 startConversation
 * GET    /conversations/:uuid           readPublicConversation
 * POST   /conversations/:uuid/messages  sendPublicMessage
 */
import type { Request } from 'express'
import {
  type FunctionCall,
  readPublicConversation,
  sendPublicMessage,
  startConversation as startConversationEndpoint,
} from '#contracts/public-chat.ts'
import { AppError, notFound, unauthenticated } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { isSenderBlocked } from '../blocks/blocked.ts'
import { presentTurn } from '../messages/present.ts'
import { messageQueries } from '../messages/queries.ts'
import { partiesOf } from '../parties.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { startConversation } from '../start.ts'
import { callsBySeq } from '../tools/calls-of.ts'
import { presentFunctionCall } from '../tools/present-call.ts'
import { converse } from '../turns/converse.ts'
import { assertFunds } from '../turns/funds.ts'
import type { Turns } from '../turns/run.ts'
import { withoutReserved } from '../variables.ts'

/** The three public chat endpoints of the API family: the conversation's id is the only credential needed to continue it. */
export const publicChatRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, gate, db, write } = context
  const assistants = assistantQueries(db)
  const conversations = conversationQueries(db)
  const messages = messageQueries(db)

  handle(startConversationEndpoint, async ({ body, charge, req }) => {
    const assistant =
      body.type === 'test'
        ? ownAssistant(body.assistant_id, req)
        : answeringAssistant(body.assistant_id, req)
    charge(assistant.id)
    assertFunds(context, assistant)
    const { type, variables = {} } = body
    const isByVisitor = !isOwners(assistant.user_id, req)
    const start = { assistant, type, variables, isByVisitor }
    const row = await write((tx) => startConversation(tx, context, start))
    return { status: true as const, conversation_id: row.uuid, history: historyOf(row) }
  })

  handle(readPublicConversation, ({ params, req }) => {
    const row = find(params.uuid, req)
    const variables = JSON.parse(row.variables)
    if (isOwners(row.user_id, req)) {
      const history = wholeHistoryOf(row)
      return { status: true as const, history, variables, ...partiesOf(context, row) }
    }
    return {
      status: true as const,
      history: historyOf(row),
      variables: withoutReserved(assistants.byId(row.assistant_id)!, variables),
    }
  })

  handle(sendPublicMessage, async ({ params, body, charge, req }) => {
    const row = find(params.uuid, req)
    charge(row.assistant_id)
    if (isSenderBlocked(context, row)) throw new AppError('visitor_blocked')
    if (row.ai_mode !== 'human') assertFunds(context, assistants.byId(row.assistant_id)!)
    const { answer, isInterrupted, functionCalls } = await converse(context, row, body.message)
    return {
      status: true as const,
      message: answer ?? '',
      function_calls: isOwners(row.user_id, req)
        ? functionCalls
        : functionCalls.map((call) => ({ ...call, result: null })),
      ...(isInterrupted && { interrupted: true as const }),
      ...(answer === null && { ai_enabled: false as const }),
    }
  })

  /** Reports whether a request carries a key or session of this account. */
  function isOwners(userId: number, req: Request): boolean {
    return gate.identify(req)?.userId === userId
  }

  /** The caller's own assistant, active or not; for test conversations. */
  function ownAssistant(reference: number | string, req: Request): AssistantWithLanguage {
    const operator = gate.identify(req)
    if (!operator) throw unauthenticated()
    const assistant = named(reference, req)
    if (assistant?.user_id !== operator.userId) throw notFound('assistant_not_found')
    return assistant
  }

  /** An assistant by its UUID; by its id only for its owner, who knows that it is theirs. */
  function named(reference: number | string, req: Request): AssistantWithLanguage | undefined {
    if (!/^\d{1,16}$/.test(String(reference)))
      return assistants.byUuid(String(reference).toLowerCase())
    const operator = gate.identify(req)
    return operator && assistants.find(operator.userId, Number(reference))
  }

  function answeringAssistant(reference: number | string, req: Request): AssistantWithLanguage {
    const assistant = named(reference, req)
    if (!assistant || !answers(assistant, req)) throw notFound('assistant_not_found')
    return assistant
  }

  /** Reports whether an assistant answers this caller: an active one everybody, a new one its owner. */
  function answers({ status, switched_off, user_id }: AssistantWithLanguage, req: Request) {
    return status === 'active' || (switched_off === 0 && isOwners(user_id, req))
  }

  function find(uuid: string, req: Request): ConversationRow {
    const row = conversations.byUuid(uuid.toLowerCase())
    // A widget's conversation belongs to its visitor alone (docs/spec/threats.md, L6).
    if (!row || row.visitor_id !== null) throw notFound('conversation_not_found')
    const assistant = assistants.byId(row.assistant_id)
    if (!assistant || assistant.deleted_at !== null) throw notFound('conversation_not_found')
    if (row.type !== 'test' && !answers(assistant, req)) throw notFound('conversation_not_found')
    return row
  }

  function historyOf(row: ConversationRow) {
    return messages.all(row.id).map(presentTurn)
  }

  /** The history with the tool calls made for each answer. */
  function wholeHistoryOf(row: ConversationRow) {
    const rows = messages.all(row.id)
    const calls = callsBySeq(db, row.id, rows)
    // Calls belong to the message that they answer; the turn with them is the answer that follows.
    let made: FunctionCall[] = []
    return rows.map((message) => {
      const turn = presentTurn(message)
      const own = made
      made =
        turn.role === 'user'
          ? [...made, ...(calls.get(message.seq) ?? []).map(presentFunctionCall)]
          : []
      return turn.role === 'assistant' && own.length > 0 ? { ...turn, function_calls: own } : turn
    })
  }
}
