/** A part of a document that is found and quoted on its own. */
export interface Passage {
  readonly heading: string
  readonly content: string
}

/** Maximum length of a passage and of a heading, characters. */
const MAX_CONTENT = 1000
const MAX_HEADING = 200

/** Points where a long text may be cut, but not before this share of the maximum length. */
const SENTENCE_END = /[.!?…]["'”’)»]?\s|[。！？]/g
const MIN_CUT = 0.3

interface Heading {
  readonly level: number
  readonly text: string
}

/**
 * Splits marked text into passages, each under exactly one heading. Text before the first heading gets the document's
 * title. No text is lost: a heading without text below becomes text itself.
 */
export function* passagesOf(text: string, title: string): Generator<Passage> {
  let path: readonly Heading[] = []
  for (const { heading, lines, isLeaf } of sectionsOf(text)) {
    const above = path.filter(({ level }) => heading && level < heading.level)
    path = heading ? [...above, heading] : []
    let isEmpty = true
    for (const content of packed(lines)) {
      isEmpty = false
      yield { heading: headingOf(path, title), content }
    }
    if (heading && isEmpty && isLeaf) {
      yield { heading: headingOf(above, title), content: cutAt(heading.text, MAX_CONTENT)[0] }
    }
  }
}

interface Section {
  /** Missing before the first heading. */
  readonly heading: Heading | undefined
  readonly lines: readonly string[]
  /** No deeper heading follows. */
  readonly isLeaf: boolean
}

function* sectionsOf(text: string): Generator<Section> {
  let heading: Heading | undefined
  let lines: string[] = []
  for (const line of linesOf(text)) {
    const next = headingIn(line)
    if (next) {
      yield { heading, lines, isLeaf: heading !== undefined && next.level <= heading.level }
      heading = next
      lines = []
    } else lines.push(line)
  }
  yield { heading, lines, isLeaf: true }
}

/** Joins lines as long as they fit into a passage. */
function* packed(lines: readonly string[]): Generator<string> {
  let content = ''
  let gap = ''
  for (const piece of lines.flatMap((line) => piecesOf(line.trim()))) {
    if (piece === '') {
      gap = '\n\n'
      continue
    }
    const longer = content === '' ? piece : `${content}${gap}${piece}`
    if (longer.length > MAX_CONTENT) yield content
    content = longer.length > MAX_CONTENT ? piece : longer
    gap = '\n'
  }
  if (content !== '') yield content
}

/** Iterates over the lines of a text: a split would copy a large text. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from)
    yield text.slice(from, end === -1 ? text.length : end)
    if (end === -1) return
    from = end + 1
  }
}

function headingIn(line: string): Heading | undefined {
  const found = /^(#{1,6}) +(\S.*)$/.exec(line)
  return found ? { level: found[1]!.length, text: found[2]!.trim() } : undefined
}

/** "Returns › Time limit": the heading and its parent, which gives it context. */
function headingOf(path: readonly Heading[], title: string): string {
  const texts = path.slice(-2).map(({ text }) => text)
  return cutAt((texts.length > 0 ? texts : [title]).join(' › '), MAX_HEADING)[0]
}

/** Splits a line into pieces that fit into a passage. */
function piecesOf(line: string): string[] {
  const pieces: string[] = []
  let rest = line
  while (rest.length > MAX_CONTENT) {
    const [piece, more] = cutAt(rest, MAX_CONTENT)
    pieces.push(piece)
    rest = more
  }
  return [...pieces, rest]
}

/** Splits a text in two, the first part of at most `max` characters: after a sentence, else at a space, else anywhere. */
function cutAt(text: string, max: number): [string, string] {
  if (text.length <= max) return [text, '']
  const head = text.slice(0, max)
  const sentence = [...head.matchAll(SENTENCE_END)].at(-1)
  const places = [sentence ? sentence.index + sentence[0].length : 0, head.lastIndexOf(' ')]
  const end = places.find((at) => at >= max * MIN_CUT) ?? wholeCharacters(text, max)
  return [text.slice(0, end).trimEnd(), text.slice(end).trimStart()]
}

/** The nearest end that does not split a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end
}
