import { samplesOf } from './rates.ts'

export interface Tone {
  /** Frequencies of simultaneous sine waves, Hz; empty for silence. */
  readonly pitches: readonly number[]
  readonly ms: number
  /** Sample rate, Hz. */
  readonly rate: number
  /** Peak of each sine wave, 16-bit. */
  readonly peak: number
}

/** Generates sine waves with a phase of 0. */
export function toneOf({ pitches, ms, rate, peak }: Tone): Int16Array {
  const steps = pitches.map((pitch) => (2 * Math.PI * pitch) / rate)
  return Int16Array.from({ length: samplesOf(ms, rate) }, (_, at) =>
    Math.round(steps.reduce((sum, step) => sum + peak * Math.sin(at * step), 0)),
  )
}

/** Concatenates pieces of audio. */
export function joined(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
