/// <reference path="./http-ece.d.ts" />
import { createECDH, type KeyObject } from 'node:crypto'
import { encrypt } from 'http_ece'
import { SignJWT } from 'jose'
import type { Context } from '../../context.ts'
import { guardedFetch } from '../http/guarded-fetch.ts'

type Needs = Parameters<typeof guardedFetch>[0] & Pick<Context, 'now' | 'randomBytes'>

/** A message for a browser, and the key pair that the browser knows this server by. */
export interface PushMessage {
  /** Address of the browser at its push service. */
  readonly endpoint: string
  /** Public key and authentication secret of the browser, base64url. */
  readonly p256dh: string
  readonly auth: string
  readonly keys: { readonly publicKey: string; readonly privateKey: KeyObject }
  /** Contact of this server for the push service: a URL. */
  readonly subject: string
  readonly text: string
  /** Time for which the push service keeps it, s. */
  readonly ttl: number
  readonly signal: AbortSignal
}

/** Response of a push service. */
export interface PushResponse {
  readonly status: number
  /** Wait that the service asks for, ms. */
  readonly retryAfterMs: number | undefined
}

/** Timeout of a request, ms. */
const TIMEOUT_MS = 15_000
/** Lifetime of the signed token, s; services accept at most a day. */
const TOKEN_S = 12 * 3600
/** Longest wait that is honoured, ms. */
const MAX_WAIT_MS = 3_600_000

/**
 * Sends a message, encrypted so that only the browser can read it (RFC 8291), and signed for its push service (RFC 8292).
 * @throws OutgoingError if there is no complete response, or the address may not be called
 */
export async function sendPush(context: Needs, message: PushMessage): Promise<PushResponse> {
  const { endpoint, keys, ttl, signal } = message
  const { status, headers } = await guardedFetch(context, {
    url: endpoint,
    method: 'POST',
    headers: {
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(ttl),
      Urgency: 'high',
      Authorization: `vapid t=${await tokenFor(context, message)}, k=${keys.publicKey}`,
    },
    body: encrypted(context, message),
    timeoutMs: TIMEOUT_MS,
    maxBytes: 1024,
    signal,
  })
  return { status, retryAfterMs: waitOf(headers['retry-after'], context.now()) }
}

function tokenFor({ now }: Needs, { endpoint, keys, subject }: PushMessage): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(now().getTime() / 1000) + TOKEN_S)
    .setSubject(subject)
    .sign(keys.privateKey)
}

function encrypted({ randomBytes }: Needs, { text, p256dh, auth }: PushMessage): Buffer {
  const privateKey = createECDH('prime256v1')
  privateKey.setPrivateKey(randomBytes(32))
  return encrypt(Buffer.from(text), {
    version: 'aes128gcm',
    privateKey,
    dh: p256dh,
    authSecret: auth,
    salt: randomBytes(16),
  })
}

/** A `Retry-After` in seconds or as a date; undefined if it is neither. */
function waitOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 1000), MAX_WAIT_MS)
}
