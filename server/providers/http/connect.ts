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
  /** Uses an open connection if there is one, and keeps it open afterwards; false by default. */
  readonly keepsConnection?: boolean | undefined
  /** Has a secret, which goes to no public address without encryption; false by default. */
  readonly hasSecret?: boolean | undefined
  /** Called with the headers actually sent. */
  readonly onSend?: ((headers: OutgoingHttpHeaders) => void) | undefined
}

/**
 * Calls a user-supplied address and returns the response as soon as its headers have arrived. Every address of the host is
 * checked, the connection is pinned to one of those and checked again, redirects are not followed, nothing is decompressed. All
 * outgoing HTTP requests to such addresses go through here. If the peer closes a kept connection as the request is
 * sent on it, the request is repeated once on a new one.
 */
export async function connect(
  context: ConnectNeeds,
  request: OutgoingRequest,
): Promise<IncomingMessage> {
  const route = await routeTo(context, request.url, request.signal, request.hasSecret)
  try {
    return await exchange(context, request, route)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    return await exchange(context, { ...request, keepsConnection: false }, route)
  }
}

/** The peer had closed the kept connection that a request was sent on. */
class StaleConnection extends Error {}

function exchange(
  { version, connections }: Pick<ConnectNeeds, 'version' | 'connections'>,
  { method, headers, body, signal, onOpen, keepsConnection, onSend }: OutgoingRequest,
  { target, lookup, guard }: Route,
): Promise<IncomingMessage> {
  const { url, host, port } = target
  const kept = keepsConnection ? connections : undefined
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
        ...(!kept && { connection: 'close' }),
      },
      agent: kept?.agentFor(url.protocol) ?? false,
      lookup,
      signal,
    })
    req.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = req.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
      reject(isStale ? new StaleConnection() : error)
    })
    req.once('close', () => reject(new Error('The connection was closed without an answer')))
    req.once('socket', (socket) => {
      if (req.reusedSocket) onOpen?.()
      else if (onOpen) socket.prependOnceListener(isEncrypted ? 'secureConnect' : 'connect', onOpen)
    })
    guard(req)
    onSend?.(req.getHeaders())
    req.once('response', resolve)
    req.end(body)
  })
}
