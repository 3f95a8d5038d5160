import { encodeFault } from '#contracts/faults.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { type ToolCallRow, toolCallQueries } from '../tools/call-queries.ts'
import type { ToolOutcome } from '../tools/offered.ts'
import { presentToolCall } from '../tools/present-call.ts'

/** Hears of every call of a turn. */
export interface CallLog {
  /** A call is about to be made; returns the number it goes by. */
  begin(name: string, args: JsonObject): Promise<number>
  end(id: number, outcome: ToolOutcome, durationMs: number): Promise<void>
}

/** Keeps the calls that are made to answer a message, and shows them to the desk. The visitor sees nothing of them. */
export function createCallLog(
  { db, events, now, write }: Pick<Context, 'db' | 'events' | 'now' | 'write'>,
  { id: conversationId, uuid, user_id: userId }: ConversationRow,
  answersSeq: number,
): CallLog {
  const calls = toolCallQueries(db)

  function tell(tx: Tx, row: ToolCallRow): void {
    events.record(tx, {
      userId,
      type: 'function_call.updated',
      payload: { conversation_id: uuid, seq: row.answers_seq, call: presentToolCall(row) },
    })
  }

  return {
    begin: (name, args) =>
      write((tx) => {
        // Whoever was erased meanwhile is not to be written about.
        if (!conversationQueries(db).byId(conversationId))
          throw new Error('The conversation is gone')
        const call = { conversationId, answersSeq, name, args: JSON.stringify(args) }
        const row = calls.begin(tx, { ...call, now: now().getTime() })
        tell(tx, row)
        return row.id
      }),
    end: (id, { status, result, detail }, durationMs) =>
      write((tx) => {
        const row = calls.end(tx, {
          id,
          status,
          result,
          detail: detail ? encodeFault(detail) : null,
          durationMs,
        })
        if (row) tell(tx, row)
      }),
  }
}
