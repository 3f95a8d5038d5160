import { z } from 'zod'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { McpRefusal } from '../../../providers/mcp/failure.ts'
import type { ToolSchema } from '../../../providers/mcp/input-schema.ts'
import { type McpSession, openMcpSession } from '../../../providers/mcp/session.ts'
import { credentialsOf } from '../mcp-sign-ins/credentials.ts'
import { SENTENCES } from '../tools/custom.ts'
import {
  done,
  failed,
  type OfferedTool,
  type ToolNeeds,
  type ToolOutcome,
} from '../tools/offered.ts'
import { hiding, readable } from '../tools/result-text.ts'
import { toolsAsking, toolsOff } from './present.ts'
import { type McpServerRow, mcpServerQueries } from './queries.ts'
import { type McpToolRow, mcpToolQueries } from './tool-queries.ts'

/** The chosen tools of an account's MCP servers as offered to models, as they were listed last. */
export function mcpTools(
  context: ToolNeeds,
  userId: number,
  ids: readonly number[],
): readonly OfferedTool[] {
  const servers = new Map<number, Reached>()
  return ids.flatMap((id) => {
    const tool = mcpToolQueries(context.db).find(userId, id)
    if (tool?.is_available !== 1) return []
    const server = mcpServerQueries(context.db).find(userId, tool.mcp_server_id)
    if (server?.is_enabled !== 1 || toolsOff(server).includes(tool.name)) return []
    const reached = servers.get(server.id) ?? reach(context, server)
    servers.set(server.id, reached)
    return [offered(context, tool, server, reached)]
  })
}

function offered(
  context: ToolNeeds,
  tool: McpToolRow,
  server: McpServerRow,
  reached: Reached,
): OfferedTool {
  const hide = (outcome: ToolOutcome) => hiding([...reached.sent])(outcome)
  return {
    name: tool.function_name,
    description: tool.description,
    inputSchema: JSON.parse(tool.input_schema) as ToolSchema,
    changesThings: tool.is_read_only === 0,
    ...(toolsAsking(server).includes(tool.name) && {
      // The server itself validates the arguments.
      asksFirst: { toolId: null, mcpToolId: tool.id, faultOf: () => undefined },
    }),
    async run(args, signal) {
      const request = { method: 'tools/call', params: { name: tool.name, arguments: args } }
      try {
        const session = await reached.session(signal)
        return hide(outcomeOf(context, await session.request(request, Result, signal)))
      } catch (error) {
        if (error instanceof McpRefusal)
          return hide(cut(context, failed(`The tool refused: ${error.message}`)))
        reached.close()
        if (!(error instanceof OutgoingError)) throw error
        return hide(failed(SENTENCES[error.code], error.fault))
      }
    },
  }
}

interface Reached {
  /** Tokens that may have been sent. */
  readonly sent: ReadonlySet<string>
  /** The session of this turn, opened by its first call and closed with its signal. */
  session(signal: AbortSignal): Promise<McpSession>
  close(): void
}

function reach(context: ToolNeeds, server: McpServerRow): Reached {
  const { url, token } = server
  const { mcpCallMs: timeoutMs, toolReadBytes: maxBytes } = context.config.limits
  const sent = new Set<string>(token ? [token] : [])
  const credentials = credentialsOf(context, server, (each) => sent.add(each))
  let open: McpSession | undefined
  const close = () => {
    void open?.close()
    open = undefined
  }
  return {
    sent,
    close,
    async session(signal) {
      if (open) return open
      const place = { url, credentials, timeoutMs, maxBytes }
      const session = await openMcpSession(context, place, signal)
      open = session
      if (signal.aborted) close()
      else signal.addEventListener('abort', close, { once: true })
      return session
    },
  }
}

const Result = z.object({
  content: z.array(z.looseObject({ type: z.string() })).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
})

/** A result is data: text as it is, anything else by its name. */
function outcomeOf(
  context: ToolNeeds,
  { content, structuredContent, isError }: z.output<typeof Result>,
): ToolOutcome {
  const parts = content.map(textOf).filter((part) => part.trim() !== '')
  const isData = parts.length === 0 && structuredContent !== undefined
  const text = isData ? JSON.stringify(structuredContent) : parts.join('\n\n')
  if (isError) return cut(context, failed(text === '' ? 'The tool failed.' : text))
  return cut(context, done(text === '' ? 'Done.' : text))
}

const Part = z.object({
  text: z.string().optional().catch(undefined),
  mimeType: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  uri: z.string().optional().catch(undefined),
  resource: z.object({ text: z.string(), uri: z.string() }).partial().optional().catch(undefined),
})

function textOf(part: { readonly type: string }): string {
  const { text, mimeType, name, uri, resource } = Part.parse(part)
  if (part.type === 'text') return text ?? ''
  if (resource?.text !== undefined) return resource.text
  const about = [part.type, name, resource?.uri ?? uri, mimeType]
  return `[${about
    .filter((each) => each !== undefined)
    .join(' ')
    .slice(0, 300)}]`
}

function cut({ config }: ToolNeeds, outcome: ToolOutcome): ToolOutcome {
  const body = Buffer.from(outcome.result)
  return { ...outcome, result: readable({ body, isCut: false }, config.limits.toolResultChars) }
}
