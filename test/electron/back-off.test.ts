import { expect, test } from 'vitest'
import { createBackOff } from '../../electron/back-off.ts'

const MINUTE = 60_000

function serverBackOff() {
  const clock = { at: 0 }
  const now = () => clock.at
  const limits = { first: 500, longest: 30_000, most: 5, within: 5 * MINUTE }
  return { clock, backOff: createBackOff({ now, ...limits }) }
}

test('delays double from half a second, and the sixth attempt within five minutes is one too many', () => {
  const { backOff } = serverBackOff()
  const waits = Array.from({ length: 6 }, () => backOff.next())
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, undefined])
})

test('no delay exceeds the maximum', () => {
  const backOff = createBackOff({
    now: () => 0,
    first: 500,
    longest: 30_000,
    most: 9,
    within: MINUTE,
  })
  const waits = Array.from({ length: 9 }, () => backOff.next())
  expect(waits.slice(-4)).toEqual([16_000, 30_000, 30_000, 30_000])
})

test('old attempts no longer count', () => {
  const { clock, backOff } = serverBackOff()
  for (let time = 0; time < 5; time++) backOff.next()
  clock.at = 5 * MINUTE - 1
  expect(backOff.next()).toBeUndefined()
  clock.at = 5 * MINUTE
  expect(backOff.next()).toBe(500)
})

test('a refused attempt does not count', () => {
  const { clock, backOff } = serverBackOff()
  for (let time = 0; time < 50; time++) backOff.next()
  clock.at = 5 * MINUTE
  expect(backOff.next()).toBe(500)
})

test('a reset forgets earlier attempts', () => {
  const { backOff } = serverBackOff()
  for (let time = 0; time < 6; time++) backOff.next()
  backOff.reset()
  expect(backOff.next()).toBe(500)
})
