import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import type { Context } from '../../../context.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import type { AssistantRow } from '../../assistants/row.ts'
import { knowledgeTool } from '../../knowledge/tool.ts'
import { mcpTools } from '../mcp-servers/mcp-tools.ts'
import { faultOf, inputSchemaOf } from '../tools/arguments.ts'
import { assistantTransferTools, type Transfers } from '../tools/assistant-transfer.ts'
import { calendarTools } from '../tools/calendar.ts'
import { endCallTool } from '../tools/end-call.ts'
import {
  done,
  type OfferedTool,
  type OfferNeeds,
  refused,
  type ToolNeeds,
} from '../tools/offered.ts'
import { toolQueries } from '../tools/queries.ts'
import { storedTool } from '../tools/stored-tool.ts'

/** Tools that the operator has configured for an assistant: no others ever run. */
export interface Toolbox {
  readonly userId: number
  readonly timezone: string
  readonly builtIn: readonly BuiltInTool[]
  readonly toolIds: readonly number[]
  readonly mcpToolIds: readonly number[]
  /** Transfers to other assistants; undefined where there are none. */
  readonly transfers?: Transfers | undefined
  /** Its knowledge base and search settings. */
  readonly knowledge: Pick<AssistantRow, 'knowledgebase_id' | 'knowledgebase_mode'> & {
    readonly language: string
  }
}

/** The functions that a model may call in a chat, without those that need a phone line. */
export function offerTools(
  context: OfferNeeds & SearchNeeds,
  { userId, timezone, builtIn, toolIds, mcpToolIds, knowledge, transfers }: Toolbox,
): readonly OfferedTool[] {
  const own = toolQueries(context.db)
  const caller = onBehalfOf(context, userId)
  const custom = toolIds.flatMap((id) => own.find(userId, id) ?? [])
  const all = [
    ...searchTool(context, knowledge),
    ...builtIn.flatMap((tool) => offerBuiltIn(caller, tool, timezone)),
    ...(transfers ? assistantTransferTools(context, { userId, builtIn, transfers }) : []),
    ...custom.map((row) => storedTool(caller, row)),
    ...mcpTools(caller, userId, mcpToolIds),
  ]
  // Functions of the same name could not be told apart.
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

type SearchNeeds = Pick<Context, 'models' | 'log'>

const SEARCH = 'search_knowledge'

/** Reports whether one of these tools searches the knowledge base. */
export const isSearchable = (tools: readonly OfferedTool[]): boolean => tools.some(isSearch)

/** Reports whether a tool searches the knowledge base. */
export const isSearch = ({ name }: OfferedTool): boolean => name === SEARCH

/** The assistant's tool to search its knowledge base. */
function searchTool(
  context: Parameters<typeof knowledgeTool>[0],
  knowledge: Toolbox['knowledge'],
): readonly OfferedTool[] {
  if (knowledge.knowledgebase_mode !== 'function_call') return []
  const tool = knowledgeTool(context, knowledge)
  if (!tool) return []
  const { description, schema, run } = tool
  const query = [
    { name: 'query', type: 'string' as const, description: schema.properties.query.description },
  ]
  return [
    {
      name: SEARCH,
      description,
      inputSchema: inputSchemaOf(query),
      changesThings: false,
      async run(args) {
        const fault = faultOf(query, args)
        if (fault !== undefined) return refused(fault)
        const { result } = await run(String(args['query']))
        return done(JSON.stringify(result))
      },
    },
  ]
}
