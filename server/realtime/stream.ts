import type { ServerResponse } from 'node:http'
import type { EventRow } from '../events/log.ts'
import { openWire } from './wire.ts'

/** Reports whether a client may receive an event. */
export type Shows = (event: Pick<EventRow, 'type' | 'operator_id'>) => boolean

/** A client's event stream. */
export interface Stream {
  /** Id of the last row written to it. */
  lastId: number
  /** Credentials it depends on: a key or a session; for visitors their token, the visitor and the assistant. */
  readonly credentials: readonly string[]
  readonly shows: Shows
  write(frame: string): void
  /** Ends it properly: the client reconnects by itself. */
  end(): void
}

interface StreamOptions {
  readonly res: ServerResponse
  readonly after: number
  readonly credentials: readonly string[]
  readonly shows?: Shows
  /** Maximum unread bytes; a client with more is disconnected, and resumes where it was. */
  readonly maxBuffered: number
  readonly onClose: (stream: Stream) => void
}

/** Reconnection delay of clients, ms. */
const RETRY_MS = 1000

/** Headers of an event stream. */
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
      // Only the backlog counts, not the frame itself: one long answer must not disconnect everyone.
      if (wire.waiting > maxBuffered) wire.cut()
      else wire.send(frame)
    },
    end() {
      if (wire.isOpen) wire.end()
    },
  }
  return stream
}
