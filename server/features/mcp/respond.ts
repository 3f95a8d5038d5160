import type { RequestListener } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import type { Request as ExpressRequest } from 'express'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { may } from '../../http/policy.ts'
import type { Operator } from '../../http/principal.ts'
import { callTool } from './call-tool.ts'
import { createTools, type McpTool } from './tools.ts'

type Needs = Pick<Context, 'now' | 'randomBytes' | 'version' | 'origin'> & {
  /** Answers a request made in this process. */
  readonly serve: RequestListener
}

interface Message {
  readonly body: unknown
  readonly principal: Operator
  /** The request that carries it. */
  readonly req: ExpressRequest
}

/** Told to the model once, at the start. */
const INSTRUCTIONS =
  'Parley is the desk behind a website’s chat bubble. Conversations are chats with visitors; calls and text messages are lists of their own. Answer visitors with reply_to_conversation only when you were asked to: they read it at once. Ids of conversations are UUIDs, all others integers. Times are UTC.'

const TOOLS = createTools()

/**
 * Answers one message of the protocol.
 * @throws AppError `bad_request` for anything else
 */
export async function respond(
  context: Needs,
  { body, principal, req }: Message,
): Promise<Response> {
  if (!JSONRPCMessageSchema.safeParse(body).success) throw new AppError('bad_request')
  const server = serverFor(context, req, principal)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const url = `${context.origin()}/api/mcp`
    const response = await transport.handleRequest(
      new Request(url, { method: 'POST', headers: headersOf(req) }),
      { parsedBody: body },
    )
    // The body is read before the server closes.
    return new Response(await response.text(), { status: response.status })
  } finally {
    await server.close()
  }
}

function serverFor(context: Needs, req: ExpressRequest, principal: Operator): Server {
  const allowed = TOOLS.filter(({ endpoint: { capability, alsoNeeds = capability } }) =>
    [capability, alsoNeeds].every((one) => may(principal, one)),
  )
  const server = new Server(
    { name: 'parley', title: 'Parley', version: context.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: allowed.map(listed) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: input = {} } }) => {
    const tool = allowed.find((one) => one.name === name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}`)
    return callTool(context, context.serve, { tool, input, req })
  })
  return server
}

const listed = ({ name, endpoint, inputSchema }: McpTool) => {
  const { summary, description, method, confirm, plane } = endpoint
  return {
    name,
    title: summary,
    description: description ? `${summary}. ${description}` : summary,
    inputSchema,
    annotations: {
      readOnlyHint: method === 'get',
      destructiveHint: method === 'delete' || confirm !== undefined,
      openWorldHint: plane === 'operator' && endpoint.capability === 'outreach',
    },
  }
}

/** The headers that the transport reads; all clients take JSON. */
function headersOf({ headers }: ExpressRequest): Record<string, string> {
  const version = headers['mcp-protocol-version']
  return {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
  }
}
