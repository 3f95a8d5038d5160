/** Sample rates that Parley speaks and hears in, Hz. */
export type Rate = 8000 | 16000 | 24000

/** Sound of one channel: 16-bit samples. */
export interface Sound {
  readonly pcm: Int16Array
  /** Samples a second. */
  readonly rate: number
}

/** Length of a frame, ms. */
export const FRAME_MS = 20

/** Samples of so much time. */
export const samplesOf = (ms: number, rate: number): number => Math.round((ms * rate) / 1000)

/** A 16-bit sample: rounded, and held at the ends of the range. */
export const sampleOf = (value: number): number =>
  value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : Math.round(value)
