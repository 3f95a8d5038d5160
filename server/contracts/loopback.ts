/*
 * Hosts that mean this machine or its network. `host` is a name or an address as spelled by `URL.hostname`, which normalises
 * unusual notations (octal, a single integer); brackets are ignored.
 */

/** The names under which a Parley listens on the loopback address. Only these are trusted as this machine. */
const OWN_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '::1']

/** Reports whether a host is one of the names under which a Parley listens on this machine. */
export const isOwnLoopback = (host: string): boolean =>
  OWN_NAMES.includes(host.replace(/^\[|\]$/g, ''))

/** Valid `Host` headers for a Parley on a port of the loopback address. */
export const loopbackHosts = (port: number): readonly string[] =>
  OWN_NAMES.map((name) => `${name.includes(':') ? `[${name}]` : name}:${port}`)

const LOCALHOST = /(^|\.)localhost$/

/** Reports whether a name always means this machine, regardless of DNS (RFC 6761). */
export const isLocalhost = (host: string): boolean => LOCALHOST.test(bare(host))

/** Reports whether a host is this machine: `isLocalhost`, 127.0.0.0/8, ::1, and IPv4-mapped 127.0.0.0/8. */
export function isLoopback(host: string): boolean {
  const name = bare(host)
  return (
    LOCALHOST.test(name) ||
    /^(::1|(::ffff:)?127\.[\d.]+|::ffff:7f[\da-f]{2}:[\da-f]{1,4})$/.test(name)
  )
}

/**
 * Reports whether a host is in a local network: private addresses (RFC 1918, 4193, 6598), link-local ones, and names that do not
 * exist in public DNS.
 */
export function isLocalNetwork(host: string): boolean {
  const name = bare(host)
  return LOCAL_NETWORK.some((pattern) => pattern.test(name))
}

const LOCAL_NETWORK: readonly RegExp[] = [
  /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254|100\.(6[4-9]|[789]\d|1[01]\d|12[0-7]))(\.\d{1,3})+$/,
  /^f[cd][0-9a-f]{2}:/,
  /^fe[89ab][0-9a-f]:/,
  /\.(local|lan|home|internal|home\.arpa)$/,
]

/** A host in lower case, without brackets or a trailing dot. */
const bare = (host: string) => host.toLowerCase().replace(/^\[|[\].]$/g, '')
