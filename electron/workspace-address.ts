import { isOwnLoopback } from '#contracts/loopback.ts'

/** Nobody has a longer one, characters. */
const LONGEST = 300

/** Address of a workspace, or what is wrong with the typed text. */
export type AddressRead =
  | { readonly origin: string }
  | { readonly fault: 'bad-address' | 'not-secure' }

/**
 * Reads the address of a workspace: a name, and nothing that leads further. A key does not go over a clear wire, so
 * that it is https, or this machine itself.
 */
export function readAddress(typed: string): AddressRead {
  const text = typed.trim()
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`
  if (text === '' || text.length > LONGEST || !URL.canParse(whole)) return BAD
  const { protocol, username, password, pathname, search, hash, hostname, origin } = new URL(whole)
  if (username || password || pathname !== '/' || search || hash || hostname === '') return BAD
  if (protocol === 'https:') return { origin }
  if (protocol !== 'http:') return BAD
  return isOwnLoopback(hostname) ? { origin } : { fault: 'not-secure' }
}

const BAD = { fault: 'bad-address' } as const

/** Whoever types no scheme means https, but not on their own machine. */
function schemeFor(text: string): string {
  const whole = `https://${text}`
  return URL.canParse(whole) && isOwnLoopback(new URL(whole).hostname) ? 'http' : 'https'
}
