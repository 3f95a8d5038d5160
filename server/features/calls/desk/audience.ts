import type { Actor } from '#contracts/activities.ts'
import { DOWN_RATE, encodeSide, type Side, UP_RATE } from '#contracts/voice-frames.ts'
import type { ListenServerMessage } from '#contracts/voice-listen.ts'
import type { VoiceEnd, VoiceServerMessage } from '#contracts/voice-socket.ts'
import { createResampler } from '../../../media/resample.ts'
import type { Way } from '../web/socket.ts'

/** Somebody at the desk who listens to a call. */
export interface Listener {
  readonly operator: Actor
  /** Key or session that let them in: they leave with it. */
  readonly credential: string
  readonly way: Way<ListenServerMessage>
}

/** Sound of the assistant as it was sent to the visitor. */
interface Sent {
  readonly utterance: number
  readonly sequence: number
  readonly samples: Int16Array
}

const PLAYBACK = ['utterance', 'clear', 'pause', 'resume'] as const
type Playback = Extract<VoiceServerMessage, { type: (typeof PLAYBACK)[number] }>

/**
 * Whoever listens to a call. They get what the visitor gets, at the same moment, and the visitor's own sound beside it;
 * `onChange` is called whenever somebody comes or goes.
 */
export function createAudience(onChange: () => void) {
  const listeners = new Set<Listener>()
  /** Place of the assistant's last frame. */
  let place = { utterance: 0, sequence: 0 }
  let up = createResampler(UP_RATE, DOWN_RATE)

  function send(side: Side, frame: Sent, but?: Listener): void {
    if (listeners.size === 0) return
    const bytes = encodeSide({ side, ...frame })
    for (const listener of listeners) if (listener !== but) listener.way.play(bytes)
  }

  return {
    /** People who listen, in the order in which they came. */
    people: (): Actor[] => [...listeners].map(({ operator }) => operator),
    /** Somebody begins to listen; an earlier page of theirs listens no longer. */
    join(listener: Listener): void {
      if (listeners.size === 0) up = createResampler(UP_RATE, DOWN_RATE)
      for (const one of listeners) if (one.operator.id === listener.operator.id) leave(one)
      listeners.add(listener)
      onChange()
    },
    has: (listener: Listener): boolean => listeners.has(listener),
    leave(listener: Listener): void {
      if (!listeners.has(listener)) return
      leave(listener)
      onChange()
    },
    /** A key or a session has ended. */
    dismiss(credential: string): void {
      const gone = [...listeners].filter((one) => one.credential === credential)
      for (const one of gone) leave(one)
      if (gone.length > 0) onChange()
    },
    /** The visitor has said something: 20 ms at 16 kHz. */
    hearVisitor(samples: Int16Array): void {
      if (listeners.size === 0) return
      send('visitor', { utterance: 0, sequence: 0, samples: up.push(samples) })
    },
    /** 20 ms at 24 kHz of the assistant, or of who speaks in its place; for everybody but this one. */
    hearAssistant(samples: Int16Array, utterance: number, but?: Listener): void {
      const isNew = utterance === 0 || utterance !== place.utterance
      const frame = { utterance, sequence: isNew ? 0 : place.sequence + 1 }
      if (utterance > 0) place = frame
      send('assistant', { ...frame, samples }, but)
    },
    /** The visitor's player was told something. */
    tell(message: VoiceServerMessage): void {
      if (isPlayback(message)) for (const { way } of listeners) way.tell(message)
    },
    /** The call is over. */
    end(reason: VoiceEnd): void {
      for (const { way } of listeners) {
        way.tell({ type: 'ended', reason })
        way.close()
      }
      listeners.clear()
    },
  }

  function leave(listener: Listener): void {
    listeners.delete(listener)
    listener.way.close()
  }
}

const isPlayback = (message: VoiceServerMessage): message is Playback =>
  (PLAYBACK as readonly string[]).includes(message.type)
