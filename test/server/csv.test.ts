import { expect, test } from 'vitest'
import { csvRecords } from '../../server/http/csv.ts'
import { countTurns } from '../support/clock.ts'

/** A little more than one parsing slice, characters. */
const SLICE = 64 * 1024

/** A text of several slices, the first of which ends inside these characters. */
function cutIn(characters: string): string {
  const head = 'name,about\n"'
  const filler = 'a'.repeat(SLICE - head.length - 1)
  return `${head}${filler}${characters}b",c\r\nlast,${'d'.repeat(2 * SLICE)}\r\n`
}

test.each([
  ['a character of two units', '😀', '😀', 3],
  ['a line break of two characters', '\r\n', '\n', 4],
])('%s at a slice boundary stays intact', async (_, sent, read, last) => {
  const { records, lines } = await csvRecords(cutIn(sent))
  expect(records[0]!['name']!.replace(/^a+/, '')).toBe(`${read}b`)
  expect(records[1]).toEqual({ name: 'last', about: 'd'.repeat(2 * SLICE) })
  expect(lines).toEqual([2, last])
})

test.each([';', '\t', '|'])('a text may be separated by %j', async (mark) => {
  const { records } = await csvRecords(`a${mark}"b,c"${mark}d\n1${mark}2,5${mark}3\n`)
  expect(records).toEqual([{ a: '1', 'b,c': '2,5', d: '3' }])
})

test('others get their turn while a long text is parsed', async () => {
  const row = `${'a'.repeat(1000)},b\n`
  const text = `name,about\n${row.repeat(2000)}`
  const { made, turns } = await countTurns(() => csvRecords(text))
  expect(made.records).toHaveLength(2000)
  expect(turns).toBeGreaterThan(text.length / SLICE)
})

test('parsing stops as soon as there are too many records, however the text ends', async () => {
  const text = `name\n${'a\n'.repeat(100_000)}"open`
  const { records, lines } = await csvRecords(text)
  expect([records.length, lines.length, lines.at(-1)]).toEqual([10_001, 10_001, 10_002])
})
