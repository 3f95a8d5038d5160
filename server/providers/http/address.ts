import ipaddr from 'ipaddr.js'

/**
 * Class of an address. `public` may be called; `private` is this machine or its network and needs the operator's permission;
 * `forbidden` may never be called: link-local, metadata services, multicast, unspecified, tunnels, reserved.
 */
export type Reach = 'public' | 'private' | 'forbidden'

/** Metadata services of cloud providers at addresses that would pass otherwise. */
const METADATA = ['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254']

const PRIVATE_RANGES = ['loopback', 'private', 'carrierGradeNat', 'uniqueLocal']

/** Classifies an IP address; text that is not an address is forbidden. */
export function reachOf(address: string): Reach {
  if (!ipaddr.isValid(address)) return 'forbidden'
  const ip = ipaddr.parse(address)
  if (METADATA.includes(ip.toString())) return 'forbidden'
  return ip.kind() === 'ipv6' ? reachOfIpv6(ip as ipaddr.IPv6) : reachOfRange(ip.range())
}

function reachOfIpv6(ip: ipaddr.IPv6): Reach {
  if (ip.isIPv4MappedAddress()) return reachOf(ip.toIPv4Address().toString())
  if (ip.match(NAT64)) {
    // NAT64, through which networks without IPv4 reach public IPv4 addresses, and only those.
    const embedded = ipaddr.fromByteArray(ip.toByteArray().slice(12)).toString()
    return reachOf(embedded) === 'public' ? 'public' : 'forbidden'
  }
  const reach = reachOfRange(ip.range())
  // All allocated addresses are in this range; `::a.b.c.d` and other legacy forms are not.
  return reach === 'public' && !ip.match(GLOBAL) ? 'forbidden' : reach
}

const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')
const GLOBAL = ipaddr.parseCIDR('2000::/3')

function reachOfRange(range: string): Reach {
  if (range === 'unicast') return 'public'
  return PRIVATE_RANGES.includes(range) ? 'private' : 'forbidden'
}
