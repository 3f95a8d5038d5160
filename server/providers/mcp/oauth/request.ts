import { fault } from '#contracts/faults.ts'
import { guardedFetch } from '../../http/guarded-fetch.ts'
import { OutgoingError } from '../../http/outgoing-error.ts'
import type { McpNeeds } from '../line.ts'

/** Timeout of each request of a sign-in, ms. */
const TIMEOUT_MS = 10_000

/** Maximum length of a response, bytes: metadata and tokens are a few kB. */
const MAX_BYTES = 128 * 1024

/**
 * A `fetch` for the requests of a sign-in, through the guarded way out. Everything in them is secret or decides where secrets go, so
 * nothing goes to a public address without encryption. A redirect is an error, or, where metadata is looked for, a place without any.
 * @throws OutgoingError
 */
export function signInFetch(context: McpNeeds): typeof globalThis.fetch {
  return async (input, { method = 'GET', headers, body } = {}) => {
    const url = String(input)
    const answer = await guardedFetch(context, {
      url,
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body && { body: String(body) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      hasSecret: true,
    })
    const { status } = answer
    if (answer.isCut)
      throw new OutgoingError('failed', fault('mcp_too_large', { size: MAX_BYTES / 1024 }))
    if (status < 200 || status > 599)
      throw new OutgoingError('failed', fault('unexpected_status', { status }))
    if (status >= 300 && status < 400) {
      if (method === 'GET') return new Response(null, { status: 404 })
      throw new OutgoingError('failed', fault('provider_redirects', { url, status }))
    }
    const isEmpty = status === 204 || status === 205
    return new Response(isEmpty ? null : new Uint8Array(answer.body), { status })
  }
}
