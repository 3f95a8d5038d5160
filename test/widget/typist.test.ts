import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTypist } from '../../widget/more/typist.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function typist() {
  const told: boolean[] = []
  return { told, ...createTypist((active) => told.push(active)) }
}

test('fast typing is reported only at intervals', () => {
  const { told, type } = typist()
  for (let key = 0; key < 50; key += 1) {
    type()
    vi.advanceTimersByTime(100)
  }
  expect(told).toEqual([true, true])
})

test('a pause is reported once', () => {
  const { told, type } = typist()
  type()
  vi.advanceTimersByTime(3999)
  expect(told).toEqual([true])
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([true, false])
})

test('stopping without having typed reports nothing', () => {
  const { told, stop } = typist()
  stop()
  expect(told).toEqual([])
})
