import { expect, test } from 'vitest'
import { awayAt } from '../../server/features/platform/values/office-hours.ts'

const NINE_TO_FIVE = [['09:00', '17:00']]
const WORKDAYS = [NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, [], []]
const EVERY_DAY = (from: string, until: string) => Array(7).fill([[from, until]])
const NEVER = Array(7).fill([])

const at = (hours: unknown, instant: string, zone = 'Europe/Berlin') =>
  awayAt(hours, zone, new Date(instant))
const back = (instant: string) => ({ back_at: instant.replace('Z', '.000000Z') })

test.each([
  ['on Monday at nine', '2026-11-23T08:00:00Z'],
  ['a second before five', '2026-11-23T15:59:59Z'],
])('%s the desk is staffed', (_, instant) => {
  expect(at(WORKDAYS, instant)).toBeNull()
})

test.each([
  ['before nine they come the same day', '2026-11-23T07:59:59Z', '2026-11-23T08:00:00Z'],
  ['from five on they come the next day', '2026-11-23T16:00:00Z', '2026-11-24T08:00:00Z'],
  ['on Friday evening they come on Monday', '2026-11-20T16:00:00Z', '2026-11-23T08:00:00Z'],
  ['on Sunday they come on Monday', '2026-11-22T12:00:00Z', '2026-11-23T08:00:00Z'],
])('%s', (_, instant, opening) => {
  expect(at(WORKDAYS, instant)).toEqual(back(opening))
})

test('a day may have a lunch break', () => {
  const hours = Array(7).fill([
    ['09:00', '12:00'],
    ['13:00', '17:00'],
  ])
  expect(at(hours, '2026-11-23T11:30:00Z')).toEqual(back('2026-11-23T12:00:00Z'))
})

test('24:00 is the end of a day, and two days can meet there', () => {
  const hours = EVERY_DAY('00:00', '24:00')
  for (const instant of ['2026-11-22T22:59:59Z', '2026-11-22T23:00:00Z', '2026-10-25T00:30:00Z'])
    expect(at(hours, instant)).toBeNull()
})

test('a night shift is open on both of its days', () => {
  const hours = [[['22:00', '06:00']], [], [], [], [], [], []]
  expect(at(hours, '2026-11-23T21:00:00Z')).toBeNull()
  expect(at(hours, '2026-11-24T04:59:59Z')).toBeNull()
  expect(at(hours, '2026-11-24T05:00:00Z')).toEqual(back('2026-11-30T21:00:00Z'))
  expect(at(hours, '2026-11-23T04:00:00Z')).toEqual(back('2026-11-23T21:00:00Z'))
})

test('a week without times is closed, without a reopening time', () => {
  expect(at(NEVER, '2026-11-23T12:00:00Z')).toEqual({ back_at: null })
})

test('a reopening may be a week away', () => {
  const hours = [NINE_TO_FIVE, [], [], [], [], [], []]
  expect(at(hours, '2026-11-23T16:00:00Z')).toEqual(back('2026-11-30T08:00:00Z'))
})

test('opening hours follow local time across a clock change', () => {
  expect(at(EVERY_DAY('09:00', '17:00'), '2026-03-28T16:00:00Z')).toEqual(
    back('2026-03-29T07:00:00Z'),
  )
  expect(at(EVERY_DAY('09:00', '17:00'), '2026-10-24T15:00:00Z')).toEqual(
    back('2026-10-25T08:00:00Z'),
  )
})

test('an opening time that is skipped starts right after the skip', () => {
  const hours = EVERY_DAY('02:30', '05:00')
  expect(at(hours, '2026-03-29T00:59:59Z')).toEqual(back('2026-03-29T01:00:00Z'))
  expect(at(hours, '2026-03-29T01:00:00Z')).toBeNull()
})

test('an opening time that occurs twice starts at the first', () => {
  const hours = EVERY_DAY('02:30', '02:45')
  expect(at(hours, '2026-10-25T00:00:00Z')).toEqual(back('2026-10-25T00:30:00Z'))
  expect(at(hours, '2026-10-25T00:50:00Z')).toEqual(back('2026-10-26T01:30:00Z'))
  expect(at(hours, '2026-10-25T01:35:00Z')).toBeNull()
})

test('half-hour offsets and distant time zones use their own local time', () => {
  expect(at(WORKDAYS, '2026-11-23T03:30:00Z', 'Asia/Kolkata')).toBeNull()
  expect(at(WORKDAYS, '2026-11-22T20:00:00Z', 'Pacific/Auckland')).toBeNull()
  expect(at(WORKDAYS, '2026-11-23T03:29:00Z', 'Asia/Kolkata')).toEqual(back('2026-11-23T03:30:00Z'))
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', '9-17'],
  ['six days', WORKDAYS.slice(1)],
  ['days by name', { monday: NINE_TO_FIVE }],
  ['a day that is no list', [...WORKDAYS.slice(1), 'closed']],
  ['times of which none can be understood', Array(7).fill([['9', '17'], 5, ['25:00', '26:00']])],
])('invalid hours count as none: %s', (_, hours) => {
  expect(at(hours, '2026-11-22T12:00:00Z')).toBeNull()
})

test('one invalid time does not affect the others', () => {
  const hours = Array(7).fill([['9 am', '5 pm'], ['09:00', '17:00'], ['10:00', '10:00'], null])
  expect(at(hours, '2026-11-23T12:00:00Z')).toBeNull()
  expect(at(hours, '2026-11-23T18:00:00Z')).toEqual(back('2026-11-24T08:00:00Z'))
})
