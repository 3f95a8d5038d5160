import { fault } from '#contracts/faults.ts'
import { asOutgoing, OutgoingError } from '../http/outgoing-error.ts'

/** The server's own error response to a request; its message is the server's text. */
export class McpRefusal extends Error {
  override readonly name = 'McpRefusal'
}

/** The server asks for another authentication. */
export class McpUnauthorized extends OutgoingError {
  /** The `WWW-Authenticate` of the response. */
  readonly challenge: string | null

  constructor(challenge: string | null) {
    super('failed', faultOfStatus(401, ''))
    this.challenge = challenge
  }
}

/** Prefix that the protocol's library adds to messages of error responses. */
const PREFIX = /^MCP error -?\d+: /

/**
 * Converts any error of a request to a server: to its own error response, or to the reason why there is no response.
 * @param inTime signal of the request
 */
export function failureOf(error: unknown, url: string, inTime: AbortSignal): Error {
  // The library reports an abort as an error of its own.
  if (inTime.aborted) return asOutgoing(inTime.reason, inTime)
  if (error instanceof OutgoingError) return error
  if (!(error instanceof Error)) return asOutgoing(error, inTime)
  if (error.cause instanceof OutgoingError) return error.cause
  if (error.name === 'McpError') return new McpRefusal(error.message.replace(PREFIX, ''))
  // The response was complete, but not one of this protocol.
  return new OutgoingError('failed', fault('mcp_not_spoken', { url }))
}

/** Throws if the status of a response rules out a message of the protocol. */
export async function assertAnswers(response: Response, url: string): Promise<void> {
  const { status } = response
  if (response.ok) return
  await response.body?.cancel()
  if (status === 401) throw new McpUnauthorized(response.headers.get('www-authenticate'))
  throw new OutgoingError('failed', faultOfStatus(status, url))
}

function faultOfStatus(status: number, url: string) {
  if (status === 401 || status === 403) return fault('mcp_refuses_token', { status })
  if (status >= 300 && status < 400) return fault('provider_redirects', { url, status })
  if (status === 404 || status === 405) return fault('mcp_not_found', { url, status })
  return fault('mcp_status', { status })
}
