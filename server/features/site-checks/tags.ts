import type { PageElement } from '../knowledge/reader/page-markup.ts'
import type { SiteChat, SitePage } from './page.ts'

/** A place where a page loads the chat or puts it. */
export interface ChatTag {
  readonly element: PageElement
  readonly as: 'tag' | 'element' | 'inline'
  /** Address of its script, resolved as the browser does; undefined for an element or an inline script. */
  readonly src: URL | undefined
  /** The address as written. */
  readonly written: string
  /** Assistant that it places, if any. */
  readonly assistant: string | undefined
  /** Origin of the Parley that it calls; undefined for an element. */
  readonly server: string | undefined
  /** True if the widget's files are served by another server than Parley. */
  readonly isOwnCopy: boolean
  /** Type of a script that browsers do not run as it is: it waits for consent, or an optimizer. */
  readonly heldAs: string | undefined
}

const FILE = /\/(?:widget\/+)?(?:widget(?:-[\w-]+)?|parley)\.js$/
/** Id of an assistant, as it is in tags. */
export const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i
const JAVASCRIPT = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i

/** Attributes in which tools that hold back a script keep its address. */
const SOURCES = [
  'src',
  'data-src',
  'data-rocket-src',
  'data-lazy-src',
  'data-cmp-src',
  'data-blocked-src',
]

/** The chat's tags and elements in a page, whichever server and assistant they belong to. */
export function tagsIn(page: SitePage, chat: SiteChat): ChatTag[] {
  const base = baseOf(page)
  return page.markup.elements.flatMap((element): ChatTag[] => {
    const { name, attributes } = element
    if (name === 'parley-chat') return [elementTag(element)]
    if (name !== 'script') return []
    const written = SOURCES.map((source) => attributes[source]).find((value) => value) ?? ''
    return written === '' ? inlineTag(element, chat) : scriptTag(element, written, base, chat)
  })
}

function elementTag(element: PageElement): ChatTag {
  const assistant = element.attributes['assistant']
  return {
    element,
    as: 'element',
    src: undefined,
    written: '',
    assistant: assistant?.toLowerCase(),
    server: undefined,
    isOwnCopy: false,
    heldAs: undefined,
  }
}

function scriptTag(element: PageElement, written: string, base: string, chat: SiteChat): ChatTag[] {
  const { attributes } = element
  const src = URL.parse(written, base)
  const assistant = attributes['data-assistant']?.trim().toLowerCase()
  const isFile = src !== null && FILE.test(src.pathname)
  const isOurs = UUID.test(assistant ?? '') || (isFile && src.origin === chat.origin)
  if (!src || !isOurs) return []
  const server = URL.parse(attributes['data-server'] ?? '')?.origin ?? src.origin
  return [
    {
      element,
      as: 'tag',
      src,
      written,
      assistant,
      server,
      isOwnCopy: server !== src.origin,
      heldAs: heldAs(element),
    },
  ]
}

function heldAs({ attributes }: PageElement): string | undefined {
  const type = (attributes['type'] ?? '').trim()
  return JAVASCRIPT.test(type) ? undefined : type
}

/** A script that inserts the tag, as tag managers need it, or imports the module. */
function inlineTag(element: PageElement, { origin }: SiteChat): ChatTag[] {
  const { text } = element
  const address = /https?:\/\/[^\s'"`]{1,200}\/(?:widget\/)?(?:widget[\w-]{0,60}|parley)\.js/.exec(
    text,
  )?.[0]
  const src = address === undefined ? undefined : URL.parse(address)
  if (!src || (src.origin !== origin && !/dataset\.assistant|createChat/.test(text))) return []
  return [
    {
      element,
      as: 'inline',
      src,
      written: address!,
      assistant: UUID.exec(text)?.[0].toLowerCase(),
      server: src.origin,
      isOwnCopy: false,
      heldAs: heldAs(element),
    },
  ]
}

/** Base of the page's relative addresses. */
export function baseOf({ url, markup }: SitePage): string {
  const base = markup.elements.find(
    ({ name, attributes }) => name === 'base' && attributes['href'] !== undefined,
  )
  return URL.parse(base?.attributes['href'] ?? '', url)?.href ?? url
}
