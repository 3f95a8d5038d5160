import http, { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import { isIP, type Socket } from 'node:net'
import { isLocalhost } from '#contracts/loopback.ts'
import type { Context, HostAddress } from '../../context.ts'
import type { OnBehalf } from './on-behalf.ts'
import { assertAllowed, parseTarget, type Target } from './policy.ts'

/** Dependencies of an outgoing call, and the rules it follows. */
export type ConnectNeeds = OnBehalf & Pick<Context, 'lookup' | 'port' | 'version'>

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
 * decompressed. All outgoing calls to such addresses begin here.
 */
export async function connect(
  context: ConnectNeeds,
  request: OutgoingRequest,
): Promise<IncomingMessage> {
  const target = parseTarget(request.url)
  const addresses = await orAborted(resolve(context, target), request.signal)
  return await exchange(context, request, target, addresses)
}

/** The addresses of a host; all of them must be allowed, or a name could mix a good one with a bad one. */
async function resolve(context: ConnectNeeds, target: Target): Promise<readonly HostAddress[]> {
  const addresses = fixedAddresses(target.host) ?? (await context.lookup(target.host))
  for (const { address } of addresses) assertAllowed(context, target, address)
  if (addresses.length === 0) throw new Error(`${target.host} has no address`)
  return addresses
}

/** The addresses of a host that no name server has a say in. */
function fixedAddresses(host: string): readonly HostAddress[] | undefined {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  return isLocalhost(host) ? LOOPBACK : undefined
}

const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

function exchange(
  context: ConnectNeeds,
  { method, headers, body, signal, onOpen, onSend }: OutgoingRequest,
  target: Target,
  addresses: readonly HostAddress[],
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
        'user-agent': `Parley/${context.version}`,
        'accept-encoding': 'identity',
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        host: url.host,
        connection: 'close',
      },
      // A connection of its own: one that was kept open would have been checked for another call.
      agent: false,
      lookup: pinnedTo(addresses),
      signal,
    })
    req.on('error', reject)
    req.once('close', () => reject(new Error('The connection was closed without an answer')))
    req.once('socket', (socket) => {
      if (onOpen) socket.prependOnceListener(isEncrypted ? 'secureConnect' : 'connect', onOpen)
      checkConnection(context, target, req, socket)
    })
    onSend?.(req.getHeaders())
    req.once('response', resolve)
    req.end(body)
  })
}

type Lookup = NonNullable<http.RequestOptions['lookup']>

/** Gives a connection the addresses that were checked, whatever the name server says by now. */
function pinnedTo(addresses: readonly HostAddress[]): Lookup {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first!.address, first!.family)
  }
}

/** Whatever the way there was, nothing is sent to an address that may not be called. */
function checkConnection(
  context: ConnectNeeds,
  target: Target,
  req: ClientRequest,
  socket: Socket,
): void {
  socket.prependOnceListener('connect', () => {
    try {
      assertAllowed(context, target, socket.remoteAddress ?? '')
    } catch (error) {
      req.destroy(error as Error)
    }
  })
}

function orAborted<value>(promise: Promise<value>, signal: AbortSignal): Promise<value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
