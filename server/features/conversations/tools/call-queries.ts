import type { KeptFault } from '#contracts/faults.ts'
import type { ToolCallStatus } from '#contracts/tool-calls.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface ToolCallRow {
  readonly id: number
  readonly answers_seq: number
  readonly name: string
  /** JSON. */
  readonly arguments: string
  readonly status: ToolCallStatus
  readonly result: string | null
  readonly detail: KeptFault | null
  readonly duration_ms: number | null
}

interface NewCall {
  readonly conversationId: number
  readonly answersSeq: number
  readonly name: string
  readonly args: string
  readonly now: number
}

interface Ending {
  readonly id: number
  readonly status: ToolCallStatus
  readonly result: string
  readonly detail: KeptFault | null
  readonly durationMs: number
}

const COLUMNS = 'id, answers_seq, name, arguments, status, result, detail, duration_ms'

/** All SQL about what assistants have asked of their tools. */
export const toolCallQueries = oncePerDb((sql) => {
  const begin = sql.write<[NewCall], ToolCallRow>(`
    INSERT INTO tool_calls (conversation_id, answers_seq, name, arguments, status, created_at)
    VALUES (:conversationId, :answersSeq, :name, :args, 'running', :now)
    RETURNING ${COLUMNS}
  `)
  const end = sql.write<[Ending], ToolCallRow>(`
    UPDATE tool_calls SET status = :status, result = :result, detail = :detail, duration_ms = :durationMs
    WHERE id = :id AND status = 'running' RETURNING ${COLUMNS}
  `)
  const between = sql.read<[number, number, number], ToolCallRow>(`
    SELECT ${COLUMNS} FROM tool_calls
    WHERE conversation_id = ? AND answers_seq BETWEEN ? AND ? ORDER BY answers_seq, id
  `)

  return {
    begin: (tx: Tx, call: NewCall) => begin.get(tx, call)!,
    /** Ends a call; undefined when it is gone, or was ended before. */
    end: (tx: Tx, ending: Ending) => end.get(tx, ending),
    /** Those made to answer the messages with these sequence numbers, both included. */
    between: (conversationId: number, first: number, last: number) =>
      between.all(conversationId, first, last),
  }
})
