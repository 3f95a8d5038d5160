import type { ClientRequest, RequestOptions } from 'node:http'
import { isIP } from 'node:net'
import { fault } from '#contracts/faults.ts'
import { isLocalhost } from '#contracts/loopback.ts'
import type { Context, HostAddress } from '../../context.ts'
import { reachOf } from './address.ts'
import type { OnBehalf } from './on-behalf.ts'
import { OutgoingError } from './outgoing-error.ts'
import { assertAllowed, parseTarget, type Target } from './policy.ts'

/** Dependencies of an outgoing call, including its network policy. Without `connections` none is kept open. */
export type ConnectNeeds = OnBehalf &
  Pick<Context, 'lookup' | 'port' | 'version'> &
  Partial<Pick<Context, 'connections'>>

/** A checked route to a target. */
export interface Route {
  readonly target: Target
  /** A `lookup` for the connection that returns the checked addresses, whatever DNS says by now. */
  readonly lookup: NonNullable<RequestOptions['lookup']>
  /** Checks the connection of a request as well: however it was made, nothing is sent to an address that may not be called. */
  readonly guard: (req: ClientRequest) => void
}

/**
 * Resolves a user-supplied URL. Every address of its host is checked.
 * @param hasSecret only private addresses may be called without encryption, then
 * @throws OutgoingError `blocked`, or the signal's reason
 */
export async function routeTo(
  context: ConnectNeeds,
  url: string,
  signal: AbortSignal,
  hasSecret = false,
): Promise<Route> {
  const target = parseTarget(url)
  const addresses = await orAborted(resolve(context, target), signal)
  if (hasSecret) assertSealed(target, addresses)
  return {
    target,
    lookup: pinnedTo(addresses),
    guard: (req) => guard(context, target, req),
  }
}

/** Resolves the addresses of a host; all of them must be allowed, or a name could mix allowed and forbidden ones. */
async function resolve(context: ConnectNeeds, target: Target): Promise<readonly HostAddress[]> {
  const addresses = fixedAddresses(target.host) ?? (await context.lookup(target.host))
  for (const { address } of addresses) assertAllowed(context, target, address)
  if (addresses.length === 0) throw new Error(`${target.host} has no address`)
  return addresses
}

/** Keeps a secret from the wires of strangers: what is private was listed by the operator. */
function assertSealed({ url, isFixed }: Target, addresses: readonly HostAddress[]): void {
  if (url.protocol === 'https:') return
  if (addresses.some(({ address }) => reachOf(address) === 'public'))
    throw new OutgoingError('blocked', fault('api_tls_required'), isFixed)
}

/** Addresses of hosts that are never looked up in DNS. */
function fixedAddresses(host: string): readonly HostAddress[] | undefined {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  return isLocalhost(host) ? LOOPBACK : undefined
}

const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

function pinnedTo(addresses: readonly HostAddress[]): Route['lookup'] {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first!.address, first!.family)
  }
}

function guard(context: ConnectNeeds, target: Target, req: ClientRequest): void {
  req.once('socket', (socket) => {
    const check = () => {
      try {
        assertAllowed(context, target, socket.remoteAddress ?? '')
      } catch (error) {
        req.destroy(error as Error)
      }
    }
    if (socket.connecting) socket.prependOnceListener('connect', check)
    else check()
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
