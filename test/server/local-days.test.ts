import { expect, test } from 'vitest'
import { SLOT_MS } from '../../server/db/tallies.ts'
import {
  dayAt,
  plusDays,
  sameTimeOn,
  startOf,
} from '../../server/features/platform/values/local-days.ts'

const HOUR = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()
const hours = (day: string, zone: string) =>
  (startOf(plusDays(day, 1), zone) - startOf(day, zone)) / HOUR

test.each([
  ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['Europe/Berlin', '2026-11-21', '2026-11-20T23:00:00.000Z'],
  ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-21', '2026-11-21T08:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z'],
  ['Pacific/Chatham', '2026-11-21', '2026-11-20T10:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z'],
  ['Etc/GMT+12', '2026-11-21', '2026-11-21T12:00:00.000Z'],
])('in %s, %s starts at %s', (zone, day, begins) => {
  expect(iso(startOf(day, zone))).toBe(begins)
  expect(startOf(day, zone) % SLOT_MS).toBe(0)
  expect(dayAt(startOf(day, zone), zone)).toBe(day)
  expect(dayAt(startOf(day, zone) - 1, zone)).toBe(plusDays(day, -1))
})

test('days of a clock change are an hour, or half an hour, shorter or longer', () => {
  expect(hours('2026-03-29', 'Europe/Berlin')).toBe(23)
  expect(hours('2026-10-25', 'Europe/Berlin')).toBe(25)
  expect(hours('2026-10-04', 'Australia/Lord_Howe')).toBe(23.5)
  expect(hours('2026-04-05', 'Australia/Lord_Howe')).toBe(24.5)
})

test('a day whose midnight is skipped starts with its first existing hour', () => {
  // In Cairo the clock goes from 23:59 on Thursday to 01:00 on Friday.
  expect(iso(startOf('2026-04-24', 'Africa/Cairo'))).toBe('2026-04-23T22:00:00.000Z')
  expect(hours('2026-04-24', 'Africa/Cairo')).toBe(23)
})

test('months and years end correctly', () => {
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(plusDays('2028-03-01', -1)).toBe('2028-02-29')
})

test('the same time last week is found across a clock change, and stays within its day', () => {
  const now = Date.parse('2026-03-31T10:00:00Z')
  expect(iso(sameTimeOn('2026-03-24', now, 'Europe/Berlin'))).toBe('2026-03-24T11:00:00.000Z')
  const late = Date.parse('2026-04-05T21:30:00Z')
  expect(iso(sameTimeOn('2026-03-29', late, 'Europe/Berlin'))).toBe('2026-03-29T22:00:00.000Z')
})
