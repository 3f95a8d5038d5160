import { UP_RATE, UP_SAMPLES } from '#contracts/voice-frames.ts'
import { createPromptResampler } from '../../server/media/resample.ts'

/** 20 ms of microphone audio. */
export interface MicrophoneFrame {
  readonly samples: Int16Array<ArrayBuffer>
  /** Peak amplitude, 0 to 1. */
  readonly peak: number
}

/** Splits audio of any sample rate, Hz, into frames of 20 ms, 16-bit at 16 kHz. */
export function createFramer(rate: number, onFrame: (frame: MicrophoneFrame) => void) {
  const resampler = createPromptResampler(rate, UP_RATE)
  let samples = new Int16Array(UP_SAMPLES)
  let filled = 0
  let peak = 0

  return (input: Float32Array): void => {
    for (const value of resampler.push(input)) {
      const amplitude = Math.max(-1, Math.min(1, value))
      samples[filled] = Math.round(amplitude * 0x7fff)
      peak = Math.max(peak, Math.abs(amplitude))
      filled += 1
      if (filled < UP_SAMPLES) continue
      onFrame({ samples, peak })
      samples = new Int16Array(UP_SAMPLES)
      filled = 0
      peak = 0
    }
  }
}
