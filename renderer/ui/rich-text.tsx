import './rich-text.css'
import type { ComponentChild, ComponentChildren } from 'preact'
import { OutsideLink } from './outside-link.tsx'

/** Web addresses, without characters that change the text direction. */
const LINK = /\bhttps?:\/\/[^\s<>"'`\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi

const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/
const HEADING = /^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$/
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^( *)(?:[-*+]|\d{1,9}[.)])\s+/
const DIVIDER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** Escapes, code, links, bold and strikethrough, italics; the length of a span is limited. */
const INLINE =
  /\\([!-/:-@[-`{-~])|(`+)(.{1,500}?)\2|!?\[([^\]\n]{1,200})\]\(<?((?:https?|mailto|tel):[^\s<>]+?)>?(?: "[^"]*")?\)|(\*\*|__|~~)(?=\S)(.{1,500}?)\6(?!\*)|(?<!\w)([*_])(?=\S)(.{1,500}?)(?<=\S)\8(?!\w)/gs

/** Maximum length of a text parsed for inline markup, UTF-16 units; longer text would take too long. */
const MAX_INLINE = 2000
/** Maximum nesting of lists and quotes. */
const MAX_DEPTH = 20

/** Plain text with links for web addresses. */
export function PlainText({ text }: { readonly text: string }) {
  return <>{linked(text)}</>
}

/** The subset of Markdown that the chat renders, as elements and never as HTML. */
export function RichText({ text }: { readonly text: string }) {
  return <>{blocks(text.split('\n'), 0)}</>
}

/** A block parser's result: its element, and the number of lines that it took; undefined if it does not match. */
type Parsed = readonly [element: ComponentChild, lines: number] | undefined
type Parser = (lines: readonly string[], depth: number) => Parsed

/** In the order in which they are tried. */
const PARSERS: readonly Parser[] = [code, heading, rule, quote, list, table, paragraph]

function blocks(lines: readonly string[], depth: number): ComponentChild[] {
  const shown: ComponentChild[] = []
  let at = 0
  while (at < lines.length) {
    const rest = lines.slice(at)
    const [element, taken] = firstOf(rest, depth) ?? [null, 1]
    if (element) shown.push(element)
    at += taken
  }
  return shown
}

function firstOf(lines: readonly string[], depth: number): Parsed {
  for (const parse of PARSERS) {
    const parsed = parse(lines, depth)
    if (parsed) return parsed
  }
  return undefined
}

/** The lines from the start that fit, the first one in any case. */
function startOf(lines: readonly string[], fits: (line: string) => boolean): readonly string[] {
  const end = lines.findIndex((line, index) => index > 0 && !fits(line))
  return end < 0 ? lines : lines.slice(0, end)
}

function code(lines: readonly string[]): Parsed {
  const fence = FENCE.exec(lines[0]!)?.[1]
  if (fence === undefined) return undefined
  const isEnd = (line: string) => {
    const text = line.trim()
    return text.startsWith(fence) && text.replaceAll(fence[0]!, '') === ''
  }
  const taken = startOf(lines, (line) => !isEnd(line))
  const element = (
    <pre class="rich-code" dir="ltr">
      <code>{taken.slice(1).join('\n')}</code>
    </pre>
  )
  return [element, taken.length + 1]
}

function heading([line]: readonly string[]): Parsed {
  const words = HEADING.exec(line!)?.[1]
  if (words === undefined) return undefined
  const element = (
    <p>
      <strong>{spans(words)}</strong>
    </p>
  )
  return [element, 1]
}

function rule([line]: readonly string[]): Parsed {
  return RULE.test(line!) ? [<hr class="rich-rule" />, 1] : undefined
}

function quote(lines: readonly string[], depth: number): Parsed {
  if (!QUOTE.test(lines[0]!) || depth === MAX_DEPTH) return undefined
  const taken = startOf(lines, (line) => QUOTE.test(line))
  const quoted = taken.map((line) => line.replace(QUOTE, ''))
  return [<blockquote class="rich-quote">{blocks(quoted, depth + 1)}</blockquote>, taken.length]
}

const isOrdered = (line: string): boolean => /^\s*\d/.test(line)

function list(lines: readonly string[], depth: number): Parsed {
  const [first] = lines
  const margin = ITEM.exec(first!)?.[1]?.length
  if (margin === undefined || depth === MAX_DEPTH) return undefined
  const taken = startOf(lines, (line) => {
    const indent = ITEM.exec(line)?.[1]
    if (indent === undefined) return /^ {2,}\S/.test(line)
    return indent.length > 1 || isOrdered(line) === isOrdered(first!)
  })
  const items: string[][] = []
  for (const line of taken) {
    const item = ITEM.exec(line)
    if (item && item[1]!.length <= margin + 1) items.push([line.slice(item[0].length)])
    else items.at(-1)!.push(line.replace(/^ {1,4}/, ''))
  }
  const children = items.map((item, index) => <li key={index}>{tight(item, depth + 1)}</li>)
  const element = isOrdered(first!) ? (
    <ol start={Number.parseInt(first!, 10)}>{children}</ol>
  ) : (
    <ul>{children}</ul>
  )
  return [element, taken.length]
}

/** The lines of an item: those of its first paragraph without one, so that they have no margins. */
function tight(lines: readonly string[], depth: number): ComponentChildren {
  const first = paragraph(lines)
  if (!first || !isPlain(lines[0]!)) return blocks(lines, depth)
  const [, taken] = first
  return [...spans(lines.slice(0, taken).join('\n')), ...blocks(lines.slice(taken), depth)]
}

function table(lines: readonly string[]): Parsed {
  if (!lines[0]!.includes('|') || !DIVIDER.test(lines[1] ?? '')) return undefined
  const taken = startOf(lines, (line) => line.includes('|'))
  const [head, , ...rows] = taken.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => spans(cell.trim())),
  )
  const element = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <div class="rich-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head!.map((cell, index) => (
              <th key={index}>{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, place) => (
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
  return [element, taken.length]
}

const isPlain = (line: string): boolean =>
  line.trim() !== '' && ![FENCE, HEADING, QUOTE, ITEM].some((start) => start.test(line))

function paragraph(lines: readonly string[]): Parsed {
  if (lines[0]!.trim() === '') return undefined
  const taken = startOf(lines, isPlain)
  return [<p>{spans(taken.join('\n'))}</p>, taken.length]
}

function spans(text: string): ComponentChild[] {
  if (text.length > MAX_INLINE) return linked(text)
  const parts: ComponentChild[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, escaped, , code, label, url, strong, strongText, , slanted] = match
    parts.push(...linked(text.slice(end, match.index)))
    end = match.index + whole.length
    if (escaped !== undefined) parts.push(escaped)
    else if (code !== undefined) parts.push(<code dir="ltr">{code.trim()}</code>)
    else if (url !== undefined) parts.push(<OutsideLink href={url} label={label!} />)
    else if (strong === '~~') parts.push(<s>{spans(strongText!)}</s>)
    else if (strong !== undefined) parts.push(<strong>{spans(strongText!)}</strong>)
    else parts.push(<em>{spans(slanted!)}</em>)
  }
  return [...parts, ...linked(text.slice(end))]
}

function linked(text: string): ComponentChild[] {
  const parts: ComponentChild[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(LINK)) {
    const href = match.replace(/[.,;:!?*_\])}]+$/, '')
    if (!URL.canParse(href)) continue
    parts.push(text.slice(end, index), <OutsideLink href={href} label={href} />)
    end = index + href.length
  }
  return [...parts, text.slice(end)]
}
