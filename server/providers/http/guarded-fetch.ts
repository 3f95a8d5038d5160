import http, {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http'
import https from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { Context, HostAddress } from '../../context.ts'
import { OutgoingError } from './outgoing-error.ts'
import { assertAllowed, isLocalhost, parseTarget, type Target } from './policy.ts'

type Needs = Pick<Context, 'network' | 'sleep' | 'lookup' | 'port' | 'version'>

/** One call to an address that a user has given. */
export interface GuardedRequest {
  readonly url: string
  /** GET unless said otherwise. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** For everything together, from the look-up of the name to the last byte, ms. */
  readonly timeoutMs: number
  /** Bytes of the answer's body that are read; the rest is cut off. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
  /** Told all headers once the request goes out; never, when the address may not be called. */
  readonly onSend?: (headers: OutgoingHttpHeaders) => void
}

/** An answer, whatever its status; a redirect is one too, for nothing follows it. */
export interface GuardedResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As it came: nothing is decompressed. */
  readonly body: Buffer
  /** Whether the body was longer than `maxBytes`. */
  readonly isCut: boolean
}

/**
 * The one door for calls to addresses that users give: webhooks, tools, websites to learn from. Every address of the
 * host is checked, the connection goes to one of those and is checked again, redirects are not followed.
 * @throws OutgoingError when there is no whole answer.
 */
export async function guardedFetch(
  context: Needs,
  request: GuardedRequest,
): Promise<GuardedResponse> {
  const target = parseTarget(request.url)
  const way: Way = { isOpen: false }
  const over = new AbortController()
  const deadline = new AbortController()
  const { timeoutMs } = request
  const expire = () =>
    deadline.abort(new OutgoingError('timeout', `No whole answer within ${timeoutMs / 1000} s`))
  context.sleep(timeoutMs, over.signal).then(expire, () => undefined)
  const signal = AbortSignal.any([deadline.signal, ...(request.signal ? [request.signal] : [])])
  try {
    const addresses = await orAborted(resolve(context, target), signal)
    return await exchange(context, { ...request, signal }, { target, addresses, way })
  } catch (error) {
    throw asOutgoing(error, signal, way)
  } finally {
    over.abort()
  }
}

/** The addresses of a host; all of them must be allowed, or a name could mix a good one with a bad one. */
async function resolve(context: Needs, target: Target): Promise<readonly HostAddress[]> {
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

/** How far a call has come. */
interface Way {
  /** Whether the connection was there, its encryption included: only then does any of the request leave. */
  isOpen: boolean
}

interface Destination {
  readonly target: Target
  readonly addresses: readonly HostAddress[]
  readonly way: Way
}

function exchange(
  context: Needs,
  { method = 'GET', headers = {}, body, maxBytes, signal, onSend }: GuardedRequest,
  { target, addresses, way }: Destination,
): Promise<GuardedResponse> {
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
    req.once('error', reject)
    req.once('close', () => reject(new Error('The connection was closed without an answer')))
    req.once('socket', (socket) => {
      socket.prependOnceListener(isEncrypted ? 'secureConnect' : 'connect', () => {
        way.isOpen = true
      })
      checkConnection(context, target, req, socket)
    })
    onSend?.(req.getHeaders())
    req.once('response', (res) => readBody(res, maxBytes).then(resolve, reject))
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
function checkConnection(context: Needs, target: Target, req: ClientRequest, socket: Socket) {
  socket.prependOnceListener('connect', () => {
    try {
      assertAllowed(context, target, socket.remoteAddress ?? '')
    } catch (error) {
      req.destroy(error as Error)
    }
  })
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

function orAborted<value>(promise: Promise<value>, signal: AbortSignal): Promise<value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function asOutgoing(error: unknown, signal: AbortSignal, { isOpen }: Way): OutgoingError {
  const why = signal.aborted ? signal.reason : error
  if (why instanceof OutgoingError) {
    // What is blocked is blocked before a byte leaves, also on an open connection.
    const mayHaveLeft = isOpen && why.code !== 'blocked'
    return new OutgoingError(why.code, why.message, why.isFinal, mayHaveLeft)
  }
  return signal.aborted
    ? new OutgoingError('stopped', 'The call was given up', false, isOpen)
    : new OutgoingError('failed', sentenceOf(error), false, isOpen)
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut off',
  ENOTFOUND: 'The host name is not known',
  EAI_AGAIN: 'The host name could not be looked up',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too large',
}

function sentenceOf(error: unknown): string {
  // A host with several addresses fails with one error for each.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const { code, message } = first as { code?: string; message?: string }
  return SENTENCES[code ?? ''] ?? message ?? 'The call failed'
}
