import { faultOf } from './arguments.ts'
import { customTool } from './custom.ts'
import type { OfferedTool, ToolNeeds } from './offered.ts'
import { presentTool } from './present.ts'
import type { ToolRow } from './queries.ts'

/** A stored custom tool as offered to models. */
export function storedTool(context: ToolNeeds, row: ToolRow): OfferedTool {
  const tool = presentTool(row)
  const offered = customTool(context, tool)
  if (!tool.asks_first) return offered
  const asksFirst = {
    toolId: row.id,
    mcpToolId: null,
    faultOf: (args: Parameters<OfferedTool['run']>[0]) => faultOf(tool.schema, args),
  }
  return { ...offered, asksFirst }
}
