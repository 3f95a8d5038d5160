import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Context } from '../../context.ts'
import { connect } from './connect.ts'
import { asOutgoing } from './outgoing-error.ts'
import type { ConnectNeeds } from './route.ts'
import { startTimeLimit } from './time-limit.ts'

type Needs = ConnectNeeds & Pick<Context, 'sleep'>

/** A call to a user-supplied address. */
export interface GuardedRequest {
  readonly url: string
  /** GET by default. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Total timeout, from the name look-up to the last byte, ms. */
  readonly timeoutMs: number
  /** Maximum length of the response body, bytes; the rest is cut off. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
  /** Uses an open connection if there is one, and keeps it open afterwards; false by default. */
  readonly keepsConnection?: boolean
  /** Has a secret, which goes to no public address without encryption; false by default. */
  readonly hasSecret?: boolean
  /** Called with all headers when the request is sent; never called if the address may not be called. */
  readonly onSend?: (headers: OutgoingHttpHeaders) => void
}

/** A response with any status; redirects are returned too, since none is followed. */
export interface GuardedResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As received: nothing is decompressed. */
  readonly body: Buffer
  /** True if the body was longer than `maxBytes`. */
  readonly isCut: boolean
}

/**
 * Calls a user-supplied address: webhooks, tools, websites to crawl. `connect.ts` describes the checks.
 * @throws OutgoingError if there is no complete response
 */
export async function guardedFetch(
  context: Needs,
  request: GuardedRequest,
): Promise<GuardedResponse> {
  const {
    url,
    method = 'GET',
    headers = {},
    body,
    timeoutMs,
    maxBytes,
    keepsConnection,
    hasSecret,
    onSend,
  } = request
  let isOpen = false
  const onOpen = () => {
    isOpen = true
  }
  const limit = startTimeLimit(context, timeoutMs)
  const signal = AbortSignal.any([limit.signal, ...(request.signal ? [request.signal] : [])])
  try {
    const sent = { url, method, headers, body, signal, onOpen, keepsConnection, hasSecret, onSend }
    return await readBody(await connect(context, sent), maxBytes)
  } catch (error) {
    throw asOutgoing(error, signal, isOpen)
  } finally {
    limit.cancel()
  }
}

async function readBody(res: IncomingMessage, maxBytes: number): Promise<GuardedResponse> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of res as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    // Leaving the loop closes the connection.
    if (length > maxBytes) break
  }
  return {
    status: res.statusCode!,
    headers: res.headers,
    body: Buffer.concat(chunks).subarray(0, maxBytes),
    isCut: length > maxBytes,
  }
}
