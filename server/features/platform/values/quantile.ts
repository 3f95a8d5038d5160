/** Quantile of a histogram, assuming values are distributed evenly within each step. `steps` are ascending upper bounds. */
export function quantile(
  counts: readonly number[],
  steps: readonly number[],
  share: number,
): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let before = 0
  for (const [index, count] of counts.entries()) {
    const reached = before + count
    if (count > 0 && reached >= total * share) {
      const from = steps[index - 1] ?? 0
      // The last step is open-ended.
      if (index === steps.length - 1) return from
      return Math.round(from + (steps[index]! - from) * ((total * share - before) / count))
    }
    before = reached
  }
  return null
}
