import { fault } from '#contracts/faults.ts'
import { type GuardedSocket, openSocket, SocketRefused } from '../http/guarded-socket.ts'
import { SocketClosed } from '../http/socket-inbox.ts'
import {
  hostOf,
  jsonIn,
  refusalOf,
  type SpeechNeeds,
  type SpeechService,
  urlOf,
  wordsOf,
} from './service.ts'
import { asSpeechError, SpeechError } from './speech-error.ts'

interface LineRequest {
  /** Starts with `/v1`; the service's base URL may also end with it. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** A WebSocket to a speech service, in any state from opening to closed. */
export interface SpeechLine {
  /** Sends text or bytes, in order, once it is open; does nothing after it has closed. */
  send(message: string | Uint8Array): void
  /** Closes it, after sending what is queued if it is open. No further messages are received. */
  close(): void
  /**
   * Messages of the service as JSON values, for one reader, who also gets connection errors.
   * @throws SpeechError
   */
  readonly messages: AsyncIterable<unknown>
}

/** Timeout of opening a connection, ms. */
const OPEN_MS = 5000

/** Maximum length of a message, bytes: a minute of audio in base64. */
const MAX_MESSAGE = 4 * 1024 * 1024

/** Starts opening a line to a speech service. */
export function openLine(
  context: SpeechNeeds,
  service: SpeechService,
  { path, headers }: LineRequest,
): SpeechLine {
  const ended = new AbortController()
  const url = urlOf({ baseUrl: service.baseUrl.replace(/\/v1\/*$/, '') }, path)
  const request = { url, headers, timeoutMs: OPEN_MS, maxMessageBytes: MAX_MESSAGE }
  const waiting: (string | Uint8Array)[] = []
  let socket: GuardedSocket | undefined

  const opening = openSocket(context, { ...request, signal: ended.signal }).then((opened) => {
    socket = opened
    for (const message of waiting.splice(0)) opened.send(message)
    return opened
  })
  // The reader gets the error.
  opening.catch(() => {})

  async function* messages(): AsyncGenerator<unknown> {
    try {
      for await (const message of (await opening).messages) yield jsonOf(message)
    } catch (error) {
      if (!ended.signal.aborted) throw await reasonOf(error, service, url, ended.signal)
    } finally {
      socket?.close()
      ended.abort()
    }
  }

  return {
    send(message) {
      if (ended.signal.aborted) return
      if (socket) socket.send(message)
      else waiting.push(message)
    },
    close() {
      if (socket) socket.close()
      else ended.abort()
    },
    messages: { [Symbol.asyncIterator]: messages },
  }
}

function jsonOf(message: string | Buffer): unknown {
  const value = typeof message === 'string' ? jsonIn(message) : undefined
  if (value === undefined) throw new SpeechError(fault('speech_unreadable'))
  return value
}

async function reasonOf(
  error: unknown,
  service: SpeechService,
  url: string,
  signal: AbortSignal,
): Promise<unknown> {
  if (error instanceof SocketRefused) {
    const { status, type, body } = error
    const refusal = await refusalOf(service, url, { status, type, text: async () => body })
    return new SpeechError(refusal ?? fault('provider_status', { status }))
  }
  if (error instanceof SocketClosed && error.words !== '') {
    const words = wordsOf(service, error.words)
    return new SpeechError(fault('speech_reported', { words: `${words} (${error.status})` }))
  }
  return asSpeechError(error, hostOf(service), signal)
}
