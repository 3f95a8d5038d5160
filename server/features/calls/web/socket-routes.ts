import { type Request, Router } from 'express'
import type { WebSocket } from 'ws'
import { LISTEN_SOCKET, PRACTICE_SOCKET, VOICE_SOCKET } from '#contracts/voice-frames.ts'
import { ListenClientMessage, type ListenServerMessage } from '#contracts/voice-listen.ts'
import { PracticeClientMessage } from '#contracts/voice-practice.ts'
import { VoiceClientMessage, type VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { addressKey } from '../../../http/rate-limit.ts'
import type { Http } from '../../../http/routes.ts'
import type { DeskCalls } from '../desk/desk-calls.ts'
import type { PracticeCalls } from '../practice/practice-calls.ts'
import type { MicrophoneFrame } from '../session/speech-input.ts'
import { socketsOf, upgradeOf } from '../upgrade.ts'
import type { Connection, Place } from './link.ts'
import { type Party, serveSocket } from './socket.ts'
import type { WebCalls } from './web-calls.ts'

type Needs = Context &
  Pick<Http, 'gate'> & {
    readonly webCalls: WebCalls
    readonly deskCalls: DeskCalls
    readonly practiceCalls: PracticeCalls
    /** Reports whether any assistant may be shown by the requesting page. */
    readonly isOriginKnown: (req: Request) => boolean
  }

/** A socket that has been let in, without a ticket yet. */
interface Arrival {
  readonly socket: WebSocket
  /** Origin of the page. */
  readonly origin: string
  /** To be called with its first message. */
  readonly onHello: () => void
}

interface CallSocket {
  readonly path: string
  readonly protocol: string
  /** Reports whether a page may come in here. */
  readonly isOpenTo: (req: Request) => boolean
  readonly serve: (arrival: Arrival) => void
}

/** The part of a call that a connection serves. */
interface Carried<message> {
  attach(connection: Connection, received?: Place): void
  detach(connection: Connection): void
  hear(frame: MicrophoneFrame): void
  receive(message: message): void
}

/** Carries a call over a connection, where there is one. */
function attachTo<message>(
  call: Carried<message> | undefined,
  way: Connection,
  received: Place | undefined,
): Party<message> | undefined {
  call?.attach(way, received)
  return (
    call && {
      receive: call.receive,
      hear(frame) {
        call.hear(frame)
        return true
      },
      detach: () => call.detach(way),
    }
  )
}

/** Largest message on the socket of a call, bytes; a frame has 656. */
const MAX_MESSAGE_BYTES = 64 * 1024

/** The sockets of calls from websites. Somebody without a ticket gets no further than its first message. */
export function voiceSocketRoutes(context: Needs): Router {
  const { gate, config, isOriginKnown, webCalls, deskCalls, practiceCalls } = context
  const router = Router({ strict: true, caseSensitive: true })
  let waiting = 0

  function open({ path, protocol, isOpenTo, serve }: CallSocket): void {
    const openSocket = socketsOf(MAX_MESSAGE_BYTES, protocol)
    router.get(path, (req, res) => {
      const upgrade = upgradeOf(req)
      const { origin, 'sec-websocket-protocol': protocols = '' } = req.headers
      const isOurs = protocols.split(',').some((one) => one.trim() === protocol)
      if (!upgrade || !isOurs) throw new AppError('bad_request')
      if (origin === undefined || !isOpenTo(req)) throw new AppError('site_not_allowed')
      gate.limit('voiceSockets', addressKey(req.ip))
      if (waiting >= config.limits.voiceSocketsWaiting)
        throw new AppError('lines_busy', { headers: { 'Retry-After': '10' } })

      waiting += 1
      let isWaiting = true
      const onHello = () => {
        if (isWaiting) waiting -= 1
        isWaiting = false
      }
      upgrade.socket.once('close', onHello)
      openSocket(res, upgrade, (socket) => serve({ socket, origin, onHello }))
    })
  }

  open({
    ...VOICE_SOCKET,
    isOpenTo: isOriginKnown,
    serve: ({ origin, ...arrival }) =>
      serveSocket<VoiceClientMessage, VoiceServerMessage>(context, {
        ...arrival,
        messages: VoiceClientMessage,
        async open({ ticket, received }, way) {
          return attachTo(await webCalls.open(ticket, origin), way, received)
        },
      }),
  })

  open({
    ...PRACTICE_SOCKET,
    isOpenTo: gate.isSameOrigin,
    serve: ({ origin, ...arrival }) =>
      serveSocket<PracticeClientMessage, VoiceServerMessage>(context, {
        ...arrival,
        messages: PracticeClientMessage,
        async open({ ticket, received }, way) {
          return attachTo(await practiceCalls.open(ticket, origin), way, received)
        },
      }),
  })

  open({
    ...LISTEN_SOCKET,
    isOpenTo: gate.isSameOrigin,
    serve: ({ origin, ...arrival }) =>
      serveSocket<ListenClientMessage, ListenServerMessage>(context, {
        ...arrival,
        messages: ListenClientMessage,
        open: async ({ ticket }, way) => deskCalls.open(ticket, origin, way),
      }),
  })

  return router
}
