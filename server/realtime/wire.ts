import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A connection over which text is sent incrementally. */
export interface Wire {
  /** Unread bytes in the send buffer. */
  readonly waiting: number
  /** Reports whether more can be sent. */
  readonly isOpen: boolean
  send(text: string): void
  /** Ends it properly. */
  end(): void
  /** Closes it at once. */
  cut(): void
}

/** Time after which a client that does not read the end of a stream is disconnected, ms. */
const CLOSE_TIMEOUT_MS = 2000

const takers = new WeakMap<IncomingMessage, (socket: Socket) => void>()

/**
 * Opens the wire of a response whose head has been written. If no other request is pending on its connection, the socket is
 * detached from HTTP once the handler has returned: a request with its response and parser takes three times the memory of the
 * socket itself, and a stream stays open for hours.
 * @param onClose called once when the connection has closed
 */
export function openWire(res: ServerResponse, onClose: () => void): Wire {
  let wire = answerWire(res)
  res.once('close', onClose)
  // While an earlier request on the connection is still being answered, the response has no socket yet.
  if (res.socket) {
    const taker = takerOf(res, onClose)
    takers.set(res.req, (socket) => {
      wire = taker(socket)
    })
    // Node passes the connection of a request with this mark to the `upgrade` listener.
    Object.assign(res.req, { upgrade: true })
  }
  return {
    get waiting() {
      return wire.waiting
    },
    get isOpen() {
      return wire.isOpen
    },
    send: (text) => wire.send(text),
    end: () => wire.end(),
    cut: () => wire.cut(),
  }
}

/** Takes over the connection of an upgrade if a wire is waiting for it; false for every other upgrade. */
export function takeConnection(req: IncomingMessage, socket: Socket): boolean {
  const take = takers.get(req)
  if (!take) return false
  takers.delete(req)
  take(socket)
  return true
}

/** Creates the wire of the socket. Kept out of `openWire`, whose closures would retain the response. */
function takerOf(res: ServerResponse, onClose: () => void): (socket: Socket) => Wire {
  return (socket) => {
    res.detachSocket(socket)
    res.off('close', onClose)
    // Observers of the request see it as closed.
    res.emit('close')
    socket.on('error', ignore)
    socket.on('end', hangUp)
    socket.once('close', onClose)
    // Discards incoming data: without reading, the client's end would go unnoticed.
    socket.resume()
    return socketWire(socket, res.chunkedEncoding)
  }
}

function ignore(): void {
  // A `close` event follows.
}

function hangUp(this: Socket): void {
  this.destroy()
}

function answerWire(res: ServerResponse): Wire {
  return {
    get waiting() {
      return res.writableLength
    },
    get isOpen() {
      return !res.destroyed && !res.writableEnded
    },
    send: (text) => void res.write(text),
    end: () => void res.end(),
    cut: () => void res.destroy(),
  }
}

function socketWire(socket: Socket, isChunked: boolean): Wire {
  return {
    get waiting() {
      return socket.writableLength
    },
    get isOpen() {
      return !socket.destroyed && !socket.writableEnded
    },
    send: (text) => void socket.write(isChunked ? chunkOf(text) : text),
    end() {
      if (isChunked) socket.write('0\r\n\r\n')
      socket.destroySoon()
      setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref()
    },
    cut: () => void socket.destroy(),
  }
}

let last = { text: '', chunk: '' }

/** Caches the last chunk, because the same text is sent to many clients in a row. */
function chunkOf(text: string): string {
  if (last.text !== text)
    last = { text, chunk: `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n` }
  return last.chunk
}
