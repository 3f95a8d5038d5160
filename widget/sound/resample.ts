/** Zero crossings of the filter's sinc on either side. */
const CROSSINGS = 16
/** Pass band, as a part of what the slower rate can hold. */
const PASS = 0.92
/** Positions between two samples for which there are coefficients, at most. */
const MAX_PHASES = 512

export interface Resampler {
  /** As much of the sound as can be known so far. */
  push(input: Float32Array): Float32Array
  /** The rest of the sound; what is pushed afterwards begins anew. */
  flush(): Float32Array
}

/** Converts sound between any two rates, Hz, in pieces of any length (windowed sinc). The result has no delay. */
export function createResampler(from: number, to: number): Resampler {
  const cutoff = PASS * Math.min(1, to / from)
  const half = Math.ceil(CROSSINGS / cutoff)
  const phases = Math.min(to / divisor(from, to), MAX_PHASES)
  const filters = Array.from({ length: phases + 1 }, (_, phase) =>
    filterAt(phase / phases, half, cutoff),
  )
  /** Input that is still needed; it begins with silence. */
  let held = new Float32Array(half)
  /** Place of the first of it, in samples since the beginning. */
  let start = -half
  let produced = 0
  let received = 0

  function push(input: Float32Array): Float32Array {
    received += input.length
    return convert(input, Number.POSITIVE_INFINITY)
  }

  function convert(input: Float32Array, most: number): Float32Array {
    const all = new Float32Array(held.length + input.length)
    all.set(held)
    all.set(input, held.length)
    const output: number[] = []
    for (; produced < most; produced += 1) {
      const whole = Math.floor((produced * from) / to)
      const first = whole - half + 1 - start
      if (first + 2 * half > all.length) break
      const phase = Math.round((((produced * from) % to) / to) * phases)
      output.push(sum(all, first, filters[phase]!))
    }
    const next = Math.floor((produced * from) / to) - half + 1
    const kept = Math.min(Math.max(0, next - start), all.length)
    held = all.slice(kept)
    start += kept
    return Float32Array.from(output)
  }

  function flush(): Float32Array {
    const rest = convert(new Float32Array(half + 1), Math.ceil((received * to) / from))
    held = new Float32Array(half)
    start = -half
    produced = 0
    received = 0
    return rest
  }

  return { push, flush }
}

/** Coefficients for a place between two samples, that let constants pass unchanged. */
function filterAt(fraction: number, half: number, cutoff: number): Float32Array {
  const filter = Float64Array.from({ length: 2 * half }, (_, index) => {
    const distance = index - half + 1 - fraction
    const angle = Math.PI * cutoff * distance
    const sinc = angle === 0 ? 1 : Math.sin(angle) / angle
    const place = distance / half
    const window = Math.abs(place) >= 1 ? 0 : blackman(place)
    return sinc * window
  })
  const gain = filter.reduce((total, coefficient) => total + coefficient, 0)
  return Float32Array.from(filter, (coefficient) => coefficient / gain)
}

const blackman = (place: number): number =>
  0.42 + 0.5 * Math.cos(Math.PI * place) + 0.08 * Math.cos(2 * Math.PI * place)

function sum(sound: Float32Array, first: number, filter: Float32Array): number {
  let total = 0
  for (let index = 0; index < filter.length; index += 1)
    total += sound[first + index]! * filter[index]!
  return total
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
