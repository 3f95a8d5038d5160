import type { ServerResponse } from 'node:http'
import { openWire } from './wire.ts'

/** One reader of a stream. */
export interface Stream {
  /** Id of the last row written to it. */
  lastId: number
  /**
   * Credentials it depends on: a key or a session; for visitors their token, the visitor and the assistant that
   * answers.
   */
  readonly credentials: readonly string[]
  /** Reports whether its reader may be told of events of a type. */
  readonly shows: (type: string) => boolean
  write(frame: string): void
  /** Ends it in good order: the reader comes back by itself. */
  end(): void
}

interface StreamOptions {
  readonly res: ServerResponse
  readonly after: number
  readonly credentials: readonly string[]
  readonly shows?: (type: string) => boolean
  /** A reader with more bytes than this waiting is dropped; it resumes where it was. */
  readonly maxBuffered: number
  readonly onClose: (stream: Stream) => void
}

/** A reader comes back after this long, ms. */
const RETRY_MS = 1000

/** Headers of a stream. */
export const EVENT_STREAM = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
} as const

/** Turns a response into a stream of server-sent events. */
export function openStream({
  res,
  after,
  credentials,
  shows = () => true,
  maxBuffered,
  onClose,
}: StreamOptions): Stream {
  res.writeHead(200, EVENT_STREAM)
  res.write(`retry: ${RETRY_MS}\n\n`)
  const wire = openWire(res, () => onClose(stream))
  const stream: Stream = {
    lastId: after,
    credentials,
    shows,
    write(frame) {
      if (!wire.isOpen) return
      // What waits counts, not the frame itself: one long answer must not drop everybody.
      if (wire.waiting > maxBuffered) wire.cut()
      else wire.send(frame)
    },
    end() {
      if (wire.isOpen) wire.end()
    },
  }
  return stream
}
