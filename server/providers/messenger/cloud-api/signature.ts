import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signature of a report: hexadecimal HMAC-SHA256 of its bytes, keyed with the app's secret. */
export const cloudSignatureOf = (appSecret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

/** Verifies the `X-Hub-Signature-256` of a report in constant time. */
export const isCloudSigned = (appSecret: string, body: Buffer, signature: unknown): boolean =>
  isSame(cloudSignatureOf(appSecret, body), signature)

/** Compares a secret text in constant time. */
export function isSame(secret: string, given: unknown): boolean {
  if (typeof given !== 'string') return false
  const [wanted, bytes] = [Buffer.from(secret), Buffer.from(given)]
  return wanted.length === bytes.length && timingSafeEqual(wanted, bytes)
}
