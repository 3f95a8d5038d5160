import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import { type ConnectNeeds, type Route, routeTo } from './route.ts'

interface OutgoingRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
  /** Aborts the call at any time, even while its response is being read. */
  readonly signal: AbortSignal
  /** Called once the connection is open, including TLS: no part of the request leaves before that. */
  readonly onOpen?: (() => void) | undefined
  /** Called with the headers actually sent. */
  readonly onSend?: ((headers: OutgoingHttpHeaders) => void) | undefined
}

/**
 * Calls a user-supplied address and returns the response as soon as its headers have arrived. Every address of the host is
 * checked, the connection is pinned to one of those and checked again, redirects are not followed, nothing is decompressed. All
 * outgoing HTTP requests to such addresses go through here.
 */
export async function connect(
  context: ConnectNeeds,
  request: OutgoingRequest,
): Promise<IncomingMessage> {
  const route = await routeTo(context, request.url, request.signal)
  return await exchange(context, request, route)
}

function exchange(
  { version }: Pick<ConnectNeeds, 'version'>,
  { method, headers, body, signal, onOpen, onSend }: OutgoingRequest,
  { target, lookup, guard }: Route,
): Promise<IncomingMessage> {
  const { url, host, port } = target
  return new Promise((resolve, reject) => {
    const isEncrypted = url.protocol === 'https:'
    const send = isEncrypted ? https.request : http.request
    const req = send({
      host,
      port,
      path: url.pathname + url.search,
      method,
      headers: {
        'user-agent': `Parley/${version}`,
        'accept-encoding': 'identity',
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        host: url.host,
        connection: 'close',
      },
      // Never reuses a pooled connection: it would have been checked for another call.
      agent: false,
      lookup,
      signal,
    })
    req.on('error', reject)
    req.once('close', () => reject(new Error('The connection was closed without an answer')))
    req.once('socket', (socket) => {
      if (onOpen) socket.prependOnceListener(isEncrypted ? 'secureConnect' : 'connect', onOpen)
    })
    guard(req)
    onSend?.(req.getHeaders())
    req.once('response', resolve)
    req.end(body)
  })
}
