/** Formatting of a stretch of a text; positions in UTF-16 units (https://core.telegram.org/bots/api#messageentity). */
export interface Entity {
  readonly type: 'bold' | 'italic' | 'strikethrough' | 'code' | 'pre' | 'text_link' | 'blockquote'
  readonly offset: number
  readonly length: number
  readonly url?: string
  readonly language?: string
}

/** A text with its formatting. */
export interface Formatted {
  readonly text: string
  readonly entities: readonly Entity[]
}

/** Maximum number of entities that the service takes. */
const MAX_ENTITIES = 100

const FENCE = /^ {0,3}(?:```|~~~)\s*([\w+#.-]{0,30}).*$/
const HEADING = /^ {0,3}#{1,6}\s+(.*)$/
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/
const QUOTE = /^ {0,3}>\s?/
const ITEM = /^(\s*)[-*+]\s+/
const DIVIDER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/
const ROW = /^\s*\|(.*)\|\s*$/

/** Inline marks: code, link, bold, struck out, italic. None reaches over the end of a line. */
const INLINE =
  /`([^`\n]+)`|!?\[([^\]\n]+)\]\((https?:\/\/[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)\)|\*\*(?=\S)((?:[^*\n]|\*[^*\n]+\*)+?)\*\*(?!\*)|__(?=\S)([^_\n]*[^_\s])__|~~(?=\S)([^~\n]*[^~\s])~~|\*(?=\S)([^*\n]*[^*\s])\*|(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*[^_\s])_(?![\p{L}\p{N}_])|\\([\\`*_{}[\]()#+.!~|>-])/gu

/** Maximum nesting of inline marks. */
const MAX_DEPTH = 4

/**
 * Turns Markdown into a text with entities. Whatever it contains, the text stays text: formatting is passed beside it, so that
 * nothing in it can be taken for a mark of the service.
 */
export function formatMarkdown(markdown: string): Formatted {
  const writer = createWriter()
  let code: { readonly at: number; readonly language: string } | undefined
  const lines = markdown.trim().split(/\r?\n/)
  for (const [index, line] of lines.entries()) {
    const fence = FENCE.exec(line)
    if (fence) {
      if (code) {
        writer.mark(code.at, { type: 'pre', ...(code.language && { language: code.language }) })
        code = undefined
      } else {
        writer.newLine()
        code = { at: writer.length(), language: fence[1]! }
      }
    } else if (code) writer.line(line, index > 0)
    else block(writer, line)
  }
  if (code) writer.mark(code.at, { type: 'pre' })
  return writer.end()
}

type Writer = ReturnType<typeof createWriter>

function createWriter() {
  let text = ''
  const entities: Entity[] = []
  return {
    length: () => text.length,
    write(added: string) {
      text += added
    },
    /** Starts another line, unless nothing has been written. */
    newLine() {
      if (text !== '') text += '\n'
    },
    line(added: string, isNew: boolean) {
      if (isNew && text !== '' && !text.endsWith('\n')) text += '\n'
      text += added === '' ? '\n' : added
    },
    /** Formats what was written since a position. */
    mark(at: number, entity: Omit<Entity, 'offset' | 'length'>) {
      const length = text.slice(at).trimEnd().length
      if (length > 0) entities.push({ ...entity, offset: at, length })
    },
    end(): Formatted {
      return { text: text.trimEnd(), entities: entities.slice(0, MAX_ENTITIES) }
    },
  }
}

function block(writer: Writer, line: string): void {
  if (DIVIDER.test(line)) return
  writer.newLine()
  const at = writer.length()
  const heading = withoutClosing(HEADING.exec(line.trimEnd())?.[1])
  if (heading !== undefined) {
    inline(writer, heading, MAX_DEPTH)
    writer.mark(at, { type: 'bold' })
  } else if (RULE.test(line)) writer.write('———')
  else if (QUOTE.test(line)) {
    inline(writer, line.replace(QUOTE, ''), 0)
    writer.mark(at, { type: 'blockquote' })
  } else {
    const cells = ROW.exec(line)?.[1]?.split('|')
    const plain = cells?.map((cell) => cell.trim()).join(' · ') ?? line.replace(ITEM, '$1• ')
    inline(writer, plain, 0)
  }
}

function inline(writer: Writer, text: string, depth: number): void {
  let last = 0
  for (const match of text.matchAll(INLINE)) {
    writer.write(text.slice(last, match.index))
    last = match.index + match[0].length
    span(writer, match, depth)
  }
  writer.write(text.slice(last))
}

/** Writes what a match of `INLINE` contains, formatted. */
function span(writer: Writer, match: RegExpMatchArray, depth: number): void {
  const [, code, label, url, bold, bold2, struck, italic, italic2, escaped] = match
  const words = [label, bold, bold2, struck, italic, italic2].find((group) => group !== undefined)
  const at = writer.length()
  if (words === undefined) writer.write(escaped ?? code ?? '')
  else if (depth < MAX_DEPTH) inline(writer, words, depth + 1)
  else writer.write(words)
  if (escaped !== undefined || depth >= MAX_DEPTH) return
  if (url !== undefined) writer.mark(at, { type: 'text_link', url })
  else if (code !== undefined) writer.mark(at, { type: 'code' })
  else if (struck !== undefined) writer.mark(at, { type: 'strikethrough' })
  else writer.mark(at, { type: (bold ?? bold2) === undefined ? 'italic' : 'bold' })
}

/** A heading may end with a blank and any number of `#`. */
function withoutClosing(heading: string | undefined): string | undefined {
  if (heading === undefined) return undefined
  let end = heading.length
  while (heading[end - 1] === '#') end -= 1
  return /\S/.test(heading[end - 1] ?? ' ') ? heading : heading.slice(0, end).trim()
}
