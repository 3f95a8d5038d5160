import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, notFound } from '../../../errors.ts'
import { toolsAsking } from '../mcp-servers/present.ts'
import { mcpServerQueries } from '../mcp-servers/queries.ts'
import { mcpToolQueries } from '../mcp-servers/tool-queries.ts'
import { needsPersonQueries } from '../needs-person-queries.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { recordConversation } from '../record.ts'
import { presentToolCall } from '../tools/present-call.ts'
import { toolQueries } from '../tools/queries.ts'
import { answerLane } from '../turns/ask.ts'
import { type AskedCallRow, toolApprovalQueries } from './queries.ts'
import { recordCall } from './record.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'jobs'>

/** An operator's decision about a call. */
interface Decision {
  readonly callId: number
  /** The deciding operator. */
  readonly by: number
  readonly isApproved: boolean
  /** True if the tool shall not ask again. */
  readonly isAlways?: boolean
  /** For the model. */
  readonly reason?: string | undefined
}

/**
 * Approves or declines a call, once; its arguments stay as they were shown.
 * @returns the call
 * @throws AppError `tool_call_not_found`, or `tool_call_decided` with its current state
 */
export function decideCall(
  tx: Tx,
  context: Needs,
  conversation: ConversationRow,
  { callId, by, isApproved, isAlways = false, reason }: Decision,
): AskedCallRow {
  const { db, now } = context
  const approvals = toolApprovalQueries(db)
  const call = approvals.find(callId)
  if (call?.conversation_id !== conversation.id) throw notFound('tool_call_not_found')
  const isDecided = approvals.decide(tx, {
    id: callId,
    conversationId: conversation.id,
    status: isApproved ? 'approved' : 'declined',
    result: isApproved ? null : declinedResult(reason),
    by,
    isAlways,
    reason: reason ?? null,
    now: now().getTime(),
  })
  if (!isDecided)
    throw new AppError('tool_call_decided', { details: { data: presentToolCall(call) } })
  if (isAlways) allow(tx, context, conversation.user_id, call)
  return closeQuestion(tx, context, conversation, callId)
}

/** Publishes a decision, and has the assistant continue. */
function closeQuestion(
  tx: Tx,
  context: Needs,
  conversation: Pick<ConversationRow, 'id' | 'uuid' | 'user_id'>,
  callId: number,
): AskedCallRow {
  const { db, jobs } = context
  const approvals = toolApprovalQueries(db)
  const call = approvals.find(callId)!
  recordCall(tx, context, conversation, call)
  jobs.add(tx, {
    kind: 'tool_call.settle',
    payload: { call_id: callId },
    lane: answerLane(conversation.id),
  })
  const isLast = approvals.open(conversation.id).every(({ status }) => status !== 'waiting')
  const since = isLast ? approvals.lastFlagged(conversation.id) : undefined
  if (since !== undefined && needsPersonQueries(db).clear(tx, conversation.id, since))
    recordConversation(tx, context, conversation.id, 'conversation.updated')
  return call
}

/** Gives up a call that no person has decided in time. */
export function expireCall(tx: Tx, context: Needs, callId: number): void {
  const { db } = context
  if (!toolApprovalQueries(db).expire(tx, callId, EXPIRED)) return
  const { conversation_id: id } = toolApprovalQueries(db).find(callId)!
  closeQuestion(tx, context, conversationQueries(db).byId(id)!, callId)
}

/** Gives up the calls of a conversation that has ended. */
export function withdrawCalls(
  tx: Tx,
  context: Pick<Context, 'db' | 'events'>,
  conversation: ConversationRow,
): void {
  const approvals = toolApprovalQueries(context.db)
  for (const { id, status } of approvals.open(conversation.id)) {
    if (status !== 'waiting' || !approvals.expire(tx, id, ENDED)) continue
    recordCall(tx, context, conversation, approvals.find(id)!)
  }
}

const EXPIRED =
  'The call was not made: no colleague approved it in time. Do without it, and do not ask for it again.'
const ENDED = 'The call was not made: the conversation ended before a colleague approved it.'

const declinedResult = (reason: string | undefined): string =>
  `The call was not made: a colleague declined it${reason === undefined ? '.' : `: ${reason}`}`

/** From now on, the tool of a call no longer asks. */
function allow(
  tx: Tx,
  { db }: Needs,
  userId: number,
  { tool_id: toolId, mcp_tool_id: mcpToolId }: AskedCallRow,
): void {
  if (toolId !== null) toolQueries(db).allow(tx, userId, toolId)
  const tool = mcpToolId === null ? undefined : mcpToolQueries(db).find(userId, mcpToolId)
  const server = tool && mcpServerQueries(db).find(userId, tool.mcp_server_id)
  if (!server) return
  const others = toolsAsking(server).filter((name) => name !== tool.name)
  mcpServerQueries(db).update(tx, { ...server, tools_ask: JSON.stringify(others) })
}
