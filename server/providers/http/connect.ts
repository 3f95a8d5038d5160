import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import { type ConnectNeeds, type Route, routeTo } from './route.ts'

interface OutgoingRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
  /** Ends the call whenever it aborts, also while its answer is read. */
  readonly signal: AbortSignal
  /** Told once the connection is there, its encryption included: only then does any of the request leave. */
  readonly onOpen?: (() => void) | undefined
  /** Told which headers are really sent. */
  readonly onSend?: ((headers: OutgoingHttpHeaders) => void) | undefined
}

/**
 * Calls an address that a user has given, and returns the answer as soon as its headers are there. Every address of the
 * host is checked, the connection goes to one of those and is checked again, redirects are not followed, nothing is
 * decompressed. All outgoing requests to such addresses begin here.
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
      // A connection of its own: one that was kept open would have been checked for another call.
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
