import type { Snippet } from '#contracts/inbox-search.ts'
import { MARKS } from './queries.ts'

/** Length of a snippet and of its part before the first match, UTF-16 units. */
const LENGTH = 200
const BEFORE = 60

/** A text without its markers, and the ranges they enclosed: never HTML. */
export function unmarked(marked: string): Snippet {
  const matches: [number, number][] = []
  let text = ''
  let from: number | undefined
  for (const part of marked.split(new RegExp(`(${MARKS.from}|${MARKS.to})`, 'u'))) {
    if (part === MARKS.from) from ??= text.length
    else if (part === MARKS.to) {
      if (from !== undefined && text.length > from) matches.push([from, text.length - from])
      from = undefined
    } else text += part
  }
  return { text, matches }
}

/** The excerpt of a text around its matches. */
export function snippetOf(marked: string): Snippet {
  const { text, matches } = unmarked(marked)
  const first = matches[0]?.[0] ?? 0
  let start = first > BEFORE && text.length > LENGTH ? wordStart(text, first - BEFORE, first) : 0
  if (start > 0 && text.length - start < LENGTH)
    start = wordStart(text, Math.max(0, text.length - LENGTH), first)
  const end = Math.min(text.length, start + LENGTH)
  const lead = start > 0 ? '…' : ''
  const shown = lead + text.slice(start, end) + (end < text.length ? '…' : '')
  return {
    text: shown.toWellFormed(),
    matches: matches.flatMap(([at, length]): [number, number][] => {
      const [from, to] = [Math.max(at, start), Math.min(at + length, end)]
      return from < to ? [[from - start + lead.length, to - from]] : []
    }),
  }
}

/** The next start of a word, no later than `latest`. */
function wordStart(text: string, from: number, latest: number): number {
  const blank = text.slice(from, latest).search(/\s/)
  return blank < 0 ? from : from + blank + 1
}
