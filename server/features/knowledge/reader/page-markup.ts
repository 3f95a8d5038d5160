import { convert, type DomNode, type FormatCallback } from 'html-to-text'

/** An element of a page, as written there. */
export interface PageElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Text of scripts and style sheets, cut; empty for all others. */
  readonly text: string
  /** The closest element around it that keeps it from running. */
  readonly inert: 'noscript' | 'template' | undefined
  readonly isInBody: boolean
}

/** The elements of a page in their order. */
export interface PageMarkup {
  readonly elements: readonly PageElement[]
  /** Text of comments with tags in them. */
  readonly comments: readonly string[]
}

/** Elements whose number is not limited by `MAX_OTHERS`. */
const WANTED = /^(?:script|link|meta|base|style|form|input|frameset|parley-chat)$/

const MAX_WANTED = 3000
const MAX_OTHERS = 5000
const MAX_COMMENTS = 100
/** Maximum length of a comment or an attribute, characters. */
const MAX_VALUE = 8000
/** Maximum length of a script or style sheet, characters, and of all of them. */
const MAX_TEXT = 50_000
const MAX_TEXTS = 1_000_000

/** Element around the whole source, so that what follows the end of the document is read too. */
const ROOT = 'parley-root'

/** Elements that the converter formats in ways of its own, unless told otherwise. */
const FORMATTED =
  'a article aside blockquote br div footer form h1 h2 h3 h4 h5 h6 header hr img main nav ol p pre section table ul wbr'

/** Reads the elements of a page, within limits. */
export function pageMarkup(source: string): PageMarkup {
  const elements: PageElement[] = []
  let wanted = 0
  let texts = 0

  function add(element: DomNode): void {
    const { name = '', children = [] } = element
    const isWanted = WANTED.test(name)
    wanted += Number(isWanted)
    if (isWanted ? wanted > MAX_WANTED : elements.length - wanted >= MAX_OTHERS) return
    const text = texts < MAX_TEXTS && isText(name) ? textOf(children) : ''
    texts += text.length
    elements.push({ name, attributes: attributesOf(element), text, ...placeOf(element) })
  }

  const note: FormatCallback = (element, walk, builder) => {
    if (element.name !== ROOT) add(element)
    for (const child of element.children ?? []) {
      // The converter itself passes over these.
      if (isText(child.type)) add(child)
      else walk([child], builder)
    }
  }

  convert(`<${ROOT}>${source}</${ROOT}>`, {
    wordwrap: false,
    limits: { maxDepth: 200, ellipsis: '', maxInputLength: undefined },
    baseElements: { selectors: [ROOT], returnDomByDefault: true },
    formatters: { note },
    selectors: ['*', ...FORMATTED.split(' ')].map((selector) => ({ selector, format: 'note' })),
  })
  return { elements, comments: commentsOf(source) }
}

const isText = (name: string): boolean => name === 'script' || name === 'style'

const textOf = (children: readonly DomNode[]): string =>
  children
    .map(({ data = '' }) => data)
    .join('')
    .slice(0, MAX_TEXT)

const attributesOf = ({ attribs = {} }: DomNode): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attribs as Record<string, string>).map(([name, value]) => [
      name.toLowerCase().slice(0, 100),
      value.slice(0, MAX_VALUE),
    ]),
  )

function placeOf({ parent }: DomNode): Pick<PageElement, 'inert' | 'isInBody'> {
  let isInBody = false
  for (let around = parent; around; around = around.parent) {
    const { name } = around
    if (name === 'noscript' || name === 'template') return { inert: name, isInBody }
    isInBody ||= name === 'body'
  }
  return { inert: undefined, isInBody }
}

function commentsOf(source: string): string[] {
  const found: string[] = []
  for (let from = 0; found.length < MAX_COMMENTS; ) {
    const start = source.indexOf('<!--', from)
    if (start === -1) break
    const end = source.indexOf('-->', start)
    const comment = source.slice(start + 4, end === -1 ? start + MAX_VALUE : end)
    if (comment.includes('<')) found.push(comment.slice(0, MAX_VALUE))
    if (end === -1) break
    from = end + 3
  }
  return found
}
