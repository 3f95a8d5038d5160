import { encodeFault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { startTimeLimit } from '../../../providers/http/time-limit.ts'
import { mcpTools } from '../mcp-servers/mcp-tools.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { toolCallQueries } from '../tools/call-queries.ts'
import { failed, type OfferedTool, type OfferNeeds, type ToolOutcome } from '../tools/offered.ts'
import { toolQueries } from '../tools/queries.ts'
import { storedTool } from '../tools/stored-tool.ts'
import { enqueueAnswer } from '../turns/ask.ts'
import { UNKNOWN_OUTCOME } from '../turns/tool-messages.ts'
import { type AskedCallRow, toolApprovalQueries } from './queries.ts'
import { recordCall } from './record.ts'

type Needs = OfferNeeds & Pick<Context, 'write' | 'events' | 'jobs' | 'log' | 'liveCalls'>

/**
 * Makes an approved call, at most once: it is marked before it is made, and one that was found marked is not made again. Then, as for
 * one that was declined or has expired, the assistant comes back to it.
 */
export async function settleCall(
  context: Needs,
  callId: number,
  stopping: AbortSignal,
): Promise<void> {
  const { db, write, now } = context
  const approvals = toolApprovalQueries(db)
  const call = approvals.find(callId)
  if (!call || call.settled_seq !== null) return
  const conversation = conversationQueries(db).byId(call.conversation_id)!
  const startedAt = now().getTime()
  const outcome = await outcomeOf(context, conversation, call, stopping)
  await write((tx) => {
    const row =
      outcome &&
      toolCallQueries(db).end(tx, {
        id: callId,
        status: outcome.status,
        result: outcome.result,
        detail: outcome.detail ? encodeFault(outcome.detail) : null,
        durationMs: now().getTime() - startedAt,
      })
    if (row) recordCall(tx, context, conversation, row)
    if (!approvals.settle(tx, callId)) return
    // A call answers what is said on it, with the result at hand.
    const isOnCall = context.liveCalls.ofConversation(conversation.id) !== undefined
    if (!isOnCall && approvals.open(conversation.id).length === 0)
      enqueueAnswer(tx, context, conversation.id, { settles: callId })
  })
}

/** Outcome of a call in whose middle the server stopped. */
const UNKNOWN = failed(UNKNOWN_OUTCOME, fault('tool_outcome_unknown'))

/** Outcome of a call; undefined if it is not made. */
async function outcomeOf(
  context: Needs,
  conversation: ConversationRow,
  call: AskedCallRow,
  stopping: AbortSignal,
): Promise<ToolOutcome | undefined> {
  const { db, write, log } = context
  if (call.status === 'running') return UNKNOWN
  if (call.status !== 'approved') return undefined
  const isMine = await write((tx) => {
    const isStarted = toolApprovalQueries(db).start(tx, call.id)
    if (isStarted) recordCall(tx, context, conversation, toolApprovalQueries(db).find(call.id)!)
    return isStarted
  })
  if (!isMine) return undefined
  const tool = toolOf(context, conversation.user_id, call)
  if (!tool) return failed('The function is no longer there.', fault('tool_gone'))
  const limit = startTimeLimit(context, context.config.limits.toolsMs)
  // Ends the session with an MCP server.
  const over = new AbortController()
  try {
    const signal = AbortSignal.any([limit.signal, stopping, over.signal])
    const outcome = await tool.run(JSON.parse(call.arguments), signal)
    // Cut off by a restart, it may have come through.
    return stopping.aborted && outcome.status === 'failed' ? UNKNOWN : outcome
  } catch (error) {
    if (stopping.aborted) return UNKNOWN
    log.error({ err: error, tool: tool.name }, 'a tool broke')
    return failed('The function failed.', fault('tool_broke'))
  } finally {
    limit.cancel()
    over.abort()
  }
}

/** The tool that a call was shown with, as it is set up now. */
function toolOf(
  context: Needs,
  userId: number,
  { tool_id: toolId, mcp_tool_id: mcpToolId }: AskedCallRow,
): OfferedTool | undefined {
  const caller = onBehalfOf(context, userId)
  if (mcpToolId !== null) return mcpTools(caller, userId, [mcpToolId])[0]
  const row = toolId === null ? undefined : toolQueries(context.db).find(userId, toolId)
  return row && storedTool(caller, row)
}
