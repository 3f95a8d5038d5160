import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The connection of a reader to whom text goes piece by piece. */
export interface Wire {
  /** Bytes that wait because they are not read. */
  readonly waiting: number
  /** Reports whether more can be sent. */
  readonly isOpen: boolean
  send(text: string): void
  /** Ends it in good order. */
  end(): void
  /** Cuts it off. */
  cut(): void
}

/** A reader who does not take the end of a stream is cut off after this long, ms. */
const LAST_WORDS_MS = 2000

const takers = new WeakMap<IncomingMessage, (socket: Socket) => void>()

/**
 * The wire of an answer whose head is written. Where nothing else is asked on its connection, that leaves HTTP's hands as
 * soon as the handler has returned: a request with its answer and parser take thrice the memory of the socket itself, and
 * a stream is there for hours.
 * @param onClose called once when the connection is gone
 */
export function openWire(res: ServerResponse, onClose: () => void): Wire {
  let wire = answerWire(res)
  res.once('close', onClose)
  // Behind another request that is still being answered the socket is not ours yet.
  if (res.socket) {
    const taker = takerOf(res, onClose)
    takers.set(res.req, (socket) => {
      wire = taker(socket)
    })
    // Node gives the connection of a request with this mark to whoever listens to upgrades.
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

/** Takes the connection of an upgrade where a wire waits for it; false for every other upgrade. */
export function takeConnection(req: IncomingMessage, socket: Socket): boolean {
  const take = takers.get(req)
  if (!take) return false
  takers.delete(req)
  take(socket)
  return true
}

/** Makes the wire of the connection; apart from `openWire`, whose wire would keep the answer. */
function takerOf(res: ServerResponse, onClose: () => void): (socket: Socket) => Wire {
  return (socket) => {
    res.detachSocket(socket)
    res.off('close', onClose)
    // It is over for whoever has followed the request.
    res.emit('close')
    socket.on('error', ignore)
    socket.on('end', hangUp)
    socket.once('close', onClose)
    // What a reader says is thrown away, so that its end is heard.
    socket.resume()
    return socketWire(socket, res.chunkedEncoding)
  }
}

function ignore(): void {
  // The connection closes after it.
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
      setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref()
    },
    cut: () => void socket.destroy(),
  }
}

let last = { text: '', chunk: '' }

/** The same text goes to many, one after another. */
function chunkOf(text: string): string {
  if (last.text !== text)
    last = { text, chunk: `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n` }
  return last.chunk
}
