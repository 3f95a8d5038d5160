import { UP_RATE, UP_SAMPLES } from '#contracts/voice-frames.ts'
import { FRAME_MS } from '../../../media/rates.ts'
import { createVoiceDetector } from '../../../media/vad.ts'
import type { Hearing, Transcriber } from '../../../providers/speech/hear.ts'

/** Audio before the detection of speech that belongs to it, frames. */
const BEFORE = 15

/** Maximum number of lost frames that are replaced by silence: 10 s. */
const MAX_GAP = 500

/** A microphone frame and its number. */
export interface MicrophoneFrame {
  readonly sequence: number
  readonly samples: Int16Array
}

interface Options {
  readonly transcriber: Pick<Transcriber, 'isStreaming'>
  readonly hearing: Hearing
  /** Reports whether the assistant is being played; the other, whether speech over it counts. */
  readonly isPlaying: () => boolean
  readonly listensNow: () => boolean
  readonly onVoice: (isOn: boolean) => void
  /** Number of the first frame; 0 by default. */
  readonly first?: number
  /** Voice detection threshold, 0 to 1. */
  readonly threshold?: number | undefined
}

/** Detects speech in the microphone audio and forwards it to a transcriber. */
export function createSpeechInput({
  transcriber,
  hearing,
  isPlaying,
  listensNow,
  onVoice,
  first = 0,
  threshold,
}: Options) {
  const detector = createVoiceDetector(UP_RATE, threshold)
  const silence = new Int16Array(UP_SAMPLES)
  let before: { pcm: Int16Array; at: number }[] = []
  let next = first
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
      // Late frames were already replaced by silence.
      if (sequence < next) return
      const lost = Math.min(sequence - next, MAX_GAP)
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
