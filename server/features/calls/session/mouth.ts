import { DOWN_RATE } from '#contracts/voice-frames.ts'
import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Ambience } from '../../../media/mix.ts'
import { createPlayout } from '../../../media/playout.ts'
import type { SpokenSound } from '../../../providers/speech/speak.ts'
import type { Recorder } from './recorder.ts'
import { createSpokenText, type SpokenText } from './spoken.ts'

interface Options {
  /** Time that only goes forward, ms. */
  readonly now: () => number
  /** Sends a frame of 20 ms at 24 kHz; utterance 0 is what is heard between them. */
  readonly send: (frame: Int16Array, utterance: number) => void
  /** Sound behind everything. */
  readonly ambience: Ambience | undefined
  readonly tell: (message: VoiceServerMessage) => void
  readonly recorder: Pick<Recorder, 'add' | 'heard'> | undefined
  /** Called at the end of an utterance with what was heard of it. */
  readonly onHeard: (heard: HeardUtterance) => void
}

/** An utterance that is over. */
export interface HeardUtterance {
  readonly utterance: number
  /** Words that were heard of it, and their length, ms. */
  readonly text: string
  readonly ms: number
  /** False where it was cut off. */
  readonly isWhole: boolean
}

/** The player says within this time what it had played when it was told to drop the rest, ms. */
const CLEARED_MS = 500

interface Utterance {
  readonly number: number
  readonly text: SpokenText
  /** Time until which the player's last word is waited for. */
  settleAt: number | undefined
  /** While the player pauses: what it had played then, ms. */
  pausedMs: number | undefined
}

/** Says one utterance after another, and knows what was heard of each: the player counts. */
export function createMouth({ now, send, ambience, tell, recorder, onHeard }: Options) {
  let current: Utterance | undefined
  const playout = createPlayout({
    rate: DOWN_RATE,
    now,
    send,
    ...(ambience && { ambience }),
    drop: () => {
      if (current) tell({ type: 'clear', utterance: current.number })
    },
  })

  /** The player has stood still since the pause, and our clock has not. */
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
    tell({ type: 'said', speaker: 'assistant', text, final: true })
    tell({ type: 'heard', utterance, text })
  }

  /** Nothing more is sent; the player's last word is waited for. */
  function wait(): undefined {
    if (current?.settleAt !== undefined && now() >= current.settleAt) settle()
  }

  return {
    wait,
    /** Begins an utterance and returns its number. */
    begin(): number {
      const number = playout.begin()
      current = { number, text: createSpokenText(), settleAt: undefined, pausedMs: undefined }
      tell({ type: 'utterance', utterance: number })
      return number
    },
    add(utterance: number, sound: SpokenSound): void {
      if (current?.number !== utterance || current.settleAt !== undefined) return
      current.text.add(sound)
      recorder?.add(utterance, sound)
      playout.push(sound)
    },
    /** The sentence is whole, and another one may come. */
    endSentence(utterance: number): void {
      if (current?.number === utterance) current.text.end()
    },
    /** No more sound comes. */
    end(utterance: number): void {
      if (current?.number !== utterance) return
      current.text.end()
      playout.end()
    },
    pause(utterance: number): void {
      if (current) current.pausedMs = playout.played().ms
      tell({ type: 'pause', utterance })
    },
    resume(utterance: number): void {
      placeClock()
      tell({ type: 'resume', utterance })
    },
    /** Drops what was not heard of this utterance, or of any; the player's answer is waited for. */
    clear(utterance?: number): void {
      if (!current || current.settleAt !== undefined) return
      if (utterance !== undefined && utterance !== current.number) return
      placeClock()
      playout.clear()
      current.settleAt = now() + CLEARED_MS
    },
    /** Closes the utterance with what is known by now. */
    settle: () => settle(),
    /** Sends what is due. Returns the utterance of which all has been heard now. */
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
    /** The player has played so much of an utterance, ms. */
    played(utterance: number, ms: number): void {
      if (current?.number !== utterance || current.settleAt !== undefined) return
      if (current.pausedMs === undefined) {
        playout.report(utterance, ms)
        recorder?.heard(utterance, playout.played().ms)
      } else current.pausedMs = ms
      const text = current.text.heard(ms)
      tell({ type: 'said', speaker: 'assistant', text, final: false })
    },
    /** The player has dropped the rest after so much of an utterance, ms. */
    cleared(utterance: number, ms: number): void {
      if (current?.number !== utterance || current.settleAt === undefined) return
      playout.settle(utterance, ms)
      settle()
    },
  }
}
