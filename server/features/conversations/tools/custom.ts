import type { JsonObject } from '#contracts/scalars.ts'
import type { Tool } from '#contracts/tools.ts'
import { type GuardedResponse, guardedFetch } from '../../../providers/http/guarded-fetch.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { faultOf, inputSchemaOf } from './arguments.ts'
import {
  done,
  failed,
  type OfferedTool,
  refused,
  type ToolNeeds,
  type ToolOutcome,
} from './offered.ts'
import { hiding, readable } from './result-text.ts'

export type CustomTool = Omit<Tool, 'id' | 'created_at'>

/** Outgoing request of a call. */
export interface ToolRequest {
  readonly method: Tool['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Observer of a call's request. */
interface CallObserver {
  readonly onSend: (request: ToolRequest) => void
  readonly onAnswer: (response: GuardedResponse) => void
}

/** An operator's HTTP tool as offered to models. Its address and headers come from the tool, never from the model. */
export function customTool(
  context: ToolNeeds,
  tool: CustomTool,
  onlooker?: CallObserver,
): OfferedTool {
  const { name, description, method, schema, headers } = tool
  const hide = hiding(headers.map(({ value }) => value))
  return {
    name,
    description,
    inputSchema: inputSchemaOf(schema),
    changesThings: method !== 'GET',
    async run(args, signal) {
      const fault = faultOf(schema, args)
      return fault === undefined
        ? hide(await call(context, tool, args, signal, onlooker))
        : refused(fault)
    },
  }
}

async function call(
  context: ToolNeeds,
  tool: CustomTool,
  args: JsonObject,
  signal: AbortSignal,
  onlooker?: CallObserver,
): Promise<ToolOutcome> {
  const { toolReadBytes: maxBytes } = context.config.limits
  try {
    const timeoutMs = tool.timeout * 1000
    const request = requestOf(tool, args)
    const onSend = () => onlooker?.onSend(request)
    const sent = { ...request, timeoutMs, maxBytes, signal, onSend }
    const response = await guardedFetch(context, sent)
    onlooker?.onAnswer(response)
    return outcomeOf(context, response)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return failed(SENTENCES[error.code], error.fault)
  }
}

/** Errors for the model; only the desk sees the exact reason, because it may reveal the operator's network. */
export const SENTENCES = {
  blocked: 'The tool could not be reached.',
  timeout: 'The tool did not answer in time.',
  failed: 'The tool could not be reached.',
  stopped: 'The call was given up because it took too long.',
} as const satisfies Record<OutgoingError['code'], string>

/** Builds the request of a call: arguments become a JSON body, or the query if the method has no body. */
function requestOf({ method, endpoint, headers }: CustomTool, args: JsonObject): ToolRequest {
  const own = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]))
  if (method === 'GET') {
    const url = new URL(endpoint)
    for (const [name, value] of Object.entries(args)) url.searchParams.set(name, String(value))
    return { method, url: url.href, headers: own }
  }
  const body = JSON.stringify(args)
  const about = {
    'content-type': 'application/json',
    ...own,
    // Node omits it for methods that rarely have a body.
    'content-length': String(Buffer.byteLength(body)),
  }
  return { method, url: endpoint, headers: about, body }
}

function outcomeOf({ config }: ToolNeeds, response: GuardedResponse): ToolOutcome {
  const { status } = response
  const text = readable(response, config.limits.toolResultChars)
  if (status < 200 || status > 299)
    return failed(`The tool answered with HTTP ${status}${text === '' ? '.' : `: ${text}`}`)
  return done(text === '' ? 'Done.' : text)
}
