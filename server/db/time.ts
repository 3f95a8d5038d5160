/* How times leave the database, where they are milliseconds since 1970 in UTC. */

/** `2026-11-21T09:30:00.123Z` */
export const toIso = (ms: number): string => new Date(ms).toISOString()

/** ISO 8601 with microseconds, as assistants carry it: `2026-11-21T09:30:00.123000Z` */
export const toInstant = (ms: number): string => `${toIso(ms).slice(0, -1)}000Z`

const DAY_MS = 86_400_000
let day = Number.NaN
let dayText = ''

/** `2026-11-21 09:30:00`, as conversations, calls and messages carry it. Lists print many, mostly of one day. */
export function toDateTime(ms: number): string {
  const current = Math.floor(ms / DAY_MS)
  if (current !== day) {
    day = current
    dayText = toIso(current * DAY_MS).slice(0, 10)
  }
  const seconds = Math.floor((ms - current * DAY_MS) / 1000)
  return `${dayText} ${twoDigits(seconds / 3600)}:${twoDigits((seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
}

function twoDigits(value: number): string {
  const whole = Math.floor(value)
  return whole < 10 ? `0${whole}` : `${whole}`
}

/** The first millisecond of a day `YYYY-MM-DD`. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The first millisecond after a day `YYYY-MM-DD`. */
export const endOfDay = (day: string): number => startOfDay(day) + DAY_MS
