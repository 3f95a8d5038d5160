import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import { isLocalhost, isLocalNetwork, isLoopback } from '#contracts/loopback.ts'
import type { NetworkPolicy } from '../../config.ts'
import type { Context } from '../../context.ts'
import { type Reach, reachOf } from './address.ts'
import { partsOf } from './allowed.ts'
import type { OnBehalf } from './on-behalf.ts'
import { OutgoingError } from './outgoing-error.ts'

type Needs = OnBehalf & Pick<Context, 'port'>

/** Target of a URL that passed the checks on the URL itself. */
export interface Target {
  readonly url: URL
  /** The host without the brackets of an IPv6 address. */
  readonly host: string
  readonly port: number
  /** True if the host is an IP address or always means this machine, so no DNS look-up is involved. */
  readonly isFixed: boolean
}

/**
 * Parses the URL of an outgoing call. `URL` normalises addresses in unusual notations (octal, hexadecimal, a single integer).
 * @throws OutgoingError `blocked` if the URL may never be called
 */
export function parseTarget(text: string): Target {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new OutgoingError('blocked', fault('scheme_not_http'), true)
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutgoingError('blocked', fault('credentials_in_address'), true)
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    url,
    host,
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    isFixed: isIP(host) !== 0 || isLocalhost(host),
  }
}

/**
 * Asserts that an address of a target may be called: public ones, and private ones that the operator has listed, but never this
 * server itself.
 * @throws OutgoingError `blocked`
 */
export function assertAllowed(
  { network, port: own }: Needs,
  target: Target,
  address: string,
): void {
  const { host, port, isFixed } = target
  const reach = reachOf(address)
  if (port === own() && isThisMachine(address)) {
    throw new OutgoingError('blocked', fault('calls_itself'), isFixed)
  }
  if (reach === 'public') return
  const { policy, allowPrivate } = network()
  if (reach === 'private' && policy === 'desktop' && isListed()) return
  throw new OutgoingError('blocked', reasonAgainst(target, address, reach, policy), isFixed)

  function isListed(): boolean {
    const isLocal = isLoopback(address)
    return allowPrivate.some((entry) => {
      const listed = partsOf(entry)
      if (listed.port !== port) return false
      return [host, address].includes(listed.host) || (isLocal && isLoopback(listed.host))
    })
  }
}

/** Reports whether a URL is forbidden regardless of DNS. */
export function isNeverCalled(needs: Needs, url: string): boolean {
  try {
    const target = parseTarget(url)
    const { host, isFixed } = target
    if (isFixed) assertAllowed(needs, target, isLocalhost(host) ? '127.0.0.1' : host)
    return false
  } catch (error) {
    if (error instanceof OutgoingError) return true
    throw error
  }
}

/**
 * Reports whether others can read what is sent to a URL, as far as the URL shows it: without encryption, and neither to this machine
 * nor to a private network. A name in DNS is private if the operator has listed it.
 */
export function isOverheard({ network }: OnBehalf, text: string): boolean {
  const { url, host, port } = parseTarget(text)
  if (url.protocol === 'https:') return false
  if (isIP(host) !== 0) return reachOf(host) === 'public'
  const isPrivateName = isLocalhost(host) || isLocalNetwork(host) || !host.includes('.')
  if (isPrivateName) return false
  return !network().allowPrivate.some((entry) => {
    const listed = partsOf(entry)
    return listed.host === host && listed.port === port
  })
}

function reasonAgainst(
  { host, port }: Target,
  address: string,
  reach: Reach,
  policy: NetworkPolicy['policy'],
): Fault<ReasonCode> {
  const target = host === address ? address : `${host} (${address})`
  if (reach === 'forbidden') return fault('address_forbidden', { target })
  if (policy === 'server') return fault('address_private', { target })
  return fault('address_private_allowable', {
    target,
    address: `${host.includes(':') ? `[${host}]` : host}:${port}`,
  })
}

function isThisMachine(address: string): boolean {
  if (isLoopback(address)) return true
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return own.some((entry) => entry.address === address)
}
