/* Formats of times on their way out of the database, where they are ms since 1970. */

/** `2026-11-21T09:30:00.123Z` */
export const toIso = (ms: number): string => new Date(ms).toISOString()

/** ISO 8601 with microseconds, the format of assistants: `2026-11-21T09:30:00.123000Z` */
export const toInstant = (ms: number): string => `${toIso(ms).slice(0, -1)}000Z`

const DAY_MS = 86_400_000
const MAX_DAYS = 1000
const dayTexts = new Map<number, string>()

/** `2026-11-21 09:30:00`, the format of conversations, calls and messages. Cached by day, because lists print many of few days. */
export function toDateTime(ms: number): string {
  const day = Math.floor(ms / DAY_MS)
  const seconds = Math.floor((ms - day * DAY_MS) / 1000)
  return `${dayTexts.get(day) ?? printDay(day)} ${twoDigits(seconds / 3600)}:${twoDigits((seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
}

function printDay(day: number): string {
  if (dayTexts.size >= MAX_DAYS) dayTexts.clear()
  const text = toIso(day * DAY_MS).slice(0, 10)
  dayTexts.set(day, text)
  return text
}

function twoDigits(value: number): string {
  const whole = Math.floor(value)
  return whole < 10 ? `0${whole}` : `${whole}`
}

/** Formats an optional time. */
export const ifSet = (ms: number | null, print: (ms: number) => string): string | null =>
  ms === null ? null : print(ms)

interface DayRange {
  readonly date_from?: string | undefined
  readonly date_to?: string | undefined
}

/** The period of whole days from `date_from` to `date_to`, in ms, with `to` exclusive; undefined bounds are open. */
export function periodOf({ date_from, date_to }: DayRange) {
  const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
  return {
    from: date_from === undefined ? undefined : startOf(date_from),
    to: date_to === undefined ? undefined : startOf(date_to) + DAY_MS,
  }
}

/** Formatters are expensive to create, and there are few time zones. */
const offsets = new Map<string, Intl.DateTimeFormat>()

/** ISO 8601 in a time zone, with its offset at that time: `2026-07-01T11:30:00.123+02:00` */
export function toZonedIso(ms: number, timeZone: string): string {
  const format =
    offsets.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  offsets.set(timeZone, format)
  const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? ['', '+', '00', '00']
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return `${toIso(ms + offset).slice(0, -1)}${sign}${hours}:${minutes}`
}
