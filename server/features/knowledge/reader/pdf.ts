import { getDocumentProxy } from 'unpdf'
import { fault } from '#contracts/faults.ts'
import { asText, cleanText, headingLine, type MarkedText } from './marked-text.ts'
import { paragraph } from './plain-text.ts'
import { Unreadable } from './unreadable.ts'

interface Line {
  readonly text: string
  /** Font size, points. */
  readonly size: number
  /** Distance from the bottom of the page, points. */
  readonly y: number
}

/** Relative font size from which a line counts as a heading. */
const HEADING_SIZE = 1.15
const MAX_HEADING_LENGTH = 120

/** Line distance above which a new paragraph starts, in multiples of the font size. */
const PARAGRAPH_GAP = 1.7

/** Reads a PDF in reading order; lines in a larger font are headings. */
export async function readPdf(bytes: Uint8Array): Promise<MarkedText> {
  const pages = withoutRunningLines(await pagesOf(bytes))
  const bodySize = commonSize(pages.flat())
  const sizes = [...new Set(pages.flat().map(({ size }) => size))]
    .filter((size) => size >= bodySize * HEADING_SIZE)
    .sort((a, b) => b - a)
  const isHeading = ({ size, text }: Line) =>
    size >= bodySize * HEADING_SIZE && text.length <= MAX_HEADING_LENGTH
  const parts: string[] = []
  let open: Line[] = []

  function end(): void {
    if (open.length > 0) parts.push(paragraph(open.map(({ text }) => text)))
    open = []
  }

  for (const page of pages) {
    for (const line of page) {
      const above = open.at(-1)
      if (isHeading(line)) {
        end()
        parts.push(headingLine(sizes.indexOf(line.size) + 1, line.text))
      } else {
        // A paragraph may continue at the top of the next page or column.
        if (above && above.y - line.y > PARAGRAPH_GAP * Math.max(above.size, line.size)) end()
        open.push(line)
      }
    }
  }
  end()
  return { text: parts.join('\n\n') }
}

async function pagesOf(bytes: Uint8Array): Promise<Line[][]> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, stopAtErrors: false }).catch(
    (error: unknown) => {
      throw new Unreadable(
        fault((error as Error).name === 'PasswordException' ? 'pdf_locked' : 'pdf_damaged'),
        { cause: error },
      )
    },
  )
  const pages: Line[][] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(linesOf(items.filter((item) => 'str' in item)))
    page.cleanup()
  }
  return pages
}

interface Item {
  readonly str: string
  readonly transform: readonly number[]
  readonly hasEOL: boolean
}

function linesOf(items: readonly Item[]): Line[] {
  const lines: Line[] = []
  let text = ''
  let size = 0
  let y = 0
  for (const { str, transform, hasEOL } of items) {
    if (str.trim() !== '') {
      // The first visible text of a line determines its size and position.
      if (text.trim() === '') {
        size = Math.round(Math.hypot(transform[2] ?? 0, transform[3] ?? 0) * 2) / 2
        y = transform[5] ?? 0
      }
    }
    text += str
    if (!hasEOL) continue
    lines.push({ text, size, y })
    text = ''
  }
  return [...lines, { text, size, y }]
    .map((line) => ({ ...line, text: asText(cleanText(line.text).replace(/\s+/g, ' ').trim()) }))
    .filter((line) => line.text !== '')
}

/** The most common font size, by characters. */
function commonSize(lines: readonly Line[]): number {
  const letters = new Map<number, number>()
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0]
}

/** Drops running headers and footers: lines at the top or bottom of most pages. */
function withoutRunningLines(pages: Line[][]): Line[][] {
  if (pages.length < 3) return pages
  const pattern = ({ text }: Line) => text.replace(/\d+/g, '0')
  const edges = pages.flatMap((page) => [
    ...new Set([page[0], page.at(-1)].filter((line) => line !== undefined).map(pattern)),
  ])
  const counts = Map.groupBy(edges, (edge) => edge)
  const isRunning = (line: Line) => (counts.get(pattern(line))?.length ?? 0) > pages.length / 2
  return pages.map((page) =>
    page.filter((line, at) => !((at === 0 || at === page.length - 1) && isRunning(line))),
  )
}
