import type { WebSocket } from 'ws'
import { fault } from '#contracts/faults.ts'
import { asOutgoing, OutgoingError } from './outgoing-error.ts'

/** The peer closed the connection abnormally. */
export class SocketClosed extends OutgoingError {
  /** Status code of the close frame (RFC 6455); 1006 if the connection was lost without one. */
  readonly status: number
  /** Close reason sent by the peer, at most 123 bytes. */
  readonly words: string

  constructor(status: number, words: string) {
    super('failed', fault('connection_reset'), false, true)
    this.status = status
    this.words = words
  }
}

/** Messages received on a WebSocket, for one reader. */
export interface Inbox extends AsyncIterable<string | Buffer> {
  /** Ends it at once: unread messages are dropped. */
  end(): void
  /** Ends it at once with an error for the reader. */
  fail(error: OutgoingError): void
}

/** Maximum unread bytes; above that, the socket is paused. */
const MAX_UNREAD = 1024 * 1024

/** Status codes of a normal close: normal, and no status. */
const NORMAL = [1000, 1005]

const never = new AbortController().signal

/** Collects the messages of a WebSocket in order; create it before the socket is open. */
export function createInbox(ws: WebSocket): Inbox {
  const held: (string | Buffer)[] = []
  let unread = 0
  let isOver = false
  let failure: OutgoingError | undefined
  let wake = () => {}

  ws.on('message', (data: Buffer, isBinary) => {
    if (isOver) return
    held.push(isBinary ? data : data.toString('utf8'))
    unread += data.length
    if (unread > MAX_UNREAD) ws.pause()
    wake()
  })
  // A `close` event follows.
  ws.on('error', (error) => {
    if (!isOver) failure ??= asOutgoing(error, never, true)
  })
  ws.once('close', (code, reason) => {
    if (!isOver && !NORMAL.includes(code)) failure ??= new SocketClosed(code, String(reason))
    isOver = true
    wake()
  })

  function take(): string | Buffer {
    const message = held.shift()!
    unread -= Buffer.byteLength(message)
    if (ws.isPaused && unread <= MAX_UNREAD / 2) ws.resume()
    return message
  }

  function end(): void {
    isOver = true
    held.length = 0
    // A paused socket would not see the peer's close frame.
    if (ws.isPaused) ws.resume()
    wake()
  }

  return {
    end,
    fail(error) {
      if (!isOver) failure = error
      end()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (held.length > 0) yield take()
        if (failure) throw failure
        if (isOver) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
