/* Where the marks of a plot's axes stand. */

const FACTORS = [1, 2, 2.5, 5, 10]

/** Round marks from 0 up to at least `max`, about four of them; whole numbers have whole marks. */
export function roundSteps(max: number, isWhole: boolean): number[] {
  if (max <= 0) return [0, 1]
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const exact = FACTORS.map((factor) => factor * power).find((step) => step >= rough * 0.999_999)!
  const step = isWhole ? Math.max(1, Math.ceil(exact)) : exact
  return marks(step, Math.ceil(max / step - 1e-9))
}

/** Round marks from 0 that end exactly at `max`, about five of them. */
export function stepsTo(max: number): number[] {
  const power = 10 ** Math.floor(Math.log10(max / 5))
  const steps = FACTORS.map((factor) => factor * power).filter(
    (step) => step >= (max / 5) * 0.999_999,
  )
  const even = steps.find((step) => Math.abs(max / step - Math.round(max / step)) < 1e-9) ?? max
  return marks(even, Math.round(max / even))
}

const marks = (step: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))

/** More marks than this would stand too close. */
const MOST_MARKS = 6

/** The marks of a logarithmic axis: the first one at or below all values, the last one at or above them. */
export function stepsAround(values: readonly number[], steps: readonly number[]): number[] {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const above = steps.findIndex((step) => step >= high)
  const to = above === -1 ? steps.length - 1 : Math.max(1, above)
  const from = Math.min(
    to - 1,
    Math.max(
      0,
      steps.findLastIndex((step) => step <= low),
    ),
  )
  const around = steps.slice(from, to + 1)
  if (around.length <= MOST_MARKS) return around
  // Every second one, from the top down; below the lowest there has to be one more.
  const every = steps.filter((_, index) => index <= to && (to - index) % 2 === 0)
  return stepsAround(values, every)
}

/** The days that are named below a plot so wide: evenly apart, the last one always. */
export function namedDays(count: number, width: number, room = 64): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / room))))
  const first = (count - 1) % every
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => first + index * every)
}
