/** Output of every reader: text with `#` before headings and blank lines between paragraphs. */
export interface MarkedText {
  readonly text: string
  /** Title of the document, if it has one. */
  readonly title?: string | undefined
}

/** A heading line; a level beyond the sixth is the sixth. */
export function headingLine(level: number, text: string): string {
  return `${'#'.repeat(Math.min(Math.max(level, 1), 6))} ${text}`
}

/** A line of text that only looks like one of our headings. */
export function asText(line: string): string {
  return line.replace(/^#{1,6} +/, '')
}

/** A row of a table as one line. */
export function rowLine(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.replace(/\s+/g, ' ').trim())
    .filter((cell) => cell !== '')
    .join('; ')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
const INVISIBLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u200b\u2060\ufeff]/g

/** Text that can be stored, searched and quoted: one kind of line end and of blank, nothing invisible. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(INVISIBLE, '')
    .replace(/[\t\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .normalize('NFC')
}

/** A line that begins an item of a list. */
const ITEM = /^\s*([-*+•–▪◦]|\d{1,3}[.)]|[a-z][.)])\s+/

/** The lines of a text by paragraph; blank lines stand between paragraphs. */
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
 * Puts lines together that were broken to fit a page: a long line that does not end a sentence goes on in the next.
 * Short lines, such as those of an address, stay.
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

/** Shortest line that may have been broken to fit, characters. */
const WRAPPED_FROM = 45

function goesOn(line: string, next: string): boolean {
  if (line.length < WRAPPED_FROM || ITEM.test(next)) return false
  return /^\p{Ll}/u.test(next) || !/[.!?:;…]["'”’)]?$/.test(line.slice(-2))
}

/** A hyphen in the middle of a word, not that of "pre- and post-". */
function isBroken(line: string, next: string): boolean {
  return line.endsWith('-') && /^(?!and |or |und |oder |et |ou |y |o )\p{Ll}/u.test(next)
}
