import { samplesOf } from './rates.ts'

export interface Tone {
  /** Sine waves that sound together, Hz; none is silence. */
  readonly pitches: readonly number[]
  readonly ms: number
  /** Samples a second. */
  readonly rate: number
  /** Peak of each of them, 16-bit. */
  readonly peak: number
}

/** Sine waves from their zero on. */
export function toneOf({ pitches, ms, rate, peak }: Tone): Int16Array {
  const steps = pitches.map((pitch) => (2 * Math.PI * pitch) / rate)
  return Int16Array.from({ length: samplesOf(ms, rate) }, (_, at) =>
    Math.round(steps.reduce((sum, step) => sum + peak * Math.sin(at * step), 0)),
  )
}

/** Pieces of sound, one after another. */
export function joined(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
