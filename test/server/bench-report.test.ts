import { expect, test } from 'vitest'
import { comparisonText, isStepBack } from '../bench/compare.ts'
import { reportText } from '../bench/report.ts'

test('figures are aligned in columns, however long the names are', () => {
  const name = 'events of a conversation that reach everybody, ms p95'
  expect(
    reportText('latency', [
      [name, '25.6'],
      ['p50', '9.5'],
      ['none', '-'],
    ]),
  ).toBe(
    `latency
  ${name}  25.6
  ${'p50'.padEnd(name.length)}  9.5
  ${'none'.padEnd(name.length)}  -
`,
  )
})

test('bare numbers are right-aligned, and rows may be short', () => {
  expect(
    reportText('lists', [
      ['page 1', '98', '1.02 (1.00–1.04)', '1.1'],
      ['last full', '1204', '1.10 (1.00–1.30)'],
    ]),
  ).toBe(`lists
  page 1       98  1.02 (1.00–1.04)  1.1
  last full  1204  1.10 (1.00–1.30)
`)
})

const writes = {
  name: 'writes/s',
  ours: [90, 100, 110],
  floor: [1000, 1000, 1000],
  goal: 0.25,
  better: 'more',
  digits: 0,
} as const

test('a comparison shows both figures, the ratio, the target and the accepted ratio', () => {
  expect(comparisonText([writes], { 'writes/s': 0.11 })).toBe(
    `beside the bare platform
            ours          bare              ratio                goal                 landed
  writes/s  100 (90–110)  1000 (1000–1000)  0.100 (0.090–0.110)  ≥ 0.25, not reached  0.11
`,
  )
})

test('a ratio more than a fifth worse than the accepted one is a regression', () => {
  const times = { ...writes, name: 'ms', better: 'less' } as const
  const landed = (ratio: number) => ({ 'writes/s': ratio, ms: ratio })
  expect([0.12, 0.126].map((ratio) => isStepBack(writes, landed(ratio)))).toEqual([false, true])
  expect([0.085, 0.079].map((ratio) => isStepBack(times, landed(ratio)))).toEqual([false, true])
  expect(isStepBack(writes, {})).toBe(false)
})
