import { inEnglish } from '#contracts/catalogues.ts'
import type { FunctionCall } from '#contracts/public-chat.ts'
import type { ToolCall } from '#contracts/tool-calls.ts'
import type { ToolCallRow } from './call-queries.ts'

/** Converts a call for the desk. */
export function presentToolCall(row: ToolCallRow, localizer = inEnglish): ToolCall {
  const { id, name, status, result, duration_ms } = row
  const detail = localizer.translateStored(row.detail)
  return { id, name, arguments: JSON.parse(row.arguments), status, result, detail, duration_ms }
}

/** Converts a call for the public API. */
export function presentFunctionCall(row: ToolCallRow): FunctionCall {
  return { name: row.name, arguments: JSON.parse(row.arguments), result: row.result }
}
