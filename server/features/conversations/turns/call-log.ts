import { encodeFault } from '#contracts/faults.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { type ToolCallRow, toolCallQueries } from '../tools/call-queries.ts'
import type { ToolOutcome } from '../tools/offered.ts'
import { presentToolCall } from '../tools/present-call.ts'

/** Records the tool calls of a turn. */
export interface CallLog {
  /** Records the start of a call; returns its id. */
  begin(name: string, args: JsonObject): Promise<number>
  end(id: number, outcome: ToolOutcome, durationMs: number): Promise<void>
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
  { db, events, now, write }: Pick<Context, 'db' | 'events' | 'now' | 'write'>,
  { id: ownerId, uuid, user_id: userId }: ConversationRow,
  answersSeq: number,
): CallLog {
  return callLogOf(
    { now, write },
    {
      queries: toolCallQueries(db),
      ownerId,
      answersSeq,
      isThere: () => conversationQueries(db).byId(ownerId) !== undefined,
      publish: (tx, row) =>
        events.record(tx, {
          userId,
          type: 'function_call.updated',
          payload: { conversation_id: uuid, seq: row.answers_seq, call: presentToolCall(row) },
        }),
    },
  )
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
