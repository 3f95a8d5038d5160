import { z } from 'zod'
import { inputSchemaIn, type ToolSchema } from './input-schema.ts'
import type { LineOptions, McpNeeds } from './line.ts'
import { openMcpSession } from './session.ts'

/** A tool of a server, fit to be offered to models. */
export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: ToolSchema
  /** The server's own word that a call changes nothing. */
  readonly isReadOnly: boolean
}

/** The tools of a server. */
export interface ToolList {
  readonly tools: readonly ListedTool[]
  /** Number of listed tools that are left out: too many, or not describable to a model. */
  readonly leftOut: number
}

const MAX_PAGES = 10
const MAX_NAME = 128
const MAX_DESCRIPTION = 1000

const Page = z.object({
  tools: z.array(z.unknown()),
  nextCursor: z.string().optional().catch(undefined),
})

const Listed = z.object({
  name: z
    .string()
    .min(1)
    .max(MAX_NAME)
    .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name)),
  description: z.string().catch(''),
  inputSchema: z.unknown(),
  annotations: z.object({ readOnlyHint: z.boolean() }).partial().catch({}).optional(),
})

/**
 * Lists the tools of a server, at most `maxTools`.
 * @throws OutgoingError, McpRefusal
 */
export async function listMcpTools(
  context: McpNeeds,
  place: LineOptions,
  maxTools: number,
  signal: AbortSignal,
): Promise<ToolList> {
  const session = await openMcpSession(context, place, signal)
  try {
    const found = new Map<string, ListedTool>()
    let listed = 0
    let cursor: string | undefined
    for (let page = 0; page < MAX_PAGES && found.size < maxTools; page += 1) {
      const request = { method: 'tools/list', ...(cursor !== undefined && { params: { cursor } }) }
      const { tools, nextCursor } = await session.request(request, Page, signal)
      listed += tools.length
      for (const each of tools) {
        const tool = toolIn(each)
        if (tool && found.size < maxTools && !found.has(tool.name)) found.set(tool.name, tool)
      }
      cursor = nextCursor
      if (cursor === undefined) break
    }
    return { tools: [...found.values()], leftOut: listed - found.size }
  } finally {
    await session.close()
  }
}

function toolIn(listed: unknown): ListedTool | undefined {
  const { data } = Listed.safeParse(listed)
  const inputSchema = inputSchemaIn(data?.inputSchema)
  if (!data || !inputSchema) return undefined
  const description = data.description
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()
  return {
    name: data.name,
    description: description.slice(0, MAX_DESCRIPTION).toWellFormed(),
    inputSchema,
    isReadOnly: data.annotations?.readOnlyHint === true,
  }
}
