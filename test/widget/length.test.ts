import { expect, test } from 'vitest'
import { MAX_MESSAGE as CONTRACT } from '#contracts/constants.ts'
import { codePoints, MAX_MESSAGE } from '../../widget/length.ts'

test('the widget and the server agree on the longest message', () => {
  expect(MAX_MESSAGE).toBe(CONTRACT)
})

test('lengths are counted in code points', () => {
  expect(codePoints('')).toBe(0)
  expect(codePoints('naïve')).toBe(5)
  expect(codePoints('😀'.repeat(2000))).toBe(2000)
  expect(codePoints('e\u0301')).toBe(2)
})
