/** The median. */
export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5)
}

/** The percentile for a share from 0 to 1. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
