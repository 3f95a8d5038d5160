import { encodeFault } from '#contracts/faults.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { askForApproval } from '../tool-approvals/ask.ts'
import { recordCall } from '../tool-approvals/record.ts'
import { type ToolCallRow, toolCallQueries } from '../tools/call-queries.ts'
import type { AskedTool, ToolOutcome } from '../tools/offered.ts'

/** Records the tool calls of a turn. */
export interface CallLog {
  /** Records the start of a call; returns its id. */
  begin(name: string, args: JsonObject): Promise<number>
  end(id: number, outcome: ToolOutcome, durationMs: number): Promise<void>
  /**
   * Records a call that waits for a person; undefined if no more calls can wait. Absent where nobody can be asked: such calls are
   * refused.
   */
  ask?(name: string, args: JsonObject, tool: AskedTool): Promise<number | undefined>
}

interface Place {
  readonly queries: ReturnType<typeof toolCallQueries>
  /** Conversation or telephone call, and the message or turn that is answered. */
  readonly ownerId: number
  readonly answersSeq: number
  /** Reports whether it still exists; nothing may be written about an erased one. */
  readonly isThere: () => boolean
  readonly publish: (tx: Tx, row: ToolCallRow) => void
}

/** Stores the tool calls of a message and shows them to the desk. The visitor does not see them. */
export function createCallLog(
  context: Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'jobs' | 'config' | 'write'>,
  conversation: ConversationRow,
  answersSeq: number,
): CallLog {
  const { db, write } = context
  const { id: ownerId } = conversation
  const log = callLogOf(context, {
    queries: toolCallQueries(db),
    ownerId,
    answersSeq,
    isThere: () => conversationQueries(db).byId(ownerId) !== undefined,
    publish: (tx, row) => recordCall(tx, context, conversation, row),
  })
  return {
    ...log,
    ask: (name, args, tool) =>
      write((tx) => {
        const current = conversationQueries(db).byId(ownerId)
        if (!current) throw new Error('What was to be answered is gone')
        return askForApproval(tx, context, current, { answersSeq, name, args, tool })?.id
      }),
  }
}

/** Stores tool calls with their owner. */
export function callLogOf(
  { now, write }: Pick<Context, 'now' | 'write'>,
  { queries, ownerId, answersSeq, isThere, publish }: Place,
): CallLog {
  return {
    begin: (name, args) =>
      write((tx) => {
        if (!isThere()) throw new Error('What was to be answered is gone')
        const call = { ownerId, answersSeq, name, args: JSON.stringify(args) }
        const row = queries.begin(tx, { ...call, now: now().getTime() })
        publish(tx, row)
        return row.id
      }),
    end: (id, { status, result, detail }, durationMs) =>
      write((tx) => {
        const row = queries.end(tx, {
          id,
          status,
          result,
          detail: detail ? encodeFault(detail) : null,
          durationMs,
        })
        if (row) publish(tx, row)
      }),
  }
}
