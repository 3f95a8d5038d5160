import type { RawData, WebSocket } from 'ws'
import { decodeUp } from '#contracts/voice-frames.ts'
import { VoiceClientMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { Connection, WebCall } from './web-call.ts'
import type { WebCalls } from './web-calls.ts'

interface Options {
  readonly socket: WebSocket
  /** Origin of the page. */
  readonly origin: string
  /** Called with the first good message. */
  readonly onHello: () => void
}

type Hello = Extract<VoiceClientMessage, { type: 'hello' }>

/** The first message comes within this time, ms. */
const HELLO_MS = 5000

/** A browser that has not answered a ping until the next one is gone, ms. */
const PING_EVERY_MS = 5000

/** Sound that waits to be sent, bytes: after four seconds of it the connection is as good as lost. */
const MOST_WAITING = 4 * 48_000

/** Messages within a second; a call has fifty frames and a few reports. */
const MOST_MESSAGES = 250

/** Code of RFC 6455 for a message that breaks the rules. */
const BREAKS_RULES = 1008

/** Serves the socket of one page: the first message opens a call, or carries one on whose connection was lost. */
export function serveSocket(
  context: Pick<Context, 'sleep' | 'log'> & { readonly webCalls: WebCalls },
  { socket, origin, onHello }: Options,
): void {
  const { webCalls, sleep, log } = context
  const waiting = new AbortController()
  let call: WebCall | undefined
  let isOpening = false
  let isAlive = true
  let messages = 0

  const connection: Connection = {
    tell: (message) => socket.send(JSON.stringify(message)),
    play(frame) {
      if (socket.bufferedAmount > MOST_WAITING) socket.terminate()
      else socket.send(frame)
    },
    close: () => socket.close(),
  }

  const refuse = (): void => socket.close(BREAKS_RULES)

  function receive(data: RawData, isBinary: boolean): void {
    messages += 1
    if (messages > (MOST_MESSAGES * PING_EVERY_MS) / 1000) refuse()
    else if (isBinary) hear(data as Buffer)
    else take(messageIn(data))
  }

  function take(message: VoiceClientMessage | undefined): void {
    if (!message) refuse()
    else if (message.type === 'hello') hello(message)
    else if (call) call.receive(message)
    else if (message.type === 'bye') socket.close()
  }

  function hear(data: Buffer): void {
    const frame = decodeUp(data)
    if (!frame) refuse()
    else call?.hear(frame)
  }

  function hello(message: Hello): void {
    if (isOpening) {
      refuse()
      return
    }
    isOpening = true
    waiting.abort()
    onHello()
    open(message).catch((error: unknown) => {
      log.error({ err: error }, 'a call could not be begun')
      connection.tell({ type: 'ended', reason: 'failed' })
      socket.close()
    })
  }

  async function open({ ticket, received }: Hello): Promise<void> {
    const opened = await webCalls.open(ticket, origin)
    if (!opened) {
      connection.tell({ type: 'ended', reason: 'failed' })
      socket.close()
      return
    }
    call = opened
    opened.attach(connection, received)
    // It may have gone meanwhile.
    if (socket.readyState !== socket.OPEN) opened.detach(connection)
  }

  const pings = setInterval(() => {
    if (!isAlive) socket.terminate()
    isAlive = false
    messages = 0
    socket.ping()
  }, PING_EVERY_MS)

  socket.on('message', receive)
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('close', () => {
    clearInterval(pings)
    waiting.abort()
    call?.detach(connection)
  })
  // Its close follows.
  socket.on('error', () => {})
  sleep(HELLO_MS, waiting.signal).then(
    () => socket.terminate(),
    () => undefined,
  )
}

/** The message of a text; undefined for any that is none of ours. */
function messageIn(data: RawData): VoiceClientMessage | undefined {
  try {
    return VoiceClientMessage.parse(JSON.parse(String(data)))
  } catch {
    return undefined
  }
}
