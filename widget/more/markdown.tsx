import type { ComponentChild, ComponentChildren, VNode } from 'preact'
import type { View } from '../view.ts'
import { AnnouncedLink } from './announced-link.tsx'
import { Code } from './code.tsx'
import { linked } from './linked.tsx'

/** Maximum length of text parsed for inline markup; longer text would take too long. */
const MAX_INLINE = 2000
/** Maximum nesting depth of lists and quotes. */
const MAX_DEPTH = 20

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/
const HEADING = /^ {0,3}#{1,6}\s+(.*)/
/** Optional closing sequence of a heading. */
const HEADING_END = /(?<!\S)#+\s*$/
const RULE = /^ {0,3}([-*_])(\s*\1){2,}\s*$/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^( *)([-*+]|\d{1,9}[.)])\s+/
const DIVIDER = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/

/** Renders a small part of CommonMark, and tables, as elements and never as HTML. */
export function Markdown({ text, view }: { readonly text: string; readonly view: View }) {
  return <>{blocks(text.split('\n'), view, 0)}</>
}

/** Position in the lines, and nesting depth. */
interface Place {
  readonly view: View
  readonly depth: number
  /** Returns the next line. */
  next(): string
  /** Takes the current line, and the following ones as long as they fit. */
  take(fits: (line: string) => boolean): string[]
}

/** Block parsers in the order in which they are tried; `undefined` means no match. */
const BLOCKS: readonly ((line: string, place: Place) => ComponentChild)[] = [
  code,
  heading,
  rule,
  quote,
  items,
  table,
  (line, { take }) => line.trim() && <p>{inline(take(isPlain).join('\n'))}</p>,
]

function blocks(lines: readonly string[], view: View, depth: number): ComponentChild[] {
  const shown: ComponentChild[] = []
  let at = 0
  const place: Place = {
    view,
    depth,
    next: () => lines[at + 1] ?? '',
    take(fits) {
      const from = at
      do at += 1
      while (at < lines.length && fits(lines[at]!))
      return lines.slice(from, at)
    },
  }

  while (at < lines.length) {
    const before = at
    for (const read of BLOCKS) {
      const block = read(lines[at]!, place)
      if (block) shown.push(block)
      if (at > before) break
    }
    if (at === before) at += 1
  }
  return shown
}

function code(line: string, { take, view }: Place) {
  const [, fence, language = ''] = FENCE.exec(line) ?? []
  if (!fence) return
  const [, ...text] = take((other) => !isEnd(other.trim(), fence))
  take(() => false)
  return <Code text={text.join('\n')} language={language} view={view} />
}

function heading(line: string, { take }: Place) {
  const [, words] = HEADING.exec(line) ?? []
  if (words === undefined) return
  take(() => false)
  return (
    <p>
      <strong>{inline(words.replace(HEADING_END, '').trimEnd())}</strong>
    </p>
  )
}

function rule(line: string, { take }: Place) {
  return RULE.test(line) && take(() => false) && <hr />
}

function quote(line: string, { take, view, depth }: Place) {
  if (!QUOTE.test(line) || depth === MAX_DEPTH) return
  const quoted = take((other) => QUOTE.test(other)).map((other) => other.replace(QUOTE, ''))
  return <blockquote>{blocks(quoted, view, depth + 1)}</blockquote>
}

function items(line: string, { take, view, depth }: Place) {
  if (!ITEM.test(line) || depth === MAX_DEPTH) return
  return list(take(isOfList(line)), view, depth + 1)
}

/** Reports whether a line closes the code block of a fence. */
function isEnd(line: string, fence: string): boolean {
  return line.startsWith(fence) && !line.replaceAll(fence[0]!, '')
}

/** Reports whether a line continues a paragraph. */
function isPlain(line: string): boolean {
  return Boolean(line.trim()) && ![FENCE, HEADING, QUOTE, ITEM].some((start) => start.test(line))
}

/** Matches the lines of a list: items of the same kind, nested items and indented continuations. */
function isOfList(first: string) {
  const isOrdered = /\d/.test(ITEM.exec(first)![2]!)
  return (line: string): boolean => {
    const [, indent, mark] = ITEM.exec(line) ?? []
    if (mark) return indent!.length > 1 || /\d/.test(mark) === isOrdered
    return /^ {2,}\S/.test(line)
  }
}

function list(lines: readonly string[], view: View, depth: number) {
  const items: string[][] = []
  const [, margin = ''] = ITEM.exec(lines[0]!)!
  for (const line of lines) {
    const item = ITEM.exec(line)
    if (item && item[1]!.length <= margin.length + 1) items.push([line.slice(item[0].length)])
    else items.at(-1)!.push(line.replace(/^ {1,4}/, ''))
  }
  const number = Number.parseInt(lines[0]!, 10)
  const children = items.map((item) => <li>{tight(blocks(item, view, depth))}</li>)
  return number >= 0 ? <ol start={number}>{children}</ol> : <ul>{children}</ul>
}

/** Unwraps an item's first paragraph, to render it without margins. */
function tight([first, ...others]: ComponentChild[]): ComponentChildren {
  const { type, props } = (first ?? {}) as VNode<{ children: ComponentChildren }>
  return type === 'p' ? [props.children, ...others] : [first, ...others]
}

function table(line: string, { take, next }: Place) {
  if (!line.includes('|') || !DIVIDER.test(next())) return
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => inline(cell.trim()))
  const [head, , ...rows] = take((other) => other.includes('|')).map(cells)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <div class="table scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head!.map((cell) => (
              <th>{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Escapes, code, links, then bold, strikethrough and italics; the length of a span is limited. */
const INLINE =
  /\\([!-/:-@[-`{-~])|(`+)(.{1,500}?)\2|!?\[([^\]\n]+)\]\(<?((?:https?|mailto|tel):[^\s<>]+?)>?(?: "[^"]*")?\)|(\*\*|__|~~)(?=\S)(.{1,500}?)\6(?!\*)|(?<!\w)([*_])(?=\S)(.{1,500}?)(?<=\S)\8(?!\w)/gs

function inline(text: string): ComponentChild[] {
  if (text.length > MAX_INLINE) return linked(text)
  const shown: ComponentChild[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, escaped, , code, label, url, strong, strongText, , slanted] = match
    shown.push(...linked(text.slice(from, match.index)))
    from = match.index + whole.length
    if (escaped) shown.push(escaped)
    else if (code) shown.push(<code dir="ltr">{code.trim()}</code>)
    else if (url) shown.push(<AnnouncedLink url={url} label={label!} />)
    else if (strong === '~~') shown.push(<s>{inline(strongText!)}</s>)
    else if (strong) shown.push(<strong>{inline(strongText!)}</strong>)
    else shown.push(<em>{inline(slanted!)}</em>)
  }
  return [...shown, ...linked(text.slice(from))]
}
