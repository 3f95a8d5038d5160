import { UP_RATE, UP_SAMPLES } from '#contracts/voice-frames.ts'
import { FRAME_MS } from '../../../media/rates.ts'
import { createVoiceDetector } from '../../../media/vad.ts'
import type { Hearing, Transcriber } from '../../../providers/speech/hear.ts'

/** Sound before a voice was detected that belongs to it, frames. */
const BEFORE = 15

/** Lost frames that are made up for with silence at most: 10 s. */
const LONGEST_GAP = 500

/** A frame of the microphone, and its number. */
export interface MicrophoneFrame {
  readonly sequence: number
  readonly samples: Int16Array
}

interface Options {
  readonly transcriber: Pick<Transcriber, 'isStreaming'>
  readonly hearing: Hearing
  /** The assistant is being heard, and whether what is said over it counts. */
  readonly isPlaying: () => boolean
  readonly listensNow: () => boolean
  readonly onVoice: (isOn: boolean) => void
  /** Loudness from which on a sound is a voice, from 0 to 1. */
  readonly threshold?: number | undefined
}

/** Listens to the microphone: finds voices in it and passes on what a transcriber is to have. */
export function createEar({
  transcriber,
  hearing,
  isPlaying,
  listensNow,
  onVoice,
  threshold,
}: Options) {
  const detector = createVoiceDetector(UP_RATE, threshold)
  const silence = new Int16Array(UP_SAMPLES)
  let before: { pcm: Int16Array; at: number }[] = []
  let next = 0
  let isOn = false
  let isMuted = false

  function take(pcm: Int16Array): void {
    const frame = { pcm, at: next * FRAME_MS }
    const { isSpeech } = detector.push(pcm, isPlaying())
    const isWanted = transcriber.isStreaming || isSpeech
    if (isWanted && listensNow()) {
      for (const each of [...before, frame]) hearing.push(each)
      before = []
    } else before = [...before, frame].slice(-BEFORE)
    if (isSpeech === isOn) return
    isOn = isSpeech
    onVoice(isOn)
  }

  return {
    push({ sequence, samples }: MicrophoneFrame): void {
      // What comes late is not heard twice.
      if (sequence < next) return
      const lost = Math.min(sequence - next, LONGEST_GAP)
      next = sequence - lost
      for (; next < sequence; next += 1) take(silence)
      take(isMuted ? silence : samples)
      next += 1
    },
    mute(on: boolean): void {
      isMuted = on
    },
  }
}
