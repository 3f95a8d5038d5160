import { expect, test } from 'vitest'
import { splitText } from '../../server/features/messenger/split.ts'
import { formatMarkdown } from '../../server/providers/messenger/bot-api/markdown.ts'

/** The stretches of a text that are formatted, with their formats. */
function stretches(markdown: string) {
  const { text, entities } = formatMarkdown(markdown)
  return {
    text,
    marks: entities.map(({ type, offset, length, url, language }) => [
      type,
      text.slice(offset, offset + length),
      ...(url === undefined ? [] : [url]),
      ...(language === undefined ? [] : [language]),
    ]),
  }
}

test('Markdown becomes a text with entities', () => {
  const markdown = [
    '## Opening hours ##',
    '',
    'We are **open *now***, see [the page](https://example.com/a_(b)?c=1).',
    '- `one`',
    '  * __two__',
    '1. ~~three~~ 😀 _four_',
    '> quoted',
    '| Day | Time |',
    '|-----|:----:|',
    '| Mon | 9–5 |',
    '***',
    '```sh',
    'rm -rf *',
    '',
    '# no heading',
    '```',
    'snake_case_name, 2 * 3 * 4, \\*stars\\*',
  ].join('\n')
  expect(stretches(markdown)).toEqual({
    text: [
      'Opening hours',
      '',
      'We are open now, see the page.',
      '• one',
      '  • two',
      '1. three 😀 four',
      'quoted',
      'Day · Time',
      'Mon · 9–5',
      '———',
      'rm -rf *',
      '',
      '# no heading',
      'snake_case_name, 2 * 3 * 4, *stars*',
    ].join('\n'),
    marks: [
      ['bold', 'Opening hours'],
      ['italic', 'now'],
      ['bold', 'open now'],
      ['text_link', 'the page', 'https://example.com/a_(b)?c=1'],
      ['code', 'one'],
      ['bold', 'two'],
      ['strikethrough', 'three'],
      ['italic', 'four'],
      ['blockquote', 'quoted'],
      ['pre', 'rm -rf *\n\n# no heading', 'sh'],
    ],
  })
})

test('nothing in a text is taken for markup of the service, and every entity lies within the text', () => {
  for (const markdown of [
    '<b>bold</b> &amp; <a href="tg://user?id=1">x</a>',
    '[x](javascript:alert(1)) [y](tg://resolve?domain=z)',
    '```',
    '**',
    '****',
    '[]()',
    '_'.repeat(50),
    '*'.repeat(51),
    `${'**a'.repeat(200)}`,
    '```\n```',
    '> '.repeat(30),
  ]) {
    const { text, entities } = formatMarkdown(markdown)
    for (const { offset, length, url } of entities) {
      expect(offset + length).toBeLessThanOrEqual(text.length)
      expect(url ?? 'https://').toMatch(/^https?:/)
    }
  }
  const many = formatMarkdown('**a** '.repeat(500))
  expect([many.entities.length, many.text]).toEqual([100, 'a '.repeat(500).trim()])
})

test('a long text is cut between paragraphs, else lines, sentences and words, and never inside a character', () => {
  const paragraphs = ['a'.repeat(60), 'b'.repeat(30), 'c'.repeat(80)]
  expect(splitText(paragraphs.join('\n\n'), 100)).toEqual([
    `${paragraphs[0]}\n\n${paragraphs[1]}`,
    paragraphs[2],
  ])
  expect(splitText('One is here. Two follows it.', 16)).toEqual(['One is here.', 'Two follows it.'])
  for (const text of ['😀'.repeat(500), 'word '.repeat(400), 'x'.repeat(1000), '   ']) {
    const parts = splitText(text, 101)
    expect(parts.length).toBeLessThanOrEqual(5)
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(101)
      expect(part.isWellFormed()).toBe(true)
    }
    if (text.trim() !== '') expect(parts.at(-1)).toMatch(/…$/)
  }
  expect(splitText('short', 4096)).toEqual(['short'])
  expect(splitText('', 4096)).toEqual([])
})
