import { isOwnLoopback } from '#contracts/loopback.ts'

/** Longest accepted address, characters. */
const MAX_LENGTH = 300

/** Address of a workspace, or the fault in the typed text. */
export type AddressRead =
  | { readonly origin: string }
  | { readonly fault: 'bad-address' | 'not-secure' }

/**
 * Parses the address of a workspace: an origin without a path. A key must not be sent in clear, so only https is
 * accepted, or this machine itself.
 */
export function readAddress(typed: string): AddressRead {
  const text = typed.trim()
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`
  if (text === '' || text.length > MAX_LENGTH || !URL.canParse(whole)) return BAD
  const { protocol, username, password, pathname, search, hash, hostname, origin } = new URL(whole)
  if (username || password || pathname !== '/' || search || hash || hostname === '') return BAD
  if (protocol === 'https:') return { origin }
  if (protocol !== 'http:') return BAD
  return isOwnLoopback(hostname) ? { origin } : { fault: 'not-secure' }
}

const BAD = { fault: 'bad-address' } as const

/** Defaults to https, except for this machine. */
function schemeFor(text: string): string {
  const whole = `https://${text}`
  return URL.canParse(whole) && isOwnLoopback(new URL(whole).hostname) ? 'http' : 'https'
}
