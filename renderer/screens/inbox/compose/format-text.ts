/** A change of a text: what replaces a range, and what is selected afterwards. Positions in UTF-16 units. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly selection: readonly [start: number, end: number]
}

/** A text field's text and selection. */
export interface Selected {
  readonly value: string
  readonly selectionStart: number
  readonly selectionEnd: number
}

/** Formatting as Markdown. */
export type Format = 'bold' | 'italic' | 'strike' | 'code' | 'bullets' | 'numbers' | 'quote'

const MARKS = { bold: '**', italic: '*', strike: '~~', code: '`' } as const

/** Start of a line with this format. */
const LINES = {
  bullets: /^ {0,3}[-*+] +/,
  numbers: /^ {0,3}\d{1,9}[.)] +/,
  quote: /^ {0,3}> ?/,
} as const

/** Applies a format to the selection, or removes it if the selection has it. */
export function formatted(field: Selected, format: Format): Edit {
  if (format in MARKS) return wrapped(field, MARKS[format as keyof typeof MARKS])
  return prefixed(field, format as keyof typeof LINES)
}

/** Marks stand directly at the words: blanks around a selection stay outside. */
function wrapped({ value, selectionStart, selectionEnd }: Selected, mark: string): Edit {
  const selected = value.slice(selectionStart, selectionEnd)
  const words = selected.trim()
  const start = selectionStart + (words === '' ? 0 : selected.indexOf(words))
  const end = start + words.length
  const { length } = mark
  const isOutside = isMarked(value.slice(0, start), value.slice(end), mark)
  if (isOutside)
    return {
      start: start - length,
      end: end + length,
      text: words,
      selection: [start - length, end - length],
    }
  if (words.length > 2 * length && isMarkedWithin(words, mark)) {
    const text = words.slice(length, -length)
    return { start, end, text, selection: [start, start + text.length] }
  }
  return { start, end, text: mark + words + mark, selection: [start + length, end + length] }
}

/** Reports whether a mark ends one text and starts the other; `**` is no `*`. */
function isMarked(before: string, after: string, mark: string): boolean {
  if (!before.endsWith(mark) || !after.startsWith(mark)) return false
  return mark !== '*' || runAt(before, '*') % 2 === 1
}

function isMarkedWithin(words: string, mark: string): boolean {
  if (!words.startsWith(mark) || !words.endsWith(mark)) return false
  return mark !== '*' || runAt(words, '*') % 2 === 1
}

/** Number of the same characters at the end of a text. */
function runAt(text: string, character: string): number {
  return text.length - text.replace(new RegExp(`\\${character}+$`), '').length
}

/** All lines that the selection touches. */
function prefixed(
  { value, selectionStart, selectionEnd }: Selected,
  format: keyof typeof LINES,
): Edit {
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  const newline = value.indexOf('\n', Math.max(selectionEnd - 1, start))
  const end = newline < 0 ? value.length : newline
  const lines = value.slice(start, end).split('\n')
  const isOn = lines.every((line) => LINES[format].test(line))
  const text = lines
    .map((line, index) => {
      const bare = Object.values(LINES).reduce((rest, prefix) => rest.replace(prefix, ''), line)
      return isOn ? bare : prefixOf(format, index) + bare
    })
    .join('\n')
  const after = start + text.length
  return { start, end, text, selection: lines.length > 1 ? [start, after] : [after, after] }
}

const prefixOf = (format: keyof typeof LINES, index: number): string =>
  format === 'bullets' ? '- ' : format === 'quote' ? '> ' : `${index + 1}. `

/** A link in place of the selection, named after the selected words or the given text. */
export function linkTo(
  { value, selectionStart: start, selectionEnd: end }: Selected,
  url: string,
  label = value.slice(start, end).trim(),
): Edit {
  const address = url.replaceAll('(', '%28').replaceAll(')', '%29')
  const name = label.replace(/[[\]\n]/g, ' ').trim()
  const text = name === '' || name === url ? url : `[${name}](${address})`
  return { start, end, text, selection: [start + text.length, start + text.length] }
}

/** A text in place of the selection. */
export function inserted(
  { selectionStart: start, selectionEnd: end }: Selected,
  text: string,
): Edit {
  return { start, end, text, selection: [start + text.length, start + text.length] }
}

/** A block on lines of its own at the caret, such as a picture. */
export function insertedBlock({ value, selectionEnd: at }: Selected, block: string): Edit {
  const before = at === 0 || value[at - 1] === '\n' ? '' : '\n'
  const text = `${before}${block}\n`
  return { start: at, end: at, text, selection: [at + text.length, at + text.length] }
}

/** A typed address as a link's: `https://` is added; undefined if it is none. */
export function webAddress(typed: string): string | undefined {
  const url = /^(https?|mailto|tel):/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`
  if (!URL.canParse(url) || /\s/.test(url)) return undefined
  const { protocol, hostname } = new URL(url)
  if (protocol === 'mailto:' || protocol === 'tel:') return url
  return hostname.includes('.') || hostname === 'localhost' ? url : undefined
}
