/* Standard Webhooks signatures, computed in the browser: `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. */

/** Parts of a signature. */
export interface Signed {
  readonly id: string
  /** Unix time, seconds. */
  readonly timestamp: string
  readonly body: string
}

/** A request as received. */
export interface Received extends Signed {
  readonly signature: string
}

/** Known facts of the delivery that a request is compared with. */
export interface Known {
  readonly id: string
  readonly timestamps: readonly string[]
  readonly body: string
}

export type Part = keyof Signed

/** Findings about a request. */
export type Verdict =
  | { readonly kind: 'valid' }
  /** Valid, but its timestamp is this far from now, ms. */
  | { readonly kind: 'old'; readonly away: number }
  | { readonly kind: 'malformed'; readonly part: 'id' | 'timestamp' | 'signature' }
  /** The signature belongs to this webhook, but these parts differ from what was signed. */
  | { readonly kind: 'wrong'; readonly parts: readonly Part[] }
  | { readonly kind: 'unknown' }

/** Maximum difference between a timestamp and now, ms. */
const TOLERANCE = 300_000

/** The text that is signed. */
export const signedText = ({ id, timestamp, body }: Signed): string => `${id}.${timestamp}.${body}`

/** Reports whether this browser provides SubtleCrypto: only in secure contexts. */
export const canSign = (): boolean => globalThis.crypto?.subtle !== undefined

/** Returns a function that computes signatures with a secret. */
export async function signerOf(secret: string): Promise<(signed: Signed) => Promise<string>> {
  const { subtle } = crypto
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (sign) => sign.charCodeAt(0))
  const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return async (signed) => {
    const made = await subtle.sign('HMAC', key, new TextEncoder().encode(signedText(signed)))
    return `v1,${btoa(String.fromCharCode(...new Uint8Array(made)))}`
  }
}

/** Reports whether a header contains a valid signature with this secret. */
export async function isSigned(secret: string, received: Received): Promise<boolean> {
  const sign = await signerOf(secret)
  return signaturesOf(received.signature).includes(await sign(received))
}

/** Verifies a request, and finds the parts that differ from what Parley sent. */
export async function checkRequest(
  secret: string,
  received: Received,
  known: Known,
  now = Date.now(),
): Promise<Verdict> {
  const part = malformedPart(received)
  if (part) return { kind: 'malformed', part }
  const sign = await signerOf(secret)
  const signatures = signaturesOf(received.signature)
  const holds = async (signed: Signed) => signatures.includes(await sign(signed))
  if (await holds(received)) {
    const away = Math.abs(now - Number(received.timestamp) * 1000)
    return away > TOLERANCE ? { kind: 'old', away } : { kind: 'valid' }
  }
  for (const { parts, signed } of suspicions(received, known))
    if (await holds(signed)) return { kind: 'wrong', parts }
  return { kind: 'unknown' }
}

function malformedPart({ id, timestamp, signature }: Received) {
  if (id === '') return 'id'
  if (!/^\d{1,12}$/.test(timestamp)) return 'timestamp'
  return signaturesOf(signature).length === 0 ? 'signature' : undefined
}

/** Combinations of parts that may be wrong, fewest first. */
const SUSPECTS: readonly (readonly Part[])[] = [
  ['body'],
  ['timestamp'],
  ['id'],
  ['timestamp', 'body'],
  ['id', 'body'],
  ['id', 'timestamp'],
  ['id', 'timestamp', 'body'],
]

/** Variants that may have been signed instead, with the parts in which they differ. */
function suspicions({ id, timestamp, body }: Received, known: Known) {
  return SUSPECTS.flatMap((parts) => {
    const bodies = parts.includes('body') ? [known.body, body.trim(), `${body}\n`] : [body]
    const ids = parts.includes('id') ? [known.id] : [id]
    const times = parts.includes('timestamp') ? known.timestamps : [timestamp]
    return combined(ids, times, bodies).map((signed) => ({ parts, signed }))
  })
}

function combined(
  ids: readonly string[],
  timestamps: readonly string[],
  bodies: readonly string[],
): Signed[] {
  return ids.flatMap((one) =>
    timestamps.flatMap((timestamp) => bodies.map((body) => ({ id: one, timestamp, body }))),
  )
}

/** Well-formed signatures in a header. */
function signaturesOf(header: string): string[] {
  return header
    .trim()
    .split(/\s+/)
    .filter((one) => /^v1,[A-Za-z0-9+/]{43}=$/.test(one))
}
