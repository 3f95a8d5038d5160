import type { PublicAssistant } from '#contracts/widget.ts'
import { SLOT_MS } from '../../../db/tallies.ts'
import { toInstant, toZonedIso } from '../../../db/time.ts'
import { dayAt, plusDays, startOf } from './local-days.ts'

/** Start and end as minutes of a day; an end before the start is on the next day. */
export type Range = readonly [from: number, until: number]

/** Seven days, Monday first. */
export type Week = readonly (readonly Range[])[]

const DAY_MINUTES = 24 * 60

/**
 * Absence outside office hours, with the time at which they resume; null during office hours. Invalid hours are
 * ignored.
 * @param hours the value in the settings: `OfficeHours`, if valid
 */
export function awayAt(hours: unknown, timeZone: string, now: Date): PublicAssistant['away'] {
  const week = weekOf(hours)
  if (!week || isOpen(week, now.getTime(), timeZone)) return null
  const opening = nextOpening(week, now.getTime(), timeZone)
  return { back_at: opening === undefined ? null : toInstant(opening) }
}

/** The valid office hours; undefined if times are given and none is valid. */
export function weekOf(hours: unknown): Week | undefined {
  if (!Array.isArray(hours) || hours.length !== 7 || !hours.every(Array.isArray)) return undefined
  const days = hours as unknown[][]
  const week = days.map((times) => times.flatMap((time) => rangeOf(time) ?? []))
  return days.every((times) => times.length === 0) || week.some((ranges) => ranges.length > 0)
    ? week
    : undefined
}

function rangeOf(time: unknown): [Range] | undefined {
  if (!Array.isArray(time) || time.length !== 2) return undefined
  const [from, until] = time.map(minutesOf)
  if (from === undefined || until === undefined) return undefined
  return from === DAY_MINUTES || from === until ? undefined : [[from, until]]
}

function minutesOf(clock: unknown): number | undefined {
  if (clock === '24:00') return DAY_MINUTES
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(String(clock)) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

function isOpen(week: Week, ms: number, timeZone: string): boolean {
  const day = dayAt(ms, timeZone)
  const minute = clockAt(ms, timeZone)
  const today = week[weekdayOf(day)]!
  const yesterday = week[weekdayOf(plusDays(day, -1))]!
  return (
    today.some(([from, until]) => minute >= from && (minute < until || until < from)) ||
    yesterday.some(([from, until]) => until < from && minute < until)
  )
}

/** The start of the next office hours. */
function nextOpening(week: Week, now: number, timeZone: string): number | undefined {
  const today = dayAt(now, timeZone)
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = plusDays(today, ahead)
    const openings = week[weekdayOf(day)]!.map(([from]) => instantOf(day, from, timeZone)).filter(
      (opening) => opening !== undefined && opening > now,
    )
    if (openings.length > 0) return Math.min(...(openings as number[]))
  }
  return undefined
}

/**
 * The instant at which a timezone's clock first reaches a time of a day, or skips it. Checks every quarter of an hour,
 * because clock changes are aligned to it.
 */
function instantOf(day: string, minute: number, timeZone: string): number | undefined {
  const end = startOf(plusDays(day, 1), timeZone)
  for (let slot = startOf(day, timeZone); slot < end; slot += SLOT_MS) {
    const missing = minute - clockAt(slot, timeZone)
    if (missing <= 0) return slot
    if (missing * 60_000 < SLOT_MS) return slot + missing * 60_000
  }
  return undefined
}

/** Minutes since midnight on the local clock. */
export function clockAt(ms: number, timeZone: string): number {
  const [hours, minutes] = toZonedIso(ms, timeZone).slice(11, 16).split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
