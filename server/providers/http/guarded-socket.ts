import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { type ClientOptions, WebSocket } from 'ws'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { createDeadline, TimeoutError } from '../deadline.ts'
import { asOutgoing, OutgoingError } from './outgoing-error.ts'
import { type ConnectNeeds, type Route, routeTo } from './route.ts'
import { createInbox } from './socket-inbox.ts'

type Needs = ConnectNeeds & Pick<Context, 'sleep'>

/** A WebSocket to an address that a user has given. */
export interface SocketRequest {
  /** Begins with `ws`, `wss`, `http` or `https`. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Until it is open, from the look-up of the name on, ms. */
  readonly timeoutMs: number
  /** Longest message that is received; a longer one ends the connection. */
  readonly maxMessageBytes: number
  /** Cuts the connection whenever it aborts. */
  readonly signal: AbortSignal
}

/** A WebSocket that is open, or was. */
export interface GuardedSocket {
  /** Sends text or bytes; nothing once it is closed. A receiver that takes nothing for long loses the connection. */
  send(message: string | Uint8Array): void
  /** Says goodbye. No message is received any more. */
  close(): void
  /**
   * Received messages, in order, for one reader: text as a string. Ends with a normal close of either side.
   * @throws SocketClosed, OutgoingError when the connection breaks
   */
  readonly messages: AsyncIterable<string | Buffer>
}

/** There was an answer, and it was no WebSocket. */
export class SocketRefused extends OutgoingError {
  readonly status: number
  readonly type: string
  /** Beginning of the answer. */
  readonly body: string

  constructor({ statusCode = 0, headers }: IncomingMessage, body: string) {
    super('failed', fault('unexpected_status', { status: statusCode }), false, true)
    this.status = statusCode
    this.type = headers['content-type'] ?? ''
    this.body = body
  }
}

/** Bytes of a refusal that are read. */
const REFUSAL_BYTES = 16 * 1024

/** Bytes that may wait to be sent: half a minute of speech. */
const MAX_UNSENT = 1024 * 1024

/** Longest wait for the goodbye of the other side, ms. */
const CLOSE_MS = 2000

/**
 * Opens a WebSocket through the same door as `connect.ts`: every address of the host is checked, the connection goes to
 * one of those and is checked again, redirects are not followed, nothing is decompressed.
 * @throws OutgoingError when there is no connection; SocketRefused when there is an answer of another kind
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
