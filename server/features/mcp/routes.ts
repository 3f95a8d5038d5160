/*
 * POST   /mcp  callMcp
 */
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
import type { Request } from 'express'
import { callMcp } from '#contracts/mcp.ts'
import { AppError } from '../../errors.ts'
import { may } from '../../http/policy.ts'
import type { Operator } from '../../http/principal.ts'
import type { Routes } from '../../http/routes.ts'
import { callTool } from './call-tool.ts'
import { createTools, type McpTool } from './tools.ts'

interface Extra {
  /** Answers a request made in this process. */
  readonly serve: RequestListener
}

/** Told to the model once, at the start. */
const INSTRUCTIONS =
  'Parley is the desk behind a website’s chat bubble. Conversations are chats with visitors; calls and text messages are lists of their own. Answer visitors with reply_to_conversation only when you were asked to: they read it at once. Ids of conversations are UUIDs, all others integers. Times are UTC.'

/** This Parley as a server of the Model Context Protocol. */
export const mcpRoutes: Routes<Extra> = (context) => {
  const { handle, serve, version, origin } = context
  const tools = createTools()

  function serverFor(req: Request, principal: Operator): Server {
    const allowed = tools.filter(({ endpoint }) => may(principal, endpoint.capability))
    const server = new Server(
      { name: 'parley', title: 'Parley', version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    )
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: allowed.map(listed) }))
    server.setRequestHandler(
      CallToolRequestSchema,
      ({ params: { name, arguments: input = {} } }) => {
        const tool = allowed.find((one) => one.name === name)
        if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}`)
        return callTool(context, serve, { tool, input, req })
      },
    )
    return server
  }

  handle(callMcp, async ({ principal, body, req, res }) => {
    if (!JSONRPCMessageSchema.safeParse(body).success) throw new AppError('bad_request')
    const server = serverFor(req, principal)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      const response = await transport.handleRequest(
        new Request(`${origin()}/api/mcp`, { method: 'POST', headers: headersOf(req) }),
        { parsedBody: body },
      )
      res.writeHead(response.status, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
      })
      res.end(await response.text())
    } finally {
      await server.close()
    }
    return {}
  })
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
function headersOf({ headers }: Request): Record<string, string> {
  const version = headers['mcp-protocol-version']
  return {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
  }
}
