import { DOWN_RATE } from '#contracts/voice-frames.ts'
import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Ambience } from '../../../media/mix.ts'
import { createPlayout } from '../../../media/playout.ts'
import type { SpokenSound } from '../../../providers/speech/speak.ts'
import type { Recorder } from './recorder.ts'
import { createSpokenText, type SpokenText } from './spoken.ts'

interface Options {
  /** Monotonic time, ms. */
  readonly now: () => number
  /** Sends a frame of 20 ms at 24 kHz; utterance 0 is sound between utterances. */
  readonly send: (frame: Int16Array, utterance: number) => void
  /** Ambient sound. */
  readonly ambience?: Ambience | undefined
  readonly notify: (message: VoiceServerMessage) => void
  readonly recorder?: Pick<Recorder, 'add' | 'heard'> | undefined
  /** Called at the end of an utterance with the part that was heard. */
  readonly onHeard: (heard: HeardUtterance) => void
}

/** A finished utterance. */
export interface HeardUtterance {
  readonly utterance: number
  /** The words heard of it, and their duration, ms. */
  readonly text: string
  readonly ms: number
  /** False if it was cut off. */
  readonly isWhole: boolean
}

/** Timeout for the player's answer to `clear`, ms. */
const CLEARED_MS = 500

interface Utterance {
  readonly number: number
  readonly text: SpokenText
  /** Deadline of the player's last report. */
  settleAt: number | undefined
  /** Position of the player while it is paused, ms. */
  pausedMs: number | undefined
}

/** Plays one utterance after another and tracks how much of each was heard, as reported by the player. */
export function createSpeechOutput({ now, send, ambience, notify, recorder, onHeard }: Options) {
  let current: Utterance | undefined
  const playout = createPlayout({
    rate: DOWN_RATE,
    now,
    send,
    ...(ambience && { ambience }),
    drop: () => {
      if (current) notify({ type: 'clear', utterance: current.number })
    },
  })

  /** Corrects for the time that the player was paused. */
  function placeClock(): void {
    if (current?.pausedMs === undefined) return
    playout.report(current.number, current.pausedMs)
    current.pausedMs = undefined
  }

  function settle(isWhole = false): void {
    if (!current) return
    const { number: utterance, text: spoken } = current
    const { ms } = playout.played()
    const text = spoken.heard(ms)
    recorder?.heard(utterance, ms, true)
    current = undefined
    onHeard({ utterance, text, ms, isWhole })
    notify({ type: 'said', speaker: 'assistant', text, final: true })
    notify({ type: 'heard', utterance, text })
  }

  /** Stops sending and waits for the player's last report. */
  function wait(): undefined {
    if (current?.settleAt !== undefined && now() >= current.settleAt) settle()
  }

  return {
    wait,
    /** Starts an utterance and returns its number. */
    begin(): number {
      const number = playout.begin()
      current = { number, text: createSpokenText(), settleAt: undefined, pausedMs: undefined }
      notify({ type: 'utterance', utterance: number })
      return number
    },
    add(utterance: number, sound: SpokenSound): void {
      if (current?.number !== utterance || current.settleAt !== undefined) return
      current.text.add(sound)
      recorder?.add(utterance, sound)
      playout.push(sound)
    },
    /** The sentence is complete; another may follow. */
    endSentence(utterance: number): void {
      if (current?.number === utterance) current.text.end()
    },
    /** The audio is complete. */
    end(utterance: number): void {
      if (current?.number !== utterance) return
      current.text.end()
      playout.end()
    },
    pause(utterance: number): void {
      if (current) current.pausedMs = playout.played().ms
      notify({ type: 'pause', utterance })
    },
    resume(utterance: number): void {
      placeClock()
      notify({ type: 'resume', utterance })
    },
    /** Drops the unheard rest of this utterance, or of any, and waits for the player's answer. */
    clear(utterance?: number): void {
      if (!current || current.settleAt !== undefined) return
      if (utterance !== undefined && utterance !== current.number) return
      placeClock()
      playout.clear()
      current.settleAt = now() + CLEARED_MS
    },
    /** Closes the utterance with what is known so far. */
    settle: () => settle(),
    /** Sends due frames. Returns the utterance that has now been heard completely. */
    tick(): number | undefined {
      wait()
      if (current?.pausedMs !== undefined) {
        playout.idle()
        return undefined
      }
      playout.tick()
      if (!current || current.settleAt !== undefined || !playout.isOver()) return undefined
      const { number } = current
      settle(true)
      return number
    },
    /** The player reports its progress in an utterance, ms. */
    played(utterance: number, ms: number): void {
      if (current?.number !== utterance || current.settleAt !== undefined) return
      if (current.pausedMs === undefined) {
        playout.report(utterance, ms)
        recorder?.heard(utterance, playout.played().ms)
      } else current.pausedMs = ms
      const text = current.text.heard(ms)
      notify({ type: 'said', speaker: 'assistant', text, final: false })
    },
    /** The player dropped the rest of an utterance after this much, ms. */
    cleared(utterance: number, ms: number): void {
      if (current?.number !== utterance || current.settleAt === undefined) return
      playout.settle(utterance, ms)
      settle()
    },
  }
}
