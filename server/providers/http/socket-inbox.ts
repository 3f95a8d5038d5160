import type { WebSocket } from 'ws'
import { fault } from '#contracts/faults.ts'
import { asOutgoing, OutgoingError } from './outgoing-error.ts'

/** The other side has ended the connection, and not because all was said. */
export class SocketClosed extends OutgoingError {
  /** Status code of the close frame (RFC 6455); 1006 where the connection was lost without one. */
  readonly status: number
  /** Its own words, at most 123 bytes. */
  readonly words: string

  constructor(status: number, words: string) {
    super('failed', fault('connection_reset'), false, true)
    this.status = status
    this.words = words
  }
}

/** Messages that a WebSocket has received, for one reader. */
export interface Inbox extends AsyncIterable<string | Buffer> {
  /** Ends it at once: what was not read is dropped. */
  end(): void
  /** The same with an error, for the reader. */
  fail(error: OutgoingError): void
}

/** Bytes that may wait for the reader; while there are more, nothing is taken from the network. */
const MAX_UNREAD = 1024 * 1024

/** Status codes of a close in which all was said: normal, and none. */
const NORMAL = [1000, 1005]

const never = new AbortController().signal

/** Collects what a WebSocket receives, in order, from before it is open. */
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
  // A close follows.
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
    // Paused, it would not see the goodbye of the other side.
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
