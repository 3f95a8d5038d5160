/** The end of the first month after `after`, of the months that start at `from`; a day that a month lacks is its last. Times are ms since 1970. */
export function monthEndAfter(from: number, after: number): number {
  for (let months = 1; ; months += 1) {
    const end = plusMonths(new Date(from), months)
    if (end > after) return end
  }
}

function plusMonths(start: Date, months: number): number {
  const year = start.getUTCFullYear()
  const month = start.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay))
  return midnight + (start.getTime() % DAY_MS)
}

const DAY_MS = 86_400_000
