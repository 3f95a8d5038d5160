import { sampleOf } from './rates.ts'

/** Supported sample rates, Hz. */
const RATES = [8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]

/** Length of the filter, in samples of the lower rate. */
const SPAN = 32

/** Beta of the Kaiser window: about 90 dB stop-band attenuation. */
const BETA = 8.9

/** Centre of the transition band, relative to the lower rate: telephony (up to 3.4 kHz) passes, and nothing aliases to below 3.4 kHz. */
const CUTOFF = 0.4925

/** Maximum filters per conversion; with more phases, the nearest filter is used. */
const MAX_PHASES = 1024

/** Resamples one stream of 16-bit audio. */
export interface Resampler {
  /**
   * Returns the output for this input: as many samples as the ratio of the rates requires, rounded up over the whole stream.
   * Chunk boundaries make no difference. The output is delayed by `SPAN` / 2 samples of the lower rate (2 ms at 8 kHz).
   */
  push(pcm: Int16Array): Int16Array
}

/** Resamples separate sounds without delay. */
export interface PromptResampler {
  /** Returns as much of a sound as can be computed so far. */
  push(sound: Float32Array): Float32Array
  /** Returns the rest of the sound; the next push starts another one. */
  flush(): Float32Array
}

/** One filter per position of an output sample between two input samples. */
interface Phases {
  /** Output samples per `down` input samples. */
  readonly up: number
  readonly down: number
  /** Length of each filter, a multiple of 4. */
  readonly taps: number
  /** In order of position, from one input sample to the next. */
  readonly filters: readonly Float64Array[]
}

/**
 * Creates a resampler with a polyphase low-pass filter.
 * @throws RangeError for an unsupported rate.
 */
export function createResampler(from: number, to: number): Resampler {
  for (const rate of [from, to])
    if (!RATES.includes(rate)) throw new RangeError(`No conversion of ${rate} Hz`)
  if (from === to) return { push: (pcm) => pcm }
  const filter = createFilter(phasesOf(from, to), 0)
  return {
    push(pcm) {
      const out = new Int16Array(filter.countAfter(pcm.length))
      filter.push(pcm, (sample, index) => {
        out[index] = sampleOf(sample)
      })
      return out
    },
  }
}

/** Creates a resampler between any two rates, for samples from -1 to 1. */
export function createPromptResampler(from: number, to: number): PromptResampler {
  if (from === to) return { push: (sound) => sound, flush: () => new Float32Array(0) }
  const phases = phasesOf(from, to)
  const ahead = phases.taps / 2
  let filter = createFilter(phases, ahead)

  function push(sound: Float32Array): Float32Array {
    const out = new Float32Array(filter.countAfter(sound.length))
    filter.push(sound, (sample, index) => {
      out[index] = sample
    })
    return out
  }

  return {
    push,
    flush() {
      const rest = push(new Float32Array(ahead))
      filter = createFilter(phases, ahead)
      return rest
    },
  }
}

/**
 * Creates the filter of a stream.
 * @param ahead input samples to wait for, of the filter's delay of `taps` / 2
 */
function createFilter({ up, down, taps, filters }: Phases, ahead: number) {
  const kept = taps - 1
  const places = filters.length - 1
  // Starts with the previous input samples that the next output needs.
  let window = new Float64Array(kept)
  /** Position of the next output sample relative to the next input sample, in units of 1 / `up`. */
  let next = ahead * up

  return {
    /** Number of output samples for a number of input samples. */
    countAfter: (length: number): number => Math.max(0, Math.ceil((length * up - next) / down)),
    push(input: Int16Array | Float32Array, put: (sample: number, index: number) => void): void {
      if (window.length < kept + input.length) {
        const longer = new Float64Array(kept + input.length)
        longer.set(window.subarray(0, kept))
        window = longer
      }
      window.set(input, kept)
      const end = input.length * up
      for (let index = 0; next < end; index += 1) {
        const at = Math.floor(next / up)
        const place = Math.round(((next - at * up) * places) / up)
        put(filtered(window, at, filters[place]!), index)
        next += down
      }
      next -= end
      window.copyWithin(0, input.length, input.length + kept)
    },
  }
}

/** Four accumulators: with a single one, each addition would wait for the previous one. */
function filtered(samples: Float64Array, from: number, filter: Float64Array): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let tap = 0; tap < filter.length; tap += 4) {
    const at = from + tap
    a += samples[at]! * filter[tap]!
    b += samples[at + 1]! * filter[tap + 1]!
    c += samples[at + 2]! * filter[tap + 2]!
    d += samples[at + 3]! * filter[tap + 3]!
  }
  return a + b + (c + d)
}

const made = new Map<string, Phases>()

function phasesOf(from: number, to: number): Phases {
  const key = `${from} ${to}`
  const phases = made.get(key) ?? makePhases(from, to)
  made.set(key, phases)
  return phases
}

function makePhases(from: number, to: number): Phases {
  const divisor = greatestCommonDivisor(from, to)
  const [up, down] = [to / divisor, from / divisor]
  const lower = Math.min(1, to / from)
  const taps = 4 * Math.ceil(SPAN / lower / 4)
  const places = Math.min(up, MAX_PHASES)
  const filters = Array.from({ length: places + 1 }, (_, place) => {
    const middle = taps / 2 - 1 + place / places
    const filter = Float64Array.from({ length: taps }, (_, tap) => {
      const distance = tap - middle
      return sinc(2 * CUTOFF * lower * distance) * kaiser(distance / (taps / 2))
    })
    const sum = filter.reduce((total, value) => total + value, 0)
    return filter.map((value) => value / sum)
  })
  return { up, down, taps, filters }
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

/** The Kaiser window from -1 to 1. */
const kaiser = (x: number): number =>
  Math.abs(x) >= 1 ? 0 : bessel(BETA * Math.sqrt(1 - x * x)) / bessel(BETA)

/** The modified Bessel function of the first kind of order 0, by its series. */
function bessel(x: number): number {
  let [sum, term] = [1, 1]
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
