import {
  asText,
  cleanText,
  headingLine,
  type MarkedText,
  paragraphsOf,
  rowLine,
  unwrapped,
} from './marked-text.ts'

const MAX_HEADING_LENGTH = 80
const MAX_QUESTION_LENGTH = 160

/** Plain text: a short isolated line above a paragraph is its heading, and so is a question above its answer. */
export function readPlainText(source: string): MarkedText {
  const paragraphs = paragraphsOf(cleanText(source))
  const texts = paragraphs.map((lines, index) => {
    const isLast = index === paragraphs.length - 1
    if (lines.length === 1 && !isLast && isHeading(lines[0]!)) return headingLine(2, lines[0]!)
    return paragraph(lines)
  })
  return { text: texts.join('\n\n') }
}

/** Markdown: headings in both syntaxes; code blocks contain none. */
export function readMarkdown(source: string): MarkedText {
  const text = cleanText(source).replace(/^---\n[\s\S]*?\n---\n/, '')
  const paragraphs: string[] = []
  let lines: string[] = []
  let table: string[][] = []

  function end(): void {
    if (lines.length > 0) paragraphs.push(paragraph(lines))
    lines = []
  }

  function endTable(): void {
    if (table.length > 0) paragraphs.push(tableLines(table).join('\n'))
    table = []
  }

  for (const line of withoutFences(text.split('\n'))) {
    const underline = /^ {0,3}(=+|-+) *$/.exec(line)?.[1]
    const hashes = /^ {0,3}(#{1,6}) +(.*)$/.exec(line)
    const heading = hashes && plain(hashes[2]!)
    if (underline && lines.length === 1) {
      paragraphs.push(headingLine(underline.startsWith('=') ? 1 : 2, plain(lines.pop()!)))
    } else if (heading) {
      end()
      paragraphs.push(headingLine(hashes[1]!.length, heading))
    } else if (/^ *\|.*\| *$/.test(line)) {
      end()
      table.push(cellsOf(line))
      continue
    } else if (/\p{L}|\p{N}/u.test(line)) lines.push(unmarked(line))
    // Blank lines and rules.
    else end()
    endTable()
  }
  end()
  endTable()
  return { text: paragraphs.join('\n\n') }
}

/** Removes code fences, and escapes comments in code that look like headings. */
function withoutFences(lines: readonly string[]): string[] {
  let isCode = false
  return lines.map((line) => {
    const isFence = /^ {0,3}(```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    if (isFence) return ''
    return isCode ? asText(line) : line
  })
}

/** Joins the wrapped lines of a paragraph; a question at its top becomes its heading. */
export function paragraph(lines: readonly string[]): string {
  const [first = '', ...answer] = unwrapped(lines.map(asText))
  const isQuestion = answer.length > 0 && /\?$/.test(first) && first.length <= MAX_QUESTION_LENGTH
  return [isQuestion ? headingLine(6, first) : first, ...answer].join('\n')
}

function isHeading(line: string): boolean {
  return (
    line.length <= MAX_HEADING_LENGTH &&
    /\p{L}/u.test(line) &&
    !/[.!:;,…]$|^\s*[-*+•–]\s/.test(line)
  )
}

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => unmarked(cell).replace(/\s+/g, ' ').trim())

/** The delimiter row of a table: `|---|:--:|`. */
const isRuler = (cells: readonly string[]): boolean => cells.every((cell) => /^:?-+:?$/.test(cell))

/** Table rows as lines with column names: "Monday: Hall 12:00 – 22:00; Café 14:00 – 20:00". */
function tableLines([head = [], ruler = [], ...rows]: readonly string[][]): string[] {
  if (!isRuler(ruler)) return [head, ruler, ...rows].map(rowLine).filter((line) => line !== '')
  if (rows.length === 0) return [rowLine(head)]
  return rows.map(([first = '', ...cells]) => {
    const values = cells.map((cell, at) =>
      // A single column needs no name beside its row heading.
      cell === '' || cells.length === 1 ? cell : rowLine([`${head[at + 1] ?? ''} ${cell}`]),
    )
    const rest = rowLine(values)
    return first === '' || rest === '' ? `${first}${rest}` : `${first}: ${rest}`
  })
}

/** Removes bold markup. */
const unmarked = (line: string): string => line.replace(/\*\*(\S(?:.*?\S)?)\*\*/g, '$1')

/** Removes emphasis and closing `#` from a heading. */
const plain = (text: string): string => text.replaceAll(/\*\*|__|`|#+$/g, '').trim()
