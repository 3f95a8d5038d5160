import { createHmac, timingSafeEqual } from 'node:crypto'

/** A provider's request as it is signed: the whole URL that it called, and the fields of its form. */
export interface Signed {
  readonly url: string
  readonly fields: URLSearchParams
}

/** The upgrade to a WebSocket at a path as it is signed: with a scheme of its own, and without fields. */
export const signedUpgrade = (publicUrl: string, path: string): Signed => ({
  url: `${publicUrl.replace(/^http/, 'ws')}${path}`,
  fields: new URLSearchParams(),
})

/** The signature of a request: HMAC-SHA1 of the URL and of every name and value, by name, in base64. */
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
