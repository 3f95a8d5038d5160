/** An element of phone call instructions. */
export interface Twiml {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Twiml[]
  readonly text: string
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
const TAG = /<([A-Z][A-Za-z]*)((?:\s+[A-Za-z]+="[^"<]*")*)\s*(\/?)>/y
const ATTRIBUTE = /([A-Za-z]+)="([^"]*)"/g
const TEXT = /[^<]+/y

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/**
 * Parses instructions as strictly as a provider does.
 * @throws Error for anything that is not well-formed, or uses more of XML than instructions need
 */
export function parseTwiml(xml: string): Twiml {
  if (!xml.startsWith(DECLARATION)) throw new Error('The declaration is missing')
  let at = DECLARATION.length

  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const found = pattern.exec(xml)
    if (found) at = pattern.lastIndex
    return found
  }

  function element(): Twiml {
    const [, name, attributes = '', closed] = match(TAG) ?? fail(xml, at)
    const own = Object.fromEntries(
      [...attributes.matchAll(ATTRIBUTE)].map(([, key, value]) => [key, unescaped(value!)]),
    )
    const children: Twiml[] = []
    let text = ''
    while (closed === '' && !xml.startsWith('</', at)) {
      const words = match(TEXT)
      if (words) text += unescaped(words[0])
      else children.push(element())
    }
    const end = `</${name}>`
    if (closed === '' && !xml.startsWith(end, at)) fail(xml, at)
    if (closed === '') at += end.length
    return { name: name!, attributes: own, children, text }
  }

  const root = element()
  if (at !== xml.length || root.name !== 'Response') fail(xml, at)
  return root
}

function fail(xml: string, at: number): never {
  throw new Error(`Not well-formed at ${at}: ${xml.slice(at, at + 40)}`)
}

function unescaped(text: string): string {
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text))
    throw new Error('A character that XML does not have')
  return text.replace(/&(#(\d+)|[^;]*)(;?)/g, (_, name: string, code: string | undefined, end) => {
    const character = code === undefined ? ENTITIES[name] : String.fromCodePoint(Number(code))
    if (character === undefined || end === '') throw new Error(`&${name} is no entity`)
    return character
  })
}
