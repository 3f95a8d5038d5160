import type { ComponentChildren } from 'preact'
import { OutsideLink } from './outside-link.tsx'

/** Web addresses, without characters that change the text direction. */
const LINK = /\bhttps?:\/\/[^\s<>"'`\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi
const SPANS = /\*\*(?=\S)(.+?)(?<=\S)\*\*|`([^`\n]+)`|\[([^\]\n]{1,200})\]\((https?:\/\/[^\s)]+)\)/g
const BULLET = /^\s*[-*•]\s+/
const NUMBER = /^\s*\d{1,3}[.)]\s+/

/** Plain text with links for web addresses. */
export function PlainText({ text }: { readonly text: string }) {
  return <>{linked(text)}</>
}

/** The Markdown subset that assistants write: paragraphs, lists, bold, code and links. Everything else is plain text. */
export function RichText({ text }: { readonly text: string }) {
  return <>{blocks(text).map(Block)}</>
}

interface BlockOf {
  readonly kind: 'text' | 'bullets' | 'numbers'
  readonly lines: readonly string[]
}

function blocks(text: string): BlockOf[] {
  const found: { kind: BlockOf['kind']; lines: string[] }[] = []
  let isNew = true
  for (const line of text.split('\n')) {
    const kind = kindOf(line)
    const last = found.at(-1)
    if (line.trim() === '') isNew = true
    else if (last?.kind === kind && !(isNew && kind === 'text')) last.lines.push(line)
    else found.push({ kind, lines: [line] })
    if (line.trim() !== '') isNew = false
  }
  return found
}

function kindOf(line: string): BlockOf['kind'] {
  if (BULLET.test(line)) return 'bullets'
  return NUMBER.test(line) ? 'numbers' : 'text'
}

function Block({ kind, lines }: BlockOf, index: number) {
  if (kind === 'text') return <p key={index}>{spans(lines.join('\n'))}</p>
  const items = lines.map((line) => line.replace(kind === 'bullets' ? BULLET : NUMBER, ''))
  const List = kind === 'bullets' ? 'ul' : 'ol'
  return (
    <List key={index}>
      {items.map((item, place) => (
        <li key={place}>{spans(item)}</li>
      ))}
    </List>
  )
}

function spans(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(SPANS)) {
    const [whole, bold, code, name, href] = match
    parts.push(...linked(text.slice(end, match.index)))
    if (bold !== undefined) parts.push(<strong>{linked(bold)}</strong>)
    else if (code !== undefined) parts.push(<code>{code}</code>)
    else if (href !== undefined) parts.push(<OutsideLink href={href} label={name!} />)
    end = match.index + whole.length
  }
  return [...parts, ...linked(text.slice(end))]
}

function linked(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(LINK)) {
    const href = match.replace(/[.,;:!?*_\])}]+$/, '')
    if (!URL.canParse(href)) continue
    parts.push(text.slice(end, index), <OutsideLink href={href} label={href} />)
    end = index + href.length
  }
  return [...parts, text.slice(end)]
}
