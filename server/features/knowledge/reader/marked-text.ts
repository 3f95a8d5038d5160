/** Output of every reader: text with `#` before headings and blank lines between paragraphs. */
export interface MarkedText {
  readonly text: string
  /** Title of the document, if it has one. */
  readonly title?: string | undefined
}

/** A heading line; levels beyond six become six. */
export function headingLine(level: number, text: string): string {
  return `${'#'.repeat(Math.min(Math.max(level, 1), 6))} ${text}`
}

/** Escapes a line of text that looks like one of our headings. */
export function asText(line: string): string {
  return line.replace(/^#{1,6} +/, '')
}

/** A table row as one line. */
export function rowLine(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.replace(/\s+/g, ' ').trim())
    .filter((cell) => cell !== '')
    .join('; ')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
const INVISIBLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u200b\u2060\ufeff]/g

/** Normalizes text for storage, search and quotation: uniform line endings and spaces, no invisible characters. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(INVISIBLE, '')
    .replace(/[\t\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .normalize('NFC')
}

/** The start of a list item. */
const ITEM = /^\s*([-*+•–▪◦]|\d{1,3}[.)]|[a-z][.)])\s+/

/** Splits a text into paragraphs at blank lines, each an array of lines. */
export function paragraphsOf(text: string): string[][] {
  const paragraphs: string[][] = []
  let lines: string[] = []
  for (const line of text.split('\n')) {
    if (line.trim() !== '') lines.push(line.trim())
    else if (lines.length > 0) {
      paragraphs.push(lines)
      lines = []
    }
  }
  return lines.length > 0 ? [...paragraphs, lines] : paragraphs
}

/**
 * Joins lines that were wrapped to fit a page: a long line that does not end a sentence continues on the next. Short
 * lines, such as those of an address, stay separate.
 */
export function unwrapped(lines: readonly string[]): string[] {
  const whole: string[][] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (before === undefined || !goesOn(before, line)) whole.push([line])
    else if (isBroken(before, line))
      whole.at(-1)!.push(`${whole.at(-1)!.pop()!.slice(0, -1)}${line}`)
    else whole.at(-1)!.push(line)
  }
  return whole.map((parts) => parts.join(' '))
}

/** Minimum length of a line that may have been wrapped, characters. */
const WRAPPED_FROM = 45

function goesOn(line: string, next: string): boolean {
  if (line.length < WRAPPED_FROM || ITEM.test(next)) return false
  return /^\p{Ll}/u.test(next) || !/[.!?:;…]["'”’)]?$/.test(line.slice(-2))
}

/** Reports whether a line ends in a hyphenated word, as opposed to "pre- and post-". */
function isBroken(line: string, next: string): boolean {
  return line.endsWith('-') && /^(?!and |or |und |oder |et |ou |y |o )\p{Ll}/u.test(next)
}
