import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import { CALL, type ToolCallRow } from '../tools/call-queries.ts'

/** A call that a person decides. */
export interface AskedCallRow extends ToolCallRow {
  readonly conversation_id: number
  readonly tool_id: number | null
  readonly mcp_tool_id: number | null
  readonly settled_seq: number | null
  /** 1 if the conversation needs a person because of it. */
  readonly is_flagged: number
}

interface NewQuestion {
  readonly callId: number
  readonly toolId: number | null
  readonly mcpToolId: number | null
  readonly expiresAt: number
}

interface NewCall {
  readonly conversationId: number
  readonly answersSeq: number
  readonly name: string
  readonly args: string
  readonly now: number
}

interface Decision {
  readonly id: number
  readonly conversationId: number
  readonly status: 'approved' | 'declined'
  /** For the model; null if the call is made. */
  readonly result: string | null
  readonly by: number
  readonly isAlways: boolean
  readonly reason: string | null
  readonly now: number
}

const ASKED = `
  ${CALL}, conversation_id,
  (SELECT tool_id FROM tool_approvals WHERE call_id = tool_calls.id) AS tool_id,
  (SELECT mcp_tool_id FROM tool_approvals WHERE call_id = tool_calls.id) AS mcp_tool_id,
  (SELECT settled_seq FROM tool_approvals WHERE call_id = tool_calls.id) AS settled_seq,
  (SELECT is_flagged FROM tool_approvals WHERE call_id = tool_calls.id) AS is_flagged
`

/** All SQL for tool calls that a person approves first. */
export const toolApprovalQueries = oncePerDb((sql) => {
  const find = sql.read<[number], AskedCallRow>(`
    SELECT ${ASKED} FROM tool_calls
    WHERE id = ? AND EXISTS (SELECT 1 FROM tool_approvals WHERE call_id = tool_calls.id)
  `)
  const open = sql.read<[number], AskedCallRow>(`
    SELECT ${ASKED} FROM tool_calls
    WHERE conversation_id = ? AND status IN ('waiting', 'approved', 'running')
      AND EXISTS (SELECT 1 FROM tool_approvals WHERE call_id = tool_calls.id)
    ORDER BY id
  `)
  const insert = sql
    .write<[NewCall], number>(`
      INSERT INTO tool_calls (conversation_id, answers_seq, name, arguments, status, created_at)
      VALUES (:conversationId, :answersSeq, :name, :args, 'waiting', :now) RETURNING id
    `)
    .pluck()
  const question = sql.write<[NewQuestion]>(`
    INSERT INTO tool_approvals (call_id, tool_id, mcp_tool_id, expires_at)
    VALUES (:callId, :toolId, :mcpToolId, :expiresAt)
  `)
  const flagged = sql.write<[number]>('UPDATE tool_approvals SET is_flagged = 1 WHERE call_id = ?')
  const lastFlagged = sql
    .read<[number], number | null>(`
      SELECT max(answers_seq) FROM tool_approvals JOIN tool_calls ON tool_calls.id = call_id
      WHERE conversation_id = ? AND is_flagged = 1
    `)
    .pluck()
  const decide = sql.write<[Omit<Decision, 'isAlways' | 'reason' | 'by'>]>(`
    UPDATE tool_calls SET status = :status, result = :result
    WHERE id = :id AND conversation_id = :conversationId AND status = 'waiting' AND EXISTS (
      SELECT 1 FROM tool_approvals WHERE call_id = tool_calls.id AND expires_at > :now
    )
  `)
  const decided = sql.write<[Record<string, number | string | null>]>(`
    UPDATE tool_approvals SET decided_by = :by, decided_at = :now, is_always = :isAlways, reason = :reason
    WHERE call_id = :id
  `)
  const start = sql.write<[number]>(
    "UPDATE tool_calls SET status = 'running' WHERE id = ? AND status = 'approved'",
  )
  const expire = sql.write<[string, number]>(
    "UPDATE tool_calls SET status = 'expired', result = ? WHERE id = ? AND status = 'waiting'",
  )
  const settle = sql.write<[number]>(`
    UPDATE tool_approvals SET settled_seq = (
      SELECT message_count FROM conversations JOIN tool_calls ON tool_calls.conversation_id = conversations.id
      WHERE tool_calls.id = call_id
    )
    WHERE call_id = ? AND settled_seq IS NULL
  `)

  return {
    /** A call that asks first. */
    find: (id: number) => find.get(id),
    /** Calls of a conversation that are not decided, or not made yet. */
    open: (conversationId: number) => open.all(conversationId),
    /** Adds a call that waits for a person. */
    insert(tx: Tx, call: NewCall, about: Omit<NewQuestion, 'callId'>): AskedCallRow {
      const callId = insert.get(tx, call)!
      question.run(tx, { ...about, callId })
      return find.get(callId)!
    },
    /** Notes that the conversation needs a person because of this call. */
    flag: (tx: Tx, id: number) => flagged.run(tx, id),
    /** Sequence number of the last message because of whose calls the conversation needs a person. */
    lastFlagged: (conversationId: number) => lastFlagged.get(conversationId) ?? undefined,
    /** Approves or declines a call; false if it no longer waits. */
    decide(tx: Tx, { by, isAlways, reason, ...decision }: Decision): boolean {
      if (decide.run(tx, decision).changes === 0) return false
      const { id, now } = decision
      decided.run(tx, { id, now, by, isAlways: Number(isAlways), reason })
      return true
    },
    /** Marks an approved call as being made; false if it was already. */
    start: (tx: Tx, id: number) => start.run(tx, id).changes === 1,
    /** Gives up a call that still waits; false if it was decided. */
    expire: (tx: Tx, id: number, result: string) => expire.run(tx, result, id).changes === 1,
    /** Notes the last message at the time when the outcome was known; false if that is noted already. */
    settle: (tx: Tx, id: number) => settle.run(tx, id).changes === 1,
  }
})
