import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { fault } from '#contracts/faults.ts'
import { connect } from './connect.ts'
import { asOutgoing, OutgoingError } from './outgoing-error.ts'
import type { ConnectNeeds } from './route.ts'

/**
 * A `fetch` with the same checks as `guardedFetch` that streams the response and keeps the connection open: for models, whose
 * words are shown one by one. The caller's signal is the only timeout, and the caller must limit how much it reads.
 */
export function guardedStream(context: ConnectNeeds): typeof globalThis.fetch {
  return async (input, { method = 'GET', headers, body, signal } = {}) => {
    const ended = signal ?? new AbortController().signal
    try {
      ended.throwIfAborted()
      const answer = await connect(context, {
        url: String(input),
        method,
        headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
        body: bytesOf(body),
        signal: ended,
        keepsConnection: true,
      })
      return responseOf(answer)
    } catch (error) {
      if (ended.aborted) throw ended.reason
      const failure = asOutgoing(error, ended)
      if (failure.code === 'blocked') throw failure
      // The error by which callers of `fetch` recognise a broken connection.
      throw new TypeError('fetch failed', { cause: failure })
    }
  }
}

function bytesOf(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null || typeof body === 'string') return body ?? undefined
  throw new OutgoingError('failed', fault('body_not_text'))
}

/** Statuses whose responses have no body. */
const WITHOUT_BODY = [204, 205, 304]

function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode!
  if (status < 200 || status > 599) {
    answer.destroy()
    throw new OutgoingError('failed', fault('unexpected_status', { status }))
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headersDistinct)) {
    for (const one of value ?? []) headers.append(name, one)
  }
  if (WITHOUT_BODY.includes(status)) {
    answer.resume()
    return new Response(null, { status, headers })
  }
  const stream = Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>
  return new Response(stream, { status, headers })
}
