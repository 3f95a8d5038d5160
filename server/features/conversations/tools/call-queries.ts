import type { StoredFault } from '#contracts/faults.ts'
import type { ToolCallStatus } from '#contracts/tool-calls.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/write.ts'

export interface ToolCallRow {
  readonly id: number
  readonly answers_seq: number
  readonly name: string
  /** JSON. */
  readonly arguments: string
  readonly status: ToolCallStatus
  readonly result: string | null
  readonly detail: StoredFault | null
  readonly duration_ms: number | null
  readonly created_at: number
  /** JSON: the question to a person; null if the tool does not ask first. */
  readonly approval: string | null
}

interface NewCall {
  /** Id of the conversation, or of the telephone call. */
  readonly ownerId: number
  readonly answersSeq: number
  readonly name: string
  readonly args: string
  readonly now: number
}

interface Ending {
  readonly id: number
  readonly status: ToolCallStatus
  readonly result: string
  readonly detail: StoredFault | null
  readonly durationMs: number
}

const COLUMNS = 'id, answers_seq, name, arguments, status, result, detail, duration_ms, created_at'

/** The question to a person, times in ms since 1970. */
const APPROVAL = `(
  SELECT json_object(
    'expires_at', approvals.expires_at,
    'by', json(CASE WHEN operators.id IS NOT NULL THEN json_object('id', operators.id, 'name', operators.name) END),
    'decided_at', approvals.decided_at, 'is_always', approvals.is_always, 'reason', approvals.reason
  )
  FROM tool_approvals AS approvals LEFT JOIN operators ON operators.id = approvals.decided_by
  WHERE approvals.call_id = tool_calls.id
)`

/** Columns of calls in conversations. */
export const CALL = `${COLUMNS}, ${APPROVAL} AS approval`

/** Storage of calls: with messages of a conversation, or with turns of a telephone call. */
const TABLES = {
  conversation: { table: 'tool_calls', owner: 'conversation_id', columns: CALL },
  call: { table: 'call_tool_calls', owner: 'call_id', columns: `${COLUMNS}, NULL AS approval` },
} as const

function queriesOf(sql: Sql, { table, owner, columns }: (typeof TABLES)[keyof typeof TABLES]) {
  const begin = sql.write<[NewCall], ToolCallRow>(`
    INSERT INTO ${table} (${owner}, answers_seq, name, arguments, status, created_at)
    VALUES (:ownerId, :answersSeq, :name, :args, 'running', :now)
    RETURNING ${columns}
  `)
  const end = sql.write<[Ending], ToolCallRow>(`
    UPDATE ${table} SET status = :status, result = :result, detail = :detail, duration_ms = :durationMs
    WHERE id = :id AND status = 'running' RETURNING ${columns}
  `)
  const between = sql.read<[number, number, number], ToolCallRow>(`
    SELECT ${columns} FROM ${table}
    WHERE ${owner} = ? AND answers_seq BETWEEN ? AND ? ORDER BY answers_seq, id
  `)
  const during = sql.read<[number, number, number], ToolCallRow>(`
    SELECT ${columns} FROM ${table} WHERE ${owner} = ? AND created_at BETWEEN ? AND ? ORDER BY id
  `)

  return {
    begin: (tx: Tx, call: NewCall) => begin.get(tx, call)!,
    /** Ends a call; undefined if it is gone or had already ended. */
    end: (tx: Tx, ending: Ending) => end.get(tx, ending),
    /** Calls made to answer these messages or turns, inclusive. */
    between: (ownerId: number, first: number, last: number) => between.all(ownerId, first, last),
    /** Calls made in this period, ms since 1970, inclusive. */
    during: (ownerId: number, from: number, to: number) => during.all(ownerId, from, to),
  }
}

/** All SQL for tool calls in conversations. */
export const toolCallQueries = oncePerDb((sql) => queriesOf(sql, TABLES.conversation))

/** All SQL for tool calls during phone calls, which have no conversation. */
export const telephoneToolQueries = oncePerDb((sql) => queriesOf(sql, TABLES.call))
