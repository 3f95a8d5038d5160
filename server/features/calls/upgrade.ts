import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Response } from 'express'
import { type WebSocket, WebSocketServer } from 'ws'
import { LISTEN_SOCKET, PRACTICE_SOCKET, VOICE_SOCKET } from '#contracts/voice-frames.ts'
import { isMediaPath } from '../../providers/voice/form-api/addresses.ts'
import { takeConnection } from '../../realtime/wire.ts'

/** A connection that is to become a WebSocket. */
export interface Upgrade {
  readonly socket: Duplex
  readonly head: Buffer
}

/** Time for what is still to be sent when a server stops, ms. */
const FLUSH_MS = 500

const SOCKETS: ReadonlySet<string> = new Set(
  [VOICE_SOCKET, LISTEN_SOCKET, PRACTICE_SOCKET].map(({ path }) => path),
)

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/** The upgrade that a request asks for, where it does. */
export const upgradeOf = (req: IncomingMessage): Upgrade | undefined => upgrades.get(req)

/** Makes sockets of upgrades that were let in. */
export type Sockets = (res: Response, upgrade: Upgrade, onOpen: (socket: WebSocket) => void) => void

/**
 * Sockets of one kind.
 * @param mostBytes of a message
 */
export function socketsOf(mostBytes: number, protocol?: string): Sockets {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: mostBytes,
    ...(protocol !== undefined && { handleProtocols: () => protocol }),
  })
  return (res, { socket, head }, onOpen) => {
    res.detachSocket(res.req.socket)
    sockets.handleUpgrade(res.req, socket, head, onOpen)
  }
}

/** Requests that ask for a WebSocket; whatever else they would like to be upgraded to is answered as it is. */
export const asksForSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Passes upgrades on to the app like any other request, so that the same checks stand before them: host, origin and rates.
 * What it refuses is answered in HTTP. Everything but the sockets of calls is cut off.
 * @returns a function that closes what is still open, and lets no more in
 */
export function acceptUpgrades(http: Server, app: RequestListener): () => void {
  const open = new Set<Duplex>()
  let isClosed = false

  http.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
    if (takeConnection(req, socket)) return
    // Nobody else listens to a connection that was upgraded.
    socket.on('error', () => socket.destroy())
    const { url } = req
    if (isClosed || url === undefined || !(SOCKETS.has(url) || isMediaPath(url))) {
      socket.destroy()
      return
    }
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const res = new ServerResponse(req)
    res.shouldKeepAlive = false
    res.assignSocket(socket)
    res.once('finish', () => socket.end())
    upgrades.set(req, { socket, head })
    app(req, res)
  })

  return () => {
    isClosed = true
    for (const socket of open) {
      socket.end()
      setTimeout(() => socket.destroy(), FLUSH_MS).unref()
    }
  }
}
