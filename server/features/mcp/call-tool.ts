import type { IncomingMessage, RequestListener } from 'node:http'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import inject from 'light-my-request'
import { ApiError, createSender } from '#contracts/client.ts'
import { type Context, newUuid } from '../../context.ts'
import { CLIENT_ID, type McpTool } from './tools.ts'

/** Headers that say who calls, from where, and in which language. */
const FORWARDED = [
  'authorization',
  'cookie',
  'host',
  'origin',
  'parley-language',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

export interface ToolCall {
  readonly tool: McpTool
  readonly input: Readonly<Record<string, unknown>>
  /** The request that carries the call. */
  readonly req: IncomingMessage
}

/**
 * Calls the endpoint of a tool in this process, through all the checks of a request by the same caller. A refusal is a
 * result, so that the model can react to it.
 */
export async function callTool(
  context: Pick<Context, 'now' | 'randomBytes'>,
  serve: RequestListener,
  { tool: { endpoint }, input, req }: ToolCall,
): Promise<CallToolResult> {
  const send = createSender({ headers: forwarded(req), fetch: fetchHere(serve, req) })
  const pick = (part: { readonly shape: object } | undefined) =>
    Object.fromEntries(
      Object.keys(part?.shape ?? {}).flatMap((name) =>
        name in input ? [[name, input[name]]] : [],
      ),
    )
  const body = pick(endpoint.body)
  if (endpoint.body && CLIENT_ID in endpoint.body.shape) body[CLIENT_ID] ??= newUuid(context)
  try {
    const reply = await send(endpoint, {
      params: pick(endpoint.params),
      query: pick(endpoint.query),
      ...(endpoint.body && { body }),
    })
    return resultOf(reply)
  } catch (error) {
    if (error instanceof ApiError) return { ...resultOf(error.body), isError: true }
    throw error
  }
}

/** A reply as text and, if it is an object, as data. */
function resultOf(reply: unknown): CallToolResult {
  const isObject = typeof reply === 'object' && reply !== null && !Array.isArray(reply)
  return {
    content: [{ type: 'text', text: JSON.stringify(reply) }],
    ...(isObject && { structuredContent: reply as Record<string, unknown> }),
  }
}

const forwarded = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    FORWARDED.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

/** Keeps the methods of an injected request and response, whose prototypes Express replaces. */
function pinned(serve: RequestListener): RequestListener {
  return (req, res) => {
    for (const each of [req, res]) {
      const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(
        Object.getPrototypeOf(each),
      )
      Object.defineProperties(each, methods)
    }
    serve(req, res)
  }
}

/** A `fetch` that is answered by a listener of this process. */
function fetchHere(serve: RequestListener, { socket }: IncomingMessage): typeof fetch {
  return async (url, init) => {
    const { statusCode, headers, rawPayload } = await inject(pinned(serve), {
      url: String(url),
      method: init!.method!,
      headers: init!.headers as Record<string, string>,
      ...(typeof init!.body === 'string' && { payload: init!.body }),
      ...(socket.remoteAddress && { remoteAddress: socket.remoteAddress }),
    })
    return new Response(new Uint8Array(rawPayload), {
      status: statusCode,
      headers: headers as Record<string, string>,
    })
  }
}
