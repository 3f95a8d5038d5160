import type { Actor } from '#contracts/activities.ts'
import { DOWN_RATE, encodeSide, type Side, UP_RATE } from '#contracts/voice-frames.ts'
import type { ListenServerMessage } from '#contracts/voice-listen.ts'
import type { VoiceEnd, VoiceServerMessage } from '#contracts/voice-socket.ts'
import { createResampler } from '../../../media/resample.ts'
import type { MessageChannel } from '../web/socket.ts'

/** An operator listening to a call. */
export interface Listener {
  readonly operator: Actor
  /** The key or session that admitted them; listening ends with it. */
  readonly credential: string
  readonly way: MessageChannel<ListenServerMessage>
}

/** The assistant's audio as sent to the visitor. */
interface Sent {
  readonly utterance: number
  readonly sequence: number
  readonly samples: Int16Array
}

const PLAYBACK = ['utterance', 'clear', 'pause', 'resume'] as const
type Playback = Extract<VoiceServerMessage, { type: (typeof PLAYBACK)[number] }>

/**
 * The operators listening to a call. They receive what the visitor receives, at the same time, plus the visitor's audio;
 * `onChange` is called whenever someone joins or leaves.
 */
export function createAudience(onChange: () => void) {
  const listeners = new Set<Listener>()
  /** Position of the assistant's last frame. */
  let place = { utterance: 0, sequence: 0 }
  let up = createResampler(UP_RATE, DOWN_RATE)

  function send(side: Side, frame: Sent, but?: Listener): void {
    if (listeners.size === 0) return
    const bytes = encodeSide({ side, ...frame })
    for (const listener of listeners) if (listener !== but) listener.way.play(bytes)
  }

  return {
    /** The listeners, in the order in which they joined. */
    people: (): Actor[] => [...listeners].map(({ operator }) => operator),
    /** Adds a listener; replaces an earlier page of the same operator. */
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
    /** A key or session ended. */
    dismiss(credential: string): void {
      const gone = [...listeners].filter((one) => one.credential === credential)
      for (const one of gone) leave(one)
      if (gone.length > 0) onChange()
    },
    /** 20 ms of the visitor at 16 kHz. */
    hearVisitor(samples: Int16Array): void {
      if (listeners.size === 0) return
      send('visitor', { utterance: 0, sequence: 0, samples: up.push(samples) })
    },
    /** 20 ms at 24 kHz of the assistant or an operator; for everyone but this listener. */
    hearAssistant(samples: Int16Array, utterance: number, but?: Listener): void {
      const isNew = utterance === 0 || utterance !== place.utterance
      const frame = { utterance, sequence: isNew ? 0 : place.sequence + 1 }
      if (utterance > 0) place = frame
      send('assistant', { ...frame, samples }, but)
    },
    /** Forwards a message to the visitor's player. */
    notify(message: VoiceServerMessage): void {
      if (isPlayback(message)) for (const { way } of listeners) way.notify(message)
    },
    /** The call ended. */
    end(reason: VoiceEnd): void {
      for (const { way } of listeners) {
        way.notify({ type: 'ended', reason })
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
