import type { ClientRequest, RequestOptions } from 'node:http'
import { isIP } from 'node:net'
import { isLocalhost } from '#contracts/loopback.ts'
import type { Context, HostAddress } from '../../context.ts'
import type { OnBehalf } from './on-behalf.ts'
import { assertAllowed, parseTarget, type Target } from './policy.ts'

/** Dependencies of an outgoing call, and the rules it follows. */
export type ConnectNeeds = OnBehalf & Pick<Context, 'lookup' | 'port' | 'version'>

/** A way to a target that may be called. */
export interface Route {
  readonly target: Target
  /** Gives a connection the addresses that were checked, whatever the name server says by now. */
  readonly lookup: NonNullable<RequestOptions['lookup']>
  /** Checks the connection of a request as well: whatever the way there was, nothing is sent to an address that may not be called. */
  readonly guard: (req: ClientRequest) => void
}

/**
 * Finds the way to an address that a user has given. Every address of the host is checked.
 * @throws OutgoingError `blocked`, or the signal's reason
 */
export async function routeTo(
  context: ConnectNeeds,
  url: string,
  signal: AbortSignal,
): Promise<Route> {
  const target = parseTarget(url)
  const addresses = await orAborted(resolve(context, target), signal)
  return {
    target,
    lookup: pinnedTo(addresses),
    guard: (req) => guard(context, target, req),
  }
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

function pinnedTo(addresses: readonly HostAddress[]): Route['lookup'] {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first!.address, first!.family)
  }
}

function guard(context: ConnectNeeds, target: Target, req: ClientRequest): void {
  req.once('socket', (socket) => {
    socket.prependOnceListener('connect', () => {
      try {
        assertAllowed(context, target, socket.remoteAddress ?? '')
      } catch (error) {
        req.destroy(error as Error)
      }
    })
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
