import { encodeDown } from '#contracts/voice-frames.ts'
import type { PracticeServerMessage } from '#contracts/voice-practice.ts'
import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { MessageChannel } from './socket.ts'
import { createUnplayed } from './unplayed.ts'

/** The way to a visitor's browser, or to an operator's who tests a draft. */
export type Connection = MessageChannel<PracticeServerMessage>

/** Place of a frame of the assistant. */
export interface Place {
  readonly utterance: number
  readonly sequence: number
}

interface Options extends Pick<Context, 'sleep'> {
  /** The first message of each connection. */
  readonly ready: VoiceServerMessage
  /** Nobody has come back in time. */
  readonly onGone: () => void
}

/** A call whose connection is lost waits so long for another one, ms. */
const RECONNECT_GRACE_MS = 10_000

/** Messages that wait for a connection at most: who does not come back needs none. */
const MAX_QUEUED = 200

/** The visitor's end of a call, which may change its connection on the way. */
export function createLink({ sleep, ready, onGone }: Options) {
  const unplayed = createUnplayed()
  let connection: Connection | undefined
  let lost = new AbortController()
  let place: Place = { utterance: 0, sequence: 0 }
  /** Messages to be told once there is a connection again. */
  let untold: PracticeServerMessage[] = []
  /** The latest of the messages that say how things are. */
  const known = new Map<VoiceServerMessage['type'], VoiceServerMessage>()

  /** Sends a message; for a draft's call also those that visitors never get. */
  function tell(message: PracticeServerMessage): void {
    if (connection) connection.notify(message)
    else untold = [...untold, message].slice(-MAX_QUEUED)
  }

  return {
    isThere: (): boolean => connection !== undefined,
    tell,
    notify(message: VoiceServerMessage): void {
      if (message.type === 'state' || message.type === 'person') known.set(message.type, message)
      if (message.type === 'clear') unplayed.cleared(message.utterance)
      tell(message)
    },
    /** Sends 20 ms of an utterance; those of utterance 0 are not sent again. */
    play(samples: Int16Array, utterance: number): void {
      const isNew = utterance === 0 || place.utterance !== utterance
      const at = { utterance, sequence: isNew ? 0 : place.sequence + 1 }
      const bytes = encodeDown({ ...at, samples })
      if (utterance > 0) {
        place = at
        unplayed.sent({ ...at, bytes })
      }
      connection?.play(bytes)
    },
    played: unplayed.played,
    /** Goes on over this connection; the one before is closed. */
    attach(next: Connection, received?: Place): void {
      lost.abort()
      connection?.close()
      connection = next
      next.notify(ready)
      for (const message of untold) next.notify(message)
      untold = []
      for (const message of known.values()) next.notify(message)
      for (const { bytes } of unplayed.after(received)) next.play(bytes)
    },
    /** A connection is gone: the visitor has ten seconds to come back with another one. */
    detach(gone: Connection): void {
      if (connection !== gone) return
      connection = undefined
      lost = new AbortController()
      sleep(RECONNECT_GRACE_MS, lost.signal).then(onGone, () => undefined)
    },
    /** The call is over. */
    close(): void {
      lost.abort()
      connection?.close()
      connection = undefined
    },
  }
}
