import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { recordActivity } from '../activities/record.ts'
import { needsPersonQueries } from '../needs-person-queries.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { recordConversation } from '../record.ts'
import type { AskedTool } from '../tools/offered.ts'
import { type AskedCallRow, toolApprovalQueries } from './queries.ts'
import { recordCall } from './record.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'jobs' | 'config'>

/** A call that a model asks for. */
interface Asked {
  readonly answersSeq: number
  readonly name: string
  readonly args: JsonObject
  readonly tool: AskedTool
}

/**
 * Records a call that waits for a person, notifies whoever is to answer, and lets it expire. The same call is not asked for twice.
 * @returns the call; undefined if no more calls of the conversation can wait
 */
export function askForApproval(
  tx: Tx,
  context: Needs,
  conversation: ConversationRow,
  { answersSeq, name, args, tool }: Asked,
): AskedCallRow | undefined {
  const { db, now, jobs, config } = context
  const approvals = toolApprovalQueries(db)
  const { id: conversationId } = conversation
  const waiting = approvals.open(conversationId)
  const text = JSON.stringify(args)
  const same = waiting.find((call) => call.name === name && call.arguments === text)
  if (same) return same
  if (waiting.length >= config.limits.callsWaiting) return undefined
  const time = now().getTime()
  const expiresAt = time + config.limits.approvalMs
  const row = approvals.insert(
    tx,
    { conversationId, answersSeq, name, args: text, now: time },
    { toolId: tool.toolId, mcpToolId: tool.mcpToolId, expiresAt },
  )
  recordCall(tx, context, conversation, row)
  jobs.add(tx, {
    kind: 'tool_call.expire',
    payload: { call_id: row.id },
    runAt: new Date(expiresAt),
  })
  const count = conversationQueries(db).byId(conversationId)!.message_count
  const isFirst = needsPersonQueries(db).set(tx, conversationId, count)
  // A person is needed until each of them is decided.
  if (isFirst || waiting.some(({ is_flagged }) => is_flagged === 1)) approvals.flag(tx, row.id)
  recordActivity(tx, context, conversation, {
    kind: 'needs_person',
    operatorId: null,
    data: { reason: 'approval', tool: name },
  })
  recordConversation(tx, context, conversationId, 'conversation.updated')
  return row
}
