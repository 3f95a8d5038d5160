import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpointWindow, interruptWindow } from '../../../server/media/sensitivity.ts'

test('higher sensitivity means a shorter silence ends a turn', () => {
  expect([0, 0.5, 1, 2, 5].map(endpointWindow)).toEqual([1200, 700, 500, 350, 200])
  expect([0.25, 1.5, 3.5].map(endpointWindow)).toEqual([950, 425, 275])
})

test('higher sensitivity means less voice interrupts', () => {
  expect([0, 0.5, 1, 2, 5].map(interruptWindow)).toEqual([800, 500, 300, 200, 80])
  expect([0.25, 1.5, 3.5].map(interruptWindow)).toEqual([650, 250, 140])
})

test('a window never grows with sensitivity, and is clamped at both ends', () => {
  for (const windowOf of [endpointWindow, interruptWindow]) {
    expect([windowOf(-1), windowOf(6)]).toEqual([windowOf(0), windowOf(5)])
    const number = fc.double({ min: 0, max: 5, noNaN: true })
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(windowOf(Math.min(a, b))).toBeGreaterThanOrEqual(windowOf(Math.max(a, b)))
      }),
    )
  }
})
