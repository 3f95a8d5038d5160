import { inEnglish } from '#contracts/catalogues.ts'
import type { FunctionCall } from '#contracts/public-chat.ts'
import type { ToolCall } from '#contracts/tool-calls.ts'
import type { ToolCallRow } from './call-queries.ts'

/** A call as the desk sees it. */
export function presentToolCall(row: ToolCallRow, localizer = inEnglish): ToolCall {
  const { id, name, status, result, duration_ms } = row
  const detail = localizer.sayKept(row.detail)
  return { id, name, arguments: JSON.parse(row.arguments), status, result, detail, duration_ms }
}

/** A call as the public API gives it. */
export function presentFunctionCall(row: ToolCallRow): FunctionCall {
  return { name: row.name, arguments: JSON.parse(row.arguments), result: row.result }
}
