import { sampleOf } from './rates.ts'

/** Rates that sound comes in, Hz. */
const RATES = [8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]

/** Length of the filter, samples of the lower of the two rates. */
const SPAN = 32

/** Shape of the Kaiser window: about 90 dB in the stop band. */
const BETA = 8.9

/** Middle of the slope, as a share of the lower rate: telephony (to 3.4 kHz) passes, and nothing folds back below 3.4 kHz. */
const CUTOFF = 0.4925

/** Filters of one conversion at most: between more places the nearest is taken. */
const MOST_PHASES = 1024

/** Changes the rate of one stream of 16-bit sound. */
export interface Resampler {
  /**
   * The samples that these lead to: as many as the rates' ratio has it, rounded up over the whole stream. However a
   * stream is cut, the result is the same. It is `SPAN` / 2 samples of the lower rate late (2 ms at 8 kHz).
   */
  push(pcm: Int16Array): Int16Array
}

/** Changes the rate of sounds, one after the other, without delay. */
export interface PromptResampler {
  /** As much of a sound as can be known so far. */
  push(sound: Float32Array): Float32Array
  /** The rest of it; what is pushed afterwards begins anew. */
  flush(): Float32Array
}

/** A filter for each place that an output sample can have between two input samples. */
interface Phases {
  /** Output samples for every `down` input samples. */
  readonly up: number
  readonly down: number
  /** Samples of each filter, a multiple of 4. */
  readonly taps: number
  /** From one input sample up to the next. */
  readonly filters: readonly Float64Array[]
}

/**
 * A polyphase low-pass filter for a stream.
 * @throws RangeError for a rate that sound does not come in.
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

/** The same between any two rates, of sound from -1 to 1. */
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

/** Filters a stream. @param ahead input samples that are waited for, of `taps` / 2 that the filter is late */
function createFilter({ up, down, taps, filters }: Phases, ahead: number) {
  const kept = taps - 1
  const places = filters.length - 1
  // Beginning with the input samples that the next output needs from before.
  let window = new Float64Array(kept)
  /** The next output sample: its place among the input samples to come, in parts of `up`. */
  let next = ahead * up

  return {
    /** Output samples that so many input samples lead to. */
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

/** Four sums at a time: one alone waits for each addition before the next. */
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
  const places = Math.min(up, MOST_PHASES)
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

/** The modified Bessel function of the first kind and order 0, by its series. */
function bessel(x: number): number {
  let [sum, term] = [1, 1]
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
