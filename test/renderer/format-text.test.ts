import { expect, test } from 'vitest'
import {
  type Edit,
  type Format,
  formatted,
  insertedBlock,
  linkTo,
  type Selected,
  webAddress,
} from '../../renderer/screens/inbox/compose/format-text.ts'

/** A field from a text in which `[` and `]` enclose the selection. */
function fieldOf(marked: string): Selected {
  const selectionStart = marked.indexOf('[')
  const selectionEnd = marked.indexOf(']') - 1
  return { value: marked.replace('[', '').replace(']', ''), selectionStart, selectionEnd }
}

function apply({ value }: Selected, { start, end, text, selection: [from, to] }: Edit): string {
  const whole = value.slice(0, start) + text + value.slice(end)
  return `${whole.slice(0, from)}[${whole.slice(from, to)}]${whole.slice(to)}`
}

const format = (marked: string, how: Format) => {
  const field = fieldOf(marked)
  return apply(field, formatted(field, how))
}

test.each<[string, Format, string]>([
  ['say [hello] now', 'bold', 'say **[hello]** now'],
  ['say [ hello ]now', 'bold', 'say  **[hello]** now'],
  ['say **[hello]** now', 'bold', 'say [hello] now'],
  ['say [**hello**] now', 'bold', 'say [hello] now'],
  ['say **[hello]** now', 'italic', 'say ***[hello]*** now'],
  ['say *[hello]* now', 'italic', 'say [hello] now'],
  ['say ***[hello]*** now', 'italic', 'say **[hello]** now'],
  ['[]', 'code', '`[]`'],
  ['[gone]', 'strike', '~~[gone]~~'],
  ['on[]e', 'bullets', '- one[]'],
  ['- on[]e', 'bullets', 'one[]'],
  ['- [one\n- two]', 'numbers', '[1. one\n2. two]'],
  ['a\n[one\ntwo]\nb', 'quote', 'a\n[> one\n> two]\nb'],
  ['a\n[one\n]b', 'bullets', 'a\n- one[]\nb'],
])('%j as %s becomes %j', (before, how, after) => {
  expect(format(before, how)).toBe(after)
})

test('a link is named after the selected words, and an address without words stays bare', () => {
  const field = fieldOf('see [our site].')
  expect(apply(field, linkTo(field, 'https://a.example/x_(y)'))).toBe(
    'see [our site](https://a.example/x_%28y%29)[].',
  )
  const empty = fieldOf('see []')
  expect(apply(empty, linkTo(empty, 'https://a.example'))).toBe('see https://a.example[]')
})

test('a picture stands on a line of its own', () => {
  const field = fieldOf('before[] after')
  expect(apply(field, insertedBlock(field, '![x](attachment:1)'))).toBe(
    'before\n![x](attachment:1)\n[] after',
  )
})

test.each([
  ['example.com/a', 'https://example.com/a'],
  ['http://example.com', 'http://example.com'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['javascript:alert(1)', undefined],
  ['two words.example', undefined],
  ['nothing', undefined],
])('%j is the address %j', (typed, url) => {
  expect(webAddress(typed)).toBe(url)
})
