import { type Request, Router } from 'express'
import { WebSocketServer } from 'ws'
import { VOICE_SOCKET } from '#contracts/voice-frames.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { addressKey } from '../../../http/rate-limit.ts'
import type { Http } from '../../../http/routes.ts'
import { serveSocket } from './socket.ts'
import { upgradeOf } from './upgrade.ts'
import type { WebCalls } from './web-calls.ts'

type Needs = Context &
  Pick<Http, 'gate'> & {
    readonly webCalls: WebCalls
    /** Reports whether any assistant may be shown by the requesting page. */
    readonly isOriginKnown: (req: Request) => boolean
  }

/** Largest message on the socket of a call, bytes; a frame has 656. */
const MOST_BYTES = 64 * 1024

/** The socket of calls from websites. Somebody without a ticket gets no further than its first message. */
export function voiceSocketRoutes(context: Needs): Router {
  const { gate, config, isOriginKnown } = context
  const router = Router({ strict: true, caseSensitive: true })
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MOST_BYTES,
    handleProtocols: () => VOICE_SOCKET.protocol,
  })
  let waiting = 0

  router.get(VOICE_SOCKET.path, (req, res) => {
    const upgrade = upgradeOf(req)
    const { origin, 'sec-websocket-protocol': protocols = '' } = req.headers
    const isOurs = protocols.split(',').some((one) => one.trim() === VOICE_SOCKET.protocol)
    if (!upgrade || !isOurs) throw new AppError('bad_request')
    if (origin === undefined || !isOriginKnown(req)) throw new AppError('site_not_allowed')
    gate.limit('voiceSockets', addressKey(req.ip))
    if (waiting >= config.limits.voiceSocketsWaiting)
      throw new AppError('lines_busy', { headers: { 'Retry-After': '10' } })

    const { socket, head } = upgrade
    waiting += 1
    let isWaiting = true
    const onHello = () => {
      if (isWaiting) waiting -= 1
      isWaiting = false
    }
    socket.once('close', onHello)
    res.detachSocket(req.socket)
    sockets.handleUpgrade(req, socket, head, (opened) =>
      serveSocket(context, { socket: opened, origin, onHello }),
    )
  })

  return router
}
