import { expect, test } from 'vitest'
import { createBackOff } from '../../electron/back-off.ts'

const MINUTE = 60_000

function serverBackOff() {
  const clock = { at: 0 }
  const now = () => clock.at
  const limits = { first: 500, longest: 30_000, most: 5, within: 5 * MINUTE }
  return { clock, backOff: createBackOff({ now, ...limits }) }
}

test('waits double from half a second, and the sixth try within five minutes is one too many', () => {
  const { backOff } = serverBackOff()
  const waits = Array.from({ length: 6 }, () => backOff.next())
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, undefined])
})

test('no wait is longer than the longest', () => {
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

test('what is long ago counts no more', () => {
  const { clock, backOff } = serverBackOff()
  for (let time = 0; time < 5; time++) backOff.next()
  clock.at = 5 * MINUTE - 1
  expect(backOff.next()).toBeUndefined()
  clock.at = 5 * MINUTE
  expect(backOff.next()).toBe(500)
})

test('being refused does not count as a try', () => {
  const { clock, backOff } = serverBackOff()
  for (let time = 0; time < 50; time++) backOff.next()
  clock.at = 5 * MINUTE
  expect(backOff.next()).toBe(500)
})

test('a reset forgets what was', () => {
  const { backOff } = serverBackOff()
  for (let time = 0; time < 6; time++) backOff.next()
  backOff.reset()
  expect(backOff.next()).toBe(500)
})
