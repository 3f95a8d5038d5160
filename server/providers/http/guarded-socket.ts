import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { type ClientOptions, WebSocket } from 'ws'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { createDeadline, TimeoutError } from '../deadline.ts'
import { asOutgoing, OutgoingError } from './outgoing-error.ts'
import { type ConnectNeeds, type Route, routeTo } from './route.ts'
import { createInbox } from './socket-inbox.ts'

type Needs = ConnectNeeds & Pick<Context, 'sleep'>

/** A WebSocket to open to a user-supplied address. */
export interface SocketRequest {
  /** Scheme `ws`, `wss`, `http` or `https`. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Timeout for opening, including the name look-up, ms. */
  readonly timeoutMs: number
  /** Maximum length of a received message; a longer one closes the connection. */
  readonly maxMessageBytes: number
  /** Terminates the connection when it aborts. */
  readonly signal: AbortSignal
}

/** A WebSocket that is or was open. */
export interface GuardedSocket {
  /** Sends text or bytes; does nothing once it is closed. A peer that stops reading for long loses the connection. */
  send(message: string | Uint8Array): void
  /** Closes the connection with a close frame. No further messages are received. */
  close(): void
  /**
   * Received messages in order, for one reader; text messages are strings. Ends with a normal close by either side.
   * @throws SocketClosed, OutgoingError if the connection breaks
   */
  readonly messages: AsyncIterable<string | Buffer>
}

/** The server responded, but not with a WebSocket. */
export class SocketRefused extends OutgoingError {
  readonly status: number
  readonly type: string
  /** Start of the response body. */
  readonly body: string

  constructor({ statusCode = 0, headers }: IncomingMessage, body: string) {
    super('failed', fault('unexpected_status', { status: statusCode }), false, true)
    this.status = statusCode
    this.type = headers['content-type'] ?? ''
    this.body = body
  }
}

/** Maximum bytes read of a refusal's body. */
const REFUSAL_BYTES = 16 * 1024

/** Maximum bytes waiting to be sent: half a minute of speech. */
const MAX_UNSENT = 1024 * 1024

/** Maximum wait for the peer's close frame, ms. */
const CLOSE_MS = 2000

/**
 * Opens a WebSocket with the same checks as `connect.ts`: every address of the host is checked, the connection is pinned to one
 * of those and checked again, redirects are not followed, nothing is decompressed.
 * @throws OutgoingError if there is no connection; SocketRefused if the response is not a WebSocket
 */
export async function openSocket(context: Needs, request: SocketRequest): Promise<GuardedSocket> {
  const { url, timeoutMs, signal } = request
  using deadline = createDeadline({ sleep: context.sleep, signal, totalMs: timeoutMs })
  let ws: WebSocket | undefined
  try {
    const asHttp = url.replace(/^ws(s?):/i, 'http$1:')
    const route = await routeTo(context, asHttp, deadline.signal)
    ws = dial(context, route, request)
    const socket = socketOver(ws, signal)
    await deadline.race(opened(ws))
    return socket
  } catch (error) {
    ws?.terminate()
    throw failureOf(error, deadline.signal)
  }
}

function dial(
  { version }: Pick<ConnectNeeds, 'version'>,
  { target, lookup, guard }: Route,
  { headers, maxMessageBytes }: SocketRequest,
): WebSocket {
  const url = new URL(target.url)
  url.hash = ''
  const options: ClientOptions & Pick<RequestOptions, 'lookup'> & { closeTimeout: number } = {
    headers: { 'user-agent': `Parley/${version}`, ...headers, host: url.host },
    lookup,
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    closeTimeout: CLOSE_MS,
    finishRequest(req: ClientRequest) {
      guard(req)
      req.end()
    },
  }
  return new WebSocket(url, options)
}

function opened(ws: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    ws.once('open', resolve)
    ws.once('error', reject)
    ws.once('close', () => reject(new Error('The connection was closed without an answer')))
    ws.once('unexpected-response', (_req, answer) => {
      beginningOf(answer).then((body) => reject(new SocketRefused(answer, body)), reject)
    })
  })
}

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= REFUSAL_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, REFUSAL_BYTES)
}

function socketOver(ws: WebSocket, signal: AbortSignal): GuardedSocket {
  const inbox = createInbox(ws)
  const abort = () => {
    inbox.end()
    ws.terminate()
  }
  signal.addEventListener('abort', abort, { once: true })
  ws.once('close', () => signal.removeEventListener('abort', abort))
  return {
    send(message) {
      if (ws.readyState !== WebSocket.OPEN) return
      if (ws.bufferedAmount + message.length > MAX_UNSENT) {
        inbox.fail(new OutgoingError('failed', fault('connection_reset'), false, true))
        ws.terminate()
      } else ws.send(message)
    },
    close() {
      inbox.end()
      ws.close(1000)
    },
    messages: inbox,
  }
}

function failureOf(error: unknown, signal: AbortSignal): OutgoingError {
  if (error instanceof SocketRefused) return error
  if (signal.reason instanceof TimeoutError) {
    const seconds = signal.reason.ms / 1000
    return new OutgoingError('timeout', fault('no_answer_in_time', { seconds }))
  }
  return asOutgoing(error, signal)
}
