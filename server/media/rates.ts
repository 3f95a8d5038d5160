/** Sample rates of calls, Hz. */
export type Rate = 8000 | 16000 | 24000

/** Mono audio: 16-bit samples. */
export interface Sound {
  readonly pcm: Int16Array
  /** Sample rate, Hz. */
  readonly rate: number
}

/** Duration of a frame, ms. */
export const FRAME_MS = 20

/** Number of samples in a time span. */
export const samplesOf = (ms: number, rate: number): number => Math.round((ms * rate) / 1000)

/** Rounds and clamps a value to a 16-bit sample. */
export const sampleOf = (value: number): number =>
  value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : Math.round(value)
