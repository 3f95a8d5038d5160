import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import type { Context } from '../../context.ts'
import { calendarTools } from '../tools/calendar.ts'
import { customTool } from '../tools/custom.ts'
import { endCallTool } from '../tools/end-call.ts'
import type { OfferedTool, ToolNeeds } from '../tools/offered.ts'
import { presentTool } from '../tools/present.ts'
import { toolQueries } from '../tools/queries.ts'

/** What an assistant has for its work, as it is set by its operator: nothing else is ever run. */
export interface Toolbox {
  readonly userId: number
  readonly timezone: string
  readonly builtIn: readonly BuiltInTool[]
  readonly toolIds: readonly number[]
}

/** The functions that a model may call in a chat. Tools that need a phone line are not among them. */
export function offerTools(
  context: ToolNeeds & Pick<Context, 'db'>,
  { userId, timezone, builtIn, toolIds }: Toolbox,
): readonly OfferedTool[] {
  const own = toolQueries(context.db)
  const custom = toolIds.flatMap((id) => own.find(userId, id) ?? [])
  const all = [
    ...builtIn.flatMap((tool) => offerBuiltIn(context, tool, timezone)),
    ...custom.map((row) => customTool(context, presentTool(row))),
  ]
  // Two of one name could not be told apart.
  return all.filter(({ name }, index) => all.findIndex((tool) => tool.name === name) === index)
}

function offerBuiltIn(
  context: ToolNeeds,
  tool: BuiltInTool,
  timezone: string,
): readonly OfferedTool[] {
  switch (tool.type) {
    case 'end_call':
      return [endCallTool(tool)]
    case 'calendar_integration':
      return calendarTools(context, tool, timezone)
    default:
      return []
  }
}
