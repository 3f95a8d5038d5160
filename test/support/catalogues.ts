import { type Catalogue, placeholdersOf } from '../../scripts/locales/parameters.ts'

interface Translation {
  readonly code: string
  readonly texts: Catalogue
  readonly english: Catalogue
  /** Words that are the same in both languages; when omitted, any text may equal the English one. */
  readonly sameWords?: readonly string[]
}

/** The errors of a translation, one per line. */
export function faultsOf({ code, texts, english, sameWords }: Translation): string[] {
  const faults = [...keyFaults(texts, english)]
  for (const [key, text] of Object.entries(texts)) {
    const source = english[key]
    if (source === undefined) continue
    const say = (fault: string) => faults.push(`${code} ${key}: ${fault}`)
    for (const form of formsOf(text)) if (!isTidy(form)) say(`untidy “${form}”`)
    for (const fault of formFaults(code, text, source)) say(fault)
    if (sameWords && isLeftover(text, source, sameWords)) say('still in English')
  }
  return faults
}

/**
 * Keys that no source references. A template literal references every key that matches it, and a prefix all
 * keys below it.
 */
export function unusedKeys(keys: readonly string[], sources: readonly string[]): string[] {
  const code = sources.join('\n')
  const named = new Set([...code.matchAll(/['"]([\w.-]+)['"]/g)].map(([, name]) => name!))
  const templates = [...code.matchAll(/\bt\(\s*`([^`]*)`/g)].map(([, template]) => template!)
  const below = [...code.matchAll(/(?:tIfKnown|tEntries)\(\s*(?:'([^']+)'|`([^`]+)`)/g)]
  const patterns = [
    ...templates.map((template) => patternOf(template, '')),
    ...below.map(([, plain, template]) => patternOf(plain ?? template!, '\\..+')),
  ]
  return keys.filter((key) => !named.has(key) && !patterns.some((pattern) => pattern.test(key)))
}

function patternOf(template: string, rest: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'))
  return new RegExp(`^${parts.join('[\\w-]+')}${rest}$`)
}

function keyFaults(texts: Catalogue, english: Catalogue): string[] {
  const [here, there] = [Object.keys(texts), Object.keys(english)]
  const missing = there.filter((key) => !(key in texts)).map((key) => `${key}: missing`)
  const extra = here.filter((key) => !(key in english)).map((key) => `${key}: not in English`)
  const moved = here.filter((key, place) => key !== there[place]).slice(0, 1)
  if (missing.length + extra.length > 0) return [...missing, ...extra]
  return moved.map((key) => `${key}: not in the order of English`)
}

type Text = Catalogue[string]

const formsOf = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text))

const isTidy = (text: string) => text !== '' && text === text.trim() && !/ {2}|\.\.\./.test(text)

/** The plural categories of a language, each with whether it contains only one number, as `two` does in Hebrew. */
function categoriesOf(code: string): ReadonlyMap<string, boolean> {
  const rules = new Intl.PluralRules(code)
  const chosen = Array.from({ length: 1000 }, (_, number) => rules.select(number))
  return new Map(
    rules
      .resolvedOptions()
      .pluralCategories.map((category) => [
        category,
        chosen.filter((one) => one === category).length === 1,
      ]),
  )
}

function* formFaults(code: string, text: Text, source: Text): Generator<string> {
  const wanted = placeholdersOf(formsOf(source).join(' '))
  if (typeof text !== typeof source)
    return yield 'a plural here and none in English, or the reverse'
  if (typeof text === 'string') {
    if (`${placeholdersOf(text)}` !== `${wanted}`) yield `placeholders are not {${wanted}}`
    return
  }
  const categories = categoriesOf(code)
  const names = Object.keys(text).sort()
  if (`${names}` !== `${[...categories.keys()].sort()}`) yield `plural categories are ${names}`
  for (const [category, form] of Object.entries(text)) {
    const left = wanted.filter((name) => !placeholdersOf(form).includes(name))
    const extra = placeholdersOf(form).filter((name) => !wanted.includes(name))
    // “A message” needs no 1.
    const isSaid = left.every((name) => name === 'count') && categories.get(category) === true
    if (extra.length > 0 || (left.length > 0 && !isSaid)) yield `placeholders of ${category}`
  }
}

function isLeftover(text: Text, source: Text, sameWords: readonly string[]): boolean {
  const [here] = formsOf(text)
  const words = (here ?? '').replaceAll(/\{\w+\}/g, '').match(/\p{L}{3,}/gu) ?? []
  return (
    JSON.stringify(text) === JSON.stringify(source) &&
    words.some((word) => !sameWords.includes(word))
  )
}
