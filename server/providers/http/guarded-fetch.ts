import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { connect } from './connect.ts'
import { asOutgoing, OutgoingError } from './outgoing-error.ts'
import type { ConnectNeeds } from './route.ts'

type Needs = ConnectNeeds & Pick<Context, 'sleep'>

/** One call to an address that a user has given. */
export interface GuardedRequest {
  readonly url: string
  /** GET unless said otherwise. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** For everything together, from the look-up of the name to the last byte, ms. */
  readonly timeoutMs: number
  /** Bytes of the answer's body that are read; the rest is cut off. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
  /** Told all headers once the request goes out; never, when the address may not be called. */
  readonly onSend?: (headers: OutgoingHttpHeaders) => void
}

/** An answer, whatever its status; a redirect is one too, for nothing follows it. */
export interface GuardedResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As it came: nothing is decompressed. */
  readonly body: Buffer
  /** True if the body was longer than `maxBytes`. */
  readonly isCut: boolean
}

/**
 * The door for calls to addresses that users give: webhooks, tools, websites to learn from. What is checked stands in
 * `connect.ts`.
 * @throws OutgoingError when there is no whole answer.
 */
export async function guardedFetch(
  context: Needs,
  request: GuardedRequest,
): Promise<GuardedResponse> {
  const { url, method = 'GET', headers = {}, body, timeoutMs, maxBytes, onSend } = request
  let isOpen = false
  const onOpen = () => {
    isOpen = true
  }
  const over = new AbortController()
  const deadline = new AbortController()
  const expire = () =>
    deadline.abort(
      new OutgoingError('timeout', fault('no_answer_in_time', { seconds: timeoutMs / 1000 })),
    )
  context.sleep(timeoutMs, over.signal).then(expire, () => undefined)
  const signal = AbortSignal.any([deadline.signal, ...(request.signal ? [request.signal] : [])])
  try {
    const sent = { url, method, headers, body, signal, onOpen, onSend }
    return await readBody(await connect(context, sent), maxBytes)
  } catch (error) {
    throw asOutgoing(error, signal, isOpen)
  } finally {
    over.abort()
  }
}

async function readBody(res: IncomingMessage, maxBytes: number): Promise<GuardedResponse> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of res as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    // Leaving the loop closes the connection.
    if (length > maxBytes) break
  }
  return {
    status: res.statusCode!,
    headers: res.headers,
    body: Buffer.concat(chunks).subarray(0, maxBytes),
    isCut: length > maxBytes,
  }
}
