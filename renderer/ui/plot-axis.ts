/* Ticks of a plot's axes. */

const FACTORS = [1, 2, 2.5, 5, 10]

/** About four round ticks from 0 to at least `max`; integer values get integer ticks. */
export function roundSteps(max: number, isWhole: boolean): number[] {
  if (max <= 0) return [0, 1]
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const exact = FACTORS.map((factor) => factor * power).find((step) => step >= rough * 0.999_999)!
  const step = isWhole ? Math.max(1, Math.ceil(exact)) : exact
  return marks(step, Math.ceil(max / step - 1e-9))
}

/** About five round ticks from 0 that end exactly at `max`. */
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

/** Maximum number of ticks; more would be too dense. */
const MAX_MARKS = 6

/** Ticks of a logarithmic axis: the first at or below all values, the last at or above them. */
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
  if (around.length <= MAX_MARKS) return around
  // Every second one, from the top down; at least one must be below the lowest value.
  const every = steps.filter((_, index) => index <= to && (to - index) % 2 === 0)
  return stepsAround(values, every)
}

/** Days labelled below a plot of this width: evenly spaced, always including the last one. */
export function namedDays(count: number, width: number, room = 64): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / room))))
  const first = (count - 1) % every
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => first + index * every)
}
