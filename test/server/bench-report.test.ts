import { expect, test } from 'vitest'
import { reportText } from '../bench/report.ts'

test('figures stand in columns, however long the names are', () => {
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

test('bare numbers end at the same place, and rows may be short', () => {
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
