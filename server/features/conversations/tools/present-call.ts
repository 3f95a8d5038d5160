import { inEnglish } from '#contracts/catalogues.ts'
import type { FunctionCall } from '#contracts/public-chat.ts'
import type { ToolCall } from '#contracts/tool-calls.ts'
import { ifSet, toIso } from '../../../db/time.ts'
import type { ToolCallRow } from './call-queries.ts'

/** Converts a call for the desk. */
export function presentToolCall(row: ToolCallRow, localizer = inEnglish): ToolCall {
  const { id, name, status, result, duration_ms } = row
  const detail = localizer.translateStored(row.detail)
  const args = JSON.parse(row.arguments)
  const call = { id, name, arguments: args, status, result, detail, duration_ms }
  return row.approval === null ? call : { ...call, approval: presentApproval(row.approval) }
}

function presentApproval(stored: string): ToolCall['approval'] {
  const { expires_at, by, decided_at, is_always, reason } = JSON.parse(stored)
  return {
    expires_at: toIso(expires_at),
    by,
    decided_at: ifSet(decided_at, toIso),
    is_always: is_always === 1,
    reason,
  }
}

/** Converts a call for the public API. */
export function presentFunctionCall(row: ToolCallRow): FunctionCall {
  return { name: row.name, arguments: JSON.parse(row.arguments), result: row.result }
}
