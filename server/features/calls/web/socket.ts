import type { RawData, WebSocket } from 'ws'
import type { z } from 'zod'
import { decodeUp } from '#contracts/voice-frames.ts'
import type { VoiceEnd } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { MicrophoneFrame } from '../session/speech-input.ts'

/** The way to a browser. */
export interface MessageChannel<told> {
  notify(message: told): void
  /** Sends sound, unless too much of it waits already. */
  play(frame: ArrayBuffer): void
  close(): void
}

/** Whoever is at the other end of a socket, once their ticket was good. */
export interface Party<message> {
  receive(message: message): void
  /** A frame of their microphone has come. Returns false where none may come. */
  hear(frame: MicrophoneFrame): boolean
  /** Their connection is gone. */
  detach(): void
}

/** The first message of every socket. */
interface Hello {
  readonly type: 'hello'
  readonly ticket: string
}

/** Message that a call is over, on every socket. */
interface Ended {
  readonly type: 'ended'
  readonly reason: VoiceEnd
}

interface Options<message extends { readonly type: string }, told> {
  readonly socket: WebSocket
  readonly messages: z.ZodType<message>
  /** Lets in who has a good ticket; undefined for anybody else. */
  readonly open: (
    hello: Extract<message, Hello>,
    way: MessageChannel<told | Ended>,
  ) => Promise<Party<Exclude<message, Hello>> | undefined>
  /** Called with the first good message. */
  readonly onHello: () => void
}

/** The first message comes within this time, ms. */
const HELLO_MS = 5000

/** A browser that has not answered a ping until the next one is gone, ms. */
const PING_EVERY_MS = 5000

/** Sound that waits to be sent, bytes: after four seconds of one side the connection is as good as lost. */
const MAX_BACKLOG = 4 * 48_000

/** Messages within a second; a call has fifty frames and a few reports. */
const MAX_MESSAGES_PER_SECOND = 250

/** Code of RFC 6455 for a message that breaks the rules. */
const POLICY_VIOLATION = 1008

/** Serves the socket of one page: the first message opens a call, or carries one on whose connection was lost. */
export function serveSocket<message extends { readonly type: string }, told>(
  { sleep, log }: Pick<Context, 'sleep' | 'log'>,
  { socket, messages, open, onHello }: Options<message, told>,
): void {
  const waiting = new AbortController()
  let party: Party<Exclude<message, Hello>> | undefined
  let isOpening = false
  let isAlive = true
  let count = 0

  const way: MessageChannel<told | Ended> = {
    notify: (text) => socket.send(JSON.stringify(text)),
    play(frame) {
      if (socket.bufferedAmount > MAX_BACKLOG) socket.terminate()
      else socket.send(frame)
    },
    close: () => socket.close(),
  }

  const refuse = (): void => socket.close(POLICY_VIOLATION)

  function receive(data: RawData, isBinary: boolean): void {
    count += 1
    if (count > (MAX_MESSAGES_PER_SECOND * PING_EVERY_MS) / 1000) refuse()
    else if (isBinary) hear(data as Buffer)
    else take(messageIn(data))
  }

  function take(message: message | undefined): void {
    if (!message) refuse()
    else if (isHello(message)) hello(message)
    else if (party) party.receive(message as Exclude<message, Hello>)
    else if (message.type === 'bye') socket.close()
  }

  function hear(data: Buffer): void {
    const frame = decodeUp(data)
    if (!frame || party?.hear(frame) === false) refuse()
  }

  function hello(message: Extract<message, Hello>): void {
    if (isOpening) {
      refuse()
      return
    }
    isOpening = true
    waiting.abort()
    onHello()
    begin(message).catch((error: unknown) => {
      log.error({ err: error }, 'a call could not be begun')
      fail()
    })
  }

  async function begin(message: Extract<message, Hello>): Promise<void> {
    party = await open(message, way)
    if (!party) fail()
    // It may have gone meanwhile.
    else if (socket.readyState !== socket.OPEN) party.detach()
  }

  function fail(): void {
    way.notify({ type: 'ended', reason: 'failed' })
    socket.close()
  }

  /** The message of a text; undefined for any that is none of ours. */
  function messageIn(data: RawData): message | undefined {
    try {
      return messages.parse(JSON.parse(String(data)))
    } catch {
      return undefined
    }
  }

  const pings = setInterval(() => {
    if (!isAlive) socket.terminate()
    isAlive = false
    count = 0
    socket.ping()
  }, PING_EVERY_MS)

  socket.on('message', receive)
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('close', () => {
    clearInterval(pings)
    waiting.abort()
    party?.detach()
  })
  // Its close follows.
  socket.on('error', () => {})
  sleep(HELLO_MS, waiting.signal).then(
    () => socket.terminate(),
    () => undefined,
  )
}

const isHello = <message extends { readonly type: string }>(
  message: message,
): message is Extract<message, Hello> => message.type === 'hello'
