import { convert, type FormatCallback } from 'html-to-text'

/** Metadata and links of a page, as written there. */
export interface PageFacts {
  readonly title: string
  readonly links: readonly string[]
  readonly canonical: string | undefined
  /** The page asks not to be indexed. */
  readonly isHidden: boolean
}

/** Maximum number of links taken from one page. */
const MAX_LINKS = 1000

/** Reads the links of a page, including those in menus, and the metadata in its head. */
export function pageFacts(source: string): PageFacts {
  const links: string[] = []
  const robots: string[] = []
  let canonical: string | undefined
  let base: string | undefined

  const note: FormatCallback = ({ name, attribs = {}, children }, walk, builder) => {
    const { href, rel = '', content = '' } = attribs as Record<string, string>
    if (name === 'meta' && /^(robots|parley)$/i.test(attribs['name'] ?? '')) {
      robots.push(content.toLowerCase())
    }
    if (name === 'base') base ??= href
    if (name === 'link' && /\bcanonical\b/i.test(rel)) canonical ??= href
    const leads = name === 'a' || name === 'area'
    if (leads && href && !/\bnofollow\b/i.test(rel) && links.length < MAX_LINKS) links.push(href)
    walk(children, builder)
  }

  convert(source, {
    wordwrap: false,
    limits: { maxDepth: 200, ellipsis: '', maxInputLength: undefined },
    baseElements: { selectors: ['html'], returnDomByDefault: true },
    formatters: { note },
    selectors: [
      { selector: '*', format: 'inline' },
      ...['a', 'area', 'base', 'link', 'meta'].map((selector) => ({ selector, format: 'note' })),
      ...['script', 'style', 'svg'].map((selector) => ({ selector, format: 'skip' })),
    ],
  })
  const says = (word: string) => robots.some((rules) => rules.includes(word))
  return {
    title: (/<title[^>]*>([^<]{1,300})/i.exec(source)?.[1] ?? '').replace(/\s+/g, ' ').trim(),
    links: says('nofollow') || says('none') ? [] : based(links, base),
    canonical,
    isHidden: says('noindex') || says('none'),
  }
}

/** Resolves links against the page's `base`; an invalid base is ignored. */
function based(links: readonly string[], base: string | undefined): readonly string[] {
  if (base === undefined || !URL.canParse(base)) return links
  return links.flatMap((link) => (URL.canParse(link, base) ? new URL(link, base).href : []))
}
