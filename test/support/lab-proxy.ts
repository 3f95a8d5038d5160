import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { forward } from './lab-site.ts'

export interface ProxyOptions {
  /** Bytes per second in each direction, shared by all connections; unlimited by default. */
  readonly rate?: number
  /** Time from a request to its response, ms. */
  readonly latency?: number
}

/** One direction of a line that all connections share. */
interface Line {
  readonly rate: number
  readonly delay: number
  freeAt: number
}

/**
 * Starts an HTTP proxy for a browser. It resolves every name to this machine, and can be as slow as a mobile network, or
 * cut off.
 */
export async function startProxy(options: ProxyOptions = {}) {
  const { rate = Number.POSITIVE_INFINITY, latency = 0 } = options
  const line = (): Line => ({ rate: rate / 1000, delay: latency / 2, freeAt: 0 })
  const [up, down] = [line(), line()]
  const sockets = new Set<Socket>()
  let isOffline = false

  const forwarder = createHttpServer((req, res) => {
    const { host, port, pathname, search } = new URL(req.url!)
    forward(`http://127.0.0.1:${port}`, host, req, res, pathname + search)
  })
  const port = await listening(forwarder)

  const server = createServer((client) => {
    if (isOffline) return client.destroy()
    const inner = connect(port, '127.0.0.1')
    for (const socket of [client, inner]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    passOn(client, inner, up)
    passOn(inner, client, down)
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }

  return {
    url: `http://127.0.0.1:${await listening(server)}`,
    /** Cuts all connections and refuses new ones, or accepts them again. */
    async setOffline(offline: boolean): Promise<void> {
      isOffline = offline
      if (offline) cut()
    },
    close() {
      server.close()
      forwarder.close()
      cut()
    },
  }
}

/** Passes on what arrives, in order and when the line has transmitted it; the end as well. */
function passOn(from: Socket, to: Socket, line: Line): void {
  let last = Promise.resolve()
  const later = (size: number, run: () => void) => {
    line.freeAt = Math.max(line.freeAt, performance.now()) + size / line.rate
    const due = line.freeAt + line.delay
    last = last.then(() => untilTime(due)).then(run)
  }
  from.on('data', (part) => later(part.length, () => void to.write(part)))
  from.on('close', () => later(0, () => void to.destroy()))
}

/** Resolves at a time of `performance.now()`; immediately where nothing is slowed down. */
async function untilTime(due: number): Promise<void> {
  const wait = due - performance.now()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
}

/** Starts a server on a port of its own. */
function listening(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}
