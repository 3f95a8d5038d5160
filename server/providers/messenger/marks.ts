import { type Entity, formatMarkdown } from './bot-api/markdown.ts'

/** Marks around a span, by its format; those of WhatsApp. */
const MARKS: Readonly<Record<string, readonly [string, string]>> = {
  bold: ['*', '*'],
  italic: ['_', '_'],
  strikethrough: ['~', '~'],
  code: ['`', '`'],
  pre: ['```\n', '\n```'],
}

/**
 * Turns Markdown into a text with the marks that WhatsApp formats by; the address of a link follows its label.
 * A text that would be longer than allowed keeps its Markdown.
 * @param max UTF-16 units
 */
export function withMarks(markdown: string, max: number): string {
  const { text, entities } = formatMarkdown(markdown)
  const starts = new Map<number, string>()
  const ends = new Map<number, string>()
  // Inner spans are listed before the outer ones.
  for (const entity of entities) {
    const [start, end] = marksOf(entity)
    const last = entity.offset + entity.length
    starts.set(entity.offset, start + (starts.get(entity.offset) ?? ''))
    ends.set(last, (ends.get(last) ?? '') + end)
  }
  const cuts = [...new Set([...starts.keys(), ...ends.keys(), text.length])].sort((a, b) => a - b)
  let marked = ''
  let last = 0
  for (const at of cuts) {
    marked += text.slice(last, at) + (ends.get(at) ?? '') + (starts.get(at) ?? '')
    last = at
  }
  return marked.length > max ? markdown : marked
}

function marksOf({ type, url }: Entity): readonly [string, string] {
  if (type === 'blockquote') return ['> ', '']
  if (type === 'text_link') return ['', ` (${url})`]
  return MARKS[type] ?? ['', '']
}
