import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signed parts of a provider's request: the full URL and the form fields. */
export interface Signed {
  readonly url: string
  readonly fields: URLSearchParams
}

/** The signed parts of a WebSocket upgrade: a URL with a WebSocket scheme, and no fields. */
export const signedUpgrade = (publicUrl: string, path: string): Signed => ({
  url: `${publicUrl.replace(/^http/, 'ws')}${path}`,
  fields: new URLSearchParams(),
})

/** Signature of a request: base64 HMAC-SHA1 over the URL and all names and values, sorted by name. */
export function signatureOf(token: string, { url, fields }: Signed): string {
  const names = [...new Set(fields.keys())].sort()
  const pairs = names.flatMap((name) =>
    [...new Set(fields.getAll(name))].sort().map((value) => `${name}${value}`),
  )
  return createHmac('sha1', token)
    .update(`${url}${pairs.join('')}`)
    .digest('base64')
}

/** Verifies a request's signature in constant time. */
export function isSigned(token: string, signed: Signed, signature: unknown): boolean {
  if (typeof signature !== 'string') return false
  const [wanted, given] = [Buffer.from(signatureOf(token, signed)), Buffer.from(signature)]
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}
