import { convert, type FormatCallback, type HtmlToTextOptions } from 'html-to-text'
import { asText, cleanText, headingLine, type MarkedText, rowLine } from './marked-text.ts'

/** Elements that belong to the site or its scripts rather than to the page's content. */
const SKIPPED =
  'head title nav footer aside form dialog script style noscript template svg iframe object img button select hr'

const BLOCKS = 'section address details dd figure figcaption fieldset'

/** A term precedes its definition like a heading, and so does the summary of collapsed details. */
const HEADINGS = 'h1 h2 h3 h4 h5 h6 dt summary'

/** Maximum nesting depth; legitimate pages are not deeper. */
const MAX_DEPTH = 200

/** Markers before headings and after cells in the converted text; pages cannot contain them. */
const HEADING = '\u0001'
const CELL_END = '\u0002'

/** A web page: its main part if it has one, with headings, lists and tables. */
export function readWebPage(source: string): MarkedText {
  const title = /<title[^>]*>([^<]{1,1000})/i.exec(source)?.[1]
  const lines = convert(source.replaceAll(HEADING, '').replaceAll(CELL_END, ''), OPTIONS)
    .split('\n')
    .map((line) => {
      const at = line.indexOf(HEADING)
      return at === -1
        ? asText(line)
        : headingLine(Number(line.charAt(at + 1)), line.slice(at + 2).replaceAll(HEADING, ''))
    })
  return {
    text: cleanText(lines.join('\n')),
    title: title && cleanText(convert(title)).trim(),
  }
}

const heading: FormatCallback = (element, walk, builder) => {
  const level = Number(/\d/.exec(element.name ?? '')?.[0] ?? 6)
  builder.openBlock({ leadingLineBreaks: 2 })
  walk(element.children, builder)
  builder.closeBlock({
    trailingLineBreaks: 2,
    blockTransform: (text) => `${HEADING}${level}${text.replace(/\s+/g, ' ').trim()}`,
  })
}

const row: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 })
  walk(element.children, builder)
  builder.closeBlock({
    trailingLineBreaks: 1,
    blockTransform: (text) => rowLine(text.split(CELL_END)),
  })
}

const each = (names: string, format: string, options = {}) =>
  names.split(' ').map((selector) => ({ selector, format, options }))

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxDepth: MAX_DEPTH, ellipsis: '', maxInputLength: undefined },
  baseElements: { selectors: ['main', 'body'], orderBy: 'selectors', returnDomByDefault: true },
  formatters: { heading, row },
  selectors: [
    ...each(SKIPPED, 'skip'),
    ...each(BLOCKS, 'block', { leadingLineBreaks: 1, trailingLineBreaks: 1 }),
    ...each(HEADINGS, 'heading'),
    ...each('td th', 'inlineSurround', { suffix: CELL_END }),
    { selector: 'tr', format: 'row' },
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
  ],
}
