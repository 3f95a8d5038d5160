import {
  asText,
  cleanText,
  headingLine,
  type MarkedText,
  paragraphsOf,
  rowLine,
  unwrapped,
} from './marked-text.ts'

const LONGEST_HEADING = 80
const LONGEST_QUESTION = 160

/** Plain text: a short line that stands alone above a paragraph is its heading, and so is a question above its answer. */
export function readPlainText(source: string): MarkedText {
  const paragraphs = paragraphsOf(cleanText(source))
  const texts = paragraphs.map((lines, index) => {
    const isLast = index === paragraphs.length - 1
    if (lines.length === 1 && !isLast && isHeading(lines[0]!)) return headingLine(2, lines[0]!)
    return paragraph(lines)
  })
  return { text: texts.join('\n\n') }
}

/** Markdown: its headings in both forms; what stands between code fences is no heading. */
export function readMarkdown(source: string): MarkedText {
  const text = cleanText(source).replace(/^---\n[\s\S]*?\n---\n/, '')
  const paragraphs: string[] = []
  let lines: string[] = []

  function end(): void {
    if (lines.length > 0) paragraphs.push(paragraph(lines))
    lines = []
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
    } else if (/\p{L}|\p{N}/u.test(line)) lines.push(tableRow(line.trim()))
    // Blank lines, rulers and the line below a table's head.
    else if (!line.startsWith('|')) end()
  }
  end()
  return { text: paragraphs.join('\n\n') }
}

/** Code as text: its comments are no headings. */
function withoutFences(lines: readonly string[]): string[] {
  let isCode = false
  return lines.map((line) => {
    const isFence = /^ {0,3}(```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    if (isFence) return ''
    return isCode ? asText(line) : line
  })
}

/** The lines of a paragraph, those that belong together as one; a question at its top becomes its heading. */
export function paragraph(lines: readonly string[]): string {
  const [first = '', ...answer] = unwrapped(lines.map(asText))
  const isQuestion = answer.length > 0 && /\?$/.test(first) && first.length <= LONGEST_QUESTION
  return [isQuestion ? headingLine(6, first) : first, ...answer].join('\n')
}

function isHeading(line: string): boolean {
  return (
    line.length <= LONGEST_HEADING && /\p{L}/u.test(line) && !/[.!:;,…]$|^\s*[-*+•–]\s/.test(line)
  )
}

const tableRow = (line: string): string =>
  /^\|.*\|$/.test(line) ? rowLine(line.slice(1, -1).split('|')) : line

/** A heading without the marks of emphasis, and those that close it. */
const plain = (text: string): string => text.replaceAll(/\*\*|__|`|#+$/g, '').trim()
