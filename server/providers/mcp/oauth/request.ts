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

/**
 * A `fetch` for documents of metadata, which keeps what it has seen. What is not JSON is a page for people, as some sites send for every address: a place
 * without a document.
 * @throws OutgoingError also if a server fails, which says nothing about its documents
 */
export function documentFetch(context: McpNeeds) {
  const send = signInFetch(context)
  const statuses: number[] = []
  let last: unknown

  async function fetchDocument(...call: Parameters<typeof send>): Promise<Response> {
    const response = await send(...call)
    const { status } = response
    if (status === 429 || status >= 500)
      throw new OutgoingError('failed', fault('unexpected_status', { status }))
    const document = response.ok ? parsed(await response.text()) : undefined
    const isMissing = response.ok && document === undefined
    statuses.push(isMissing ? 404 : status)
    if (document === undefined) return isMissing ? new Response(null, { status: 404 }) : response
    last = document
    return Response.json(document)
  }

  return {
    fetch: fetchDocument,
    /** Statuses of all responses. */
    statuses,
    /** The last document; undefined if there was none. */
    last: () => last,
  }
}

/** Undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
