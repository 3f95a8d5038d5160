import { createHmac } from 'node:crypto'
import { type Context, newUuid } from '../../context.ts'
import type { SigningSecrets } from './secrets.ts'

interface Signed {
  /** The `webhook-id`. */
  readonly id: string
  /** The exact bytes that are sent. */
  readonly body: string
  readonly now: Date
}

/** Creates a new `webhook-id`. */
export function newMessageId(context: Pick<Context, 'now' | 'randomBytes'>): string {
  return `msg_${newUuid(context).replaceAll('-', '')}`
}

/** The Standard Webhooks headers, with one signature per valid secret. */
export function signedHeaders(
  { secret, previous }: SigningSecrets,
  { id, body, now }: Signed,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const text = `${id}.${timestamp}.${body}`
  const secrets = previous === undefined ? [secret] : [secret, previous]
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((key) => `v1,${signatureOf(text, key)}`).join(' '),
  }
}

/** The signature that receivers of the API family check: of the body alone, with a secret of its own. */
export function familySignature(body: string, secret: string): Record<string, string> {
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  return { 'x-signature-256': `sha256=${digest}` }
}

function signatureOf(text: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(text).digest('base64')
}
