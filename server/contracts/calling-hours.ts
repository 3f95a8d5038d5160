/* The hours at which a campaign calls: the scheduler keeps to them, and the desk previews them. */

/** All timezones change their clocks at whole quarters of an hour. */
const SLOT_MS = 900_000
const MINUTE_MS = 60_000
const MINUTES_PER_DAY = 1440
const DAYS_PER_WEEK = 7
/** A weekly time that a clock change skips comes again a week later; this leaves room for two such weeks. */
const SEARCH_MS = 22 * 86_400_000

/** Weekdays as campaigns name them. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Hours and days at which a campaign may call, by the wall clock of its timezone. */
export interface CallingHours {
  readonly timezone: string
  /** First and last minute of the day, both included; a start after the end crosses midnight. */
  readonly start: number
  readonly end: number
  /** Days on which the hours begin. */
  readonly days: readonly Weekday[]
}

/** A stretch of calling hours, ms since 1970; `until` is exclusive. */
export interface CallingWindow {
  readonly from: number
  readonly until: number
}

/** Minute of the day of `HH:MM`, with or without seconds. */
export function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Time of day of a minute, `HH:MM:SS`. */
export function timeOf(minute: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:00`
}

/** Reports whether a call may begin at a time. */
export function isCallingTime(hours: CallingHours, ms: number): boolean {
  const { day, minute } = wallClock(ms, hours.timezone)
  const isDay = (index: number) =>
    hours.days.includes(WEEKDAYS[(index + DAYS_PER_WEEK) % DAYS_PER_WEEK]!)
  if (hours.start <= hours.end) return isDay(day) && minute >= hours.start && minute <= hours.end
  // Past midnight the hours belong to the day on which they began.
  return (isDay(day) && minute >= hours.start) || (isDay(day - 1) && minute <= hours.end)
}

/**
 * Earliest time from `ms` on at which a call may begin. Local times that a clock change skips are skipped; those that it
 * repeats count twice.
 */
export function nextCallingTime(hours: CallingHours, ms: number): number {
  return firstChange(ms, hours, true)
}

/** The calling windows from a time on, in order; the first may have begun before. */
export function callingWindows(hours: CallingHours, ms: number, count: number): CallingWindow[] {
  const windows: CallingWindow[] = []
  let at = ms
  while (windows.length < count) {
    const from = nextCallingTime(hours, at)
    // Hours that never end are shown in stretches.
    const until = Math.min(firstChange(from, hours, false), from + SEARCH_MS)
    windows.push({ from, until })
    at = until
  }
  return windows
}

/** First time from `ms` on at which calling is allowed, or no longer is; the end of the search if there is none. */
function firstChange(ms: number, hours: CallingHours, isAllowed: boolean): number {
  // Allowed begins with the minute `start` and ends after the minute `end`.
  const turn = isAllowed ? hours.start : hours.end + 1
  for (let at = ms; at < ms + SEARCH_MS; at = nextSlot(at)) {
    if (isCallingTime(hours, at) === isAllowed) return at
    // Within a slot the wall clock runs evenly, so that only the minute itself can change the answer.
    const { minute } = wallClock(at, hours.timezone)
    const wait = (turn - minute + MINUTES_PER_DAY) % MINUTES_PER_DAY
    const change = at - (at % MINUTE_MS) + wait * MINUTE_MS
    if (change > at && change < nextSlot(at) && isCallingTime(hours, change) === isAllowed)
      return change
  }
  return ms + SEARCH_MS
}

/** Clocks change at whole slots. */
const nextSlot = (ms: number): number => ms - (ms % SLOT_MS) + SLOT_MS

/** Formatters are expensive to create, and there are few timezones. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Weekday (0 is Monday) and minute of the day in a timezone. */
function wallClock(ms: number, timeZone: string): { day: number; minute: number } {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  clocks.set(timeZone, clock)
  const parts = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, value]))
  return {
    day: WEEKDAYS.indexOf(parts['weekday']!.toLowerCase() as Weekday),
    minute: minuteOf(`${parts['hour']}:${parts['minute']}`),
  }
}
