import type { OfficeHours, OpenTime } from '#contracts/widget-settings.ts'

const DAY = 24 * 60
const WEEK = 7 * DAY
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Typical hours, Monday to Friday. */
export const USUAL_HOURS: OfficeHours = [
  ...Array.from({ length: 5 }, () => [['09:00', '17:00']] as const),
  [],
  [],
]

/** Availability, and when it changes. */
export interface Availability {
  readonly isOpen: boolean
  /** Day (0 is Monday) and `HH:MM`; undefined if it never changes. */
  readonly until:
    | { readonly day: number; readonly time: string; readonly isToday: boolean }
    | undefined
}

/** Minutes since midnight of `HH:MM`, including `24:00`; undefined for an invalid time. */
export function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  const sum = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && sum <= DAY ? sum : undefined
}

/** Availability at a moment under office hours in a timezone. */
export function availabilityAt(hours: OfficeHours, timeZone: string, moment: Date): Availability {
  const now = minuteOfWeek(timeZone, moment)
  const open = hours.flatMap((times, day) => times.flatMap((time) => spanOf(time, day)))
  const isIn = (minute: number) => open.some(([from, until]) => minute >= from && minute < until)
  const isOpen = isIn(now)
  const edges = open.map(([from, until]) => (isOpen ? until % WEEK : from))
  const ahead = edges
    .filter((edge) => isIn(edge) !== isOpen)
    .map((edge) => (edge - now + WEEK) % WEEK || WEEK)
  if (ahead.length === 0) return { isOpen, until: undefined }
  const wait = Math.min(...ahead)
  const edge = (now + wait) % WEEK
  // A closing time of midnight belongs to the day that ends.
  const isMidnight = isOpen && edge % DAY === 0
  const isToday = (now % DAY) + wait < DAY + Number(isMidnight)
  const day = Math.floor((isMidnight ? (edge - 1 + WEEK) % WEEK : edge) / DAY)
  return { isOpen, until: { day, time: clockOf(edge % DAY), isToday } }
}

function spanOf([from, until]: OpenTime, day: number): (readonly [number, number])[] {
  const [begin, end] = [minutesOf(from), minutesOf(until)]
  if (begin === undefined || end === undefined || begin >= end) return []
  return [[day * DAY + begin, day * DAY + end]]
}

function minuteOfWeek(timeZone: string, moment: Date): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, value]),
  )
  const day = WEEKDAYS.indexOf(part['weekday'] ?? '')
  return day * DAY + Number(part['hour']) * 60 + Number(part['minute'])
}

const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0')).join(':')

/** Parses stored office hours; undefined if there are none or they are invalid. */
export function hoursOf(value: unknown): OfficeHours | undefined {
  if (!Array.isArray(value) || value.length !== 7) return undefined
  return value.map((times: unknown) =>
    Array.isArray(times) ? times.filter(isOpenTime).map(([from, until]) => [from, until]) : [],
  )
}

function isOpenTime(value: unknown): value is OpenTime {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((time) => typeof time === 'string' && minutesOf(time) !== undefined)
  )
}

/** Validates the times of a day. */
export function faultOf(times: readonly OpenTime[]): 'time' | 'order' | 'overlap' | undefined {
  const spans = times.map(([from, until]) => [minutesOf(from), minutesOf(until)] as const)
  if (spans.some(([from, until]) => from === undefined || until === undefined)) return 'time'
  if (spans.some(([from, until]) => from! >= until!)) return 'order'
  const sorted = spans.toSorted(([one], [other]) => one! - other!)
  return sorted.some(([, until], at) => until! > (sorted[at + 1]?.[0] ?? DAY))
    ? 'overlap'
    : undefined
}
