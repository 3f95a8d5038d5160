import type { ServerResponse } from 'node:http'
import { createHeartbeat } from './heartbeat.ts'
import { openStream, type Shows, type Stream } from './stream.ts'

/** A client that subscribes. */
export interface Follower {
  readonly res: ServerResponse
  /** Id of the last event seen; later rows are sent first. */
  readonly after: number | undefined
  readonly credentials: readonly string[]
  /** Reports whether the client may receive an event; all by default. */
  readonly shows?: Shows
  /** Called when the stream has closed. */
  readonly onClose?: (() => void) | undefined
}

interface RoomOptions {
  readonly heartbeatMs: number
  /** Sends a heartbeat on the streams. */
  readonly beat: (streams: Iterable<Stream>) => void
  /** Maximum unread bytes; a client with more is disconnected. */
  readonly maxBuffered: number
}

export type Room = ReturnType<typeof createRoom>

/** Open streams of one audience by key: an account or a visitor. */
export function createRoom({ heartbeatMs, beat, maxBuffered }: RoomOptions) {
  const seats = new Map<number, Set<Stream>>()
  const heartbeat = createHeartbeat(heartbeatMs, beat)

  return {
    of: (key: number): ReadonlySet<Stream> | undefined => seats.get(key),
    *all(): Generator<Stream> {
      for (const streams of seats.values()) yield* streams
    },
    /**
     * Opens a stream.
     * @param onLeave called when the last stream of this key has closed
     */
    join(
      key: number,
      { onClose, ...follower }: Follower & { readonly after: number },
      onLeave: () => void,
    ): Stream {
      const streams = seats.get(key) ?? new Set()
      seats.set(key, streams)
      const stream = openStream({
        ...follower,
        maxBuffered,
        onClose: (closed) => {
          onClose?.()
          stopBeating()
          streams.delete(closed)
          if (streams.size === 0 && seats.get(key) === streams) {
            seats.delete(key)
            onLeave()
          }
        },
      })
      streams.add(stream)
      const stopBeating = heartbeat.add(stream)
      return stream
    },
    /** Stops the heartbeats. */
    stop: () => heartbeat.stop(),
  }
}
