/** A text as its author wrote it, without what their mail program added. */

/** Maximum lines that introduce a quote: long ones are wrapped. */
const MAX_INTRODUCTION = 3

/** Longest line that can be an introduction or a header of a quoted email. */
const MAX_LINE = 400

/** Lines of mail programs on telephones, where a signature would be. */
const SENT_FROM =
  /^(sent from (my|mail|outlook|yahoo|proton)|get outlook for|von meine[mr] .{1,40} gesendet|gesendet mit |envoyé de mon |enviado desde |inviato da|verzonden vanaf |отправлено с )/i

/** A line between two rules of dashes, such as "-----Original Message-----". */
const RULE = /^-{3,}\s?[^-]{3,60}\s?-{3,}$/

/** A line of underscores that Outlook draws above a quoted email. */
const UNDERSCORES = /^_{10,}$/

/** A header line of a quoted email, in any language: "From: Ana <ana@example.org>", also in bold. */
const HEADER = /^\*{0,2}\p{L}[\p{L}\p{M} -]{0,24}\*{0,2}\s?[:：]\*{0,2}\s?\S/u

/**
 * The part of an email that its author wrote: without quoted emails below it and without a signature. Quotes that are answered
 * between the lines stay. If nothing would be left, the whole text is returned.
 */
export function visibleText(text: string): string {
  const lines = linesOf(text)
  const end = withoutSignature(lines, endOfOwn(lines))
  const own = lines.slice(0, end).join('\n').trim()
  return own === '' ? text.trim() : own
}

/**
 * The part of an email that its author wrote, without anything that it quotes, wherever that stands: for replies to what is not
 * meant for those who read them. Empty if its author wrote nothing.
 */
export function ownText(text: string): string {
  const lines = linesOf(text)
  const kept: string[] = []
  let wasQuoted = false
  for (const line of lines.slice(0, endOfOwn(lines))) {
    const quotes = isQuoted(line)
    if (quotes && !wasQuoted) kept.length = beforeIntroduction(kept, trimmed(kept, kept.length))
    if (wasQuoted && !quotes && !isBlank(line)) kept.push('')
    if (!quotes) kept.push(line)
    wasQuoted = quotes
  }
  return kept.slice(0, withoutSignature(kept, kept.length)).join('\n').trim()
}

const linesOf = (text: string): string[] => text.replace(/\r\n?/g, '\n').split('\n')

/** Index of the first line that belongs to a quoted email at the end. */
function endOfOwn(lines: readonly string[]): number {
  const quoted = lines.findIndex((_, index) => opensQuotedEmail(lines, index))
  const end = trimmed(lines, quoted === -1 ? lines.length : quoted)
  let start = end
  while (start > 0 && (isQuoted(lines[start - 1]!) || isBlank(lines[start - 1]!))) start -= 1
  const hasQuote = lines.slice(start, end).some(isQuoted)
  return hasQuote ? beforeIntroduction(lines, trimmed(lines, start)) : end
}

const isBlank = (line: string): boolean => line.trim() === ''
const isQuoted = (line: string): boolean => line.trimStart().startsWith('>')

/** Index after the last line that is not blank, before another index. */
function trimmed(lines: readonly string[], end: number): number {
  let last = end
  while (last > 0 && isBlank(lines[last - 1]!)) last -= 1
  return last
}

/** Reports whether the rest is an email that the program of Outlook quoted without marks. */
function opensQuotedEmail(lines: readonly string[], index: number): boolean {
  const line = lines[index]!.trim()
  if (RULE.test(line)) return true
  const first = UNDERSCORES.test(line) ? index + 1 : index
  const headers = lines.slice(first, first + 4).map((each) => each.trim())
  const count = headers.findIndex((each) => each.length > MAX_LINE || !HEADER.test(each))
  const block = headers.slice(0, count === -1 ? headers.length : count)
  return block.length >= 3 && (block[0]!.includes('@') || block[1]!.includes('@')) && hasDate(block)
}

const hasDate = (block: readonly string[]): boolean =>
  block.some((line) => /\d{1,2}:\d{2}/.test(line))

/** "On Monday, Ana wrote:", in any language: up to three lines, of which the last ends with a colon and one names a time or an address. */
function beforeIntroduction(lines: readonly string[], end: number): number {
  const last = lines[end - 1]?.trim() ?? ''
  if (!/[:：]$/.test(last)) return end
  for (let count = 1; count <= MAX_INTRODUCTION && count <= end; count += 1) {
    const block = lines.slice(end - count, end)
    if (block.some((line) => isBlank(line) || line.length > MAX_LINE)) return end
    const text = block.join(' ')
    if (/\d/.test(text) && /\d{1,2}[:.]\d{2}|@|\b(19|20)\d\d\b/.test(text)) {
      const before = lines[end - count - 1]
      const isParagraph = before === undefined || isBlank(before)
      if (isParagraph || count === MAX_INTRODUCTION) return trimmed(lines, end - count)
    }
  }
  return end
}

/** Index of the signature, after "-- " or where a telephone's program names itself. */
function withoutSignature(lines: readonly string[], end: number): number {
  for (let index = end - 1; index >= 0; index -= 1) {
    const line = lines[index]!
    if (/^--\s*$/.test(line)) return trimmed(lines, index)
  }
  const last = trimmed(lines, end)
  return last > 0 && SENT_FROM.test(lines[last - 1]!.trim()) ? trimmed(lines, last - 1) : last
}
