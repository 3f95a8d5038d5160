import type { Author } from '#contracts/messages.ts'

/** A question of the search box, taken apart. */
export interface Question {
  /** Words and phrases that must be there; the last one may be unfinished. */
  readonly wanted: readonly Wanted[]
  /** Words and phrases that must not be there. */
  readonly unwanted: readonly string[]
  readonly author: Author | 'note' | undefined
  /** Part of the name of an assistant. */
  readonly assistant: string | undefined
}

interface Wanted {
  readonly text: string
  /** Words that begin with it fit too. */
  readonly isPrefix: boolean
}

/** Shorter beginnings fit nearly everything: they are taken for whole words. */
const SHORTEST_PREFIX = 2

/** Most words and phrases of one question that count. */
const MOST = 12

const PARTS = /(-?)(?:(from|in):)?(?:"([^"]*)("|$)|([^\s"]+))/gu

const AUTHORS: Readonly<Record<string, Question['author']>> = {
  visitor: 'visitor',
  customer: 'visitor',
  assistant: 'assistant',
  ai: 'assistant',
  operator: 'operator',
  person: 'operator',
  me: 'operator',
  note: 'note',
}

/** Takes apart what somebody typed. Nothing that can be typed is an error; signs alone ask for nothing. */
export function questionOf(typed: string): Question {
  const wanted: Wanted[] = []
  const unwanted: string[] = []
  let author: Question['author']
  let assistant: string | undefined
  for (const match of typed.matchAll(PARTS)) {
    const [whole, minus, operator, phrase, , word] = match
    const text = phrase ?? word ?? ''
    const name = text.toLowerCase()
    if (operator === 'from' && Object.hasOwn(AUTHORS, name)) author = AUTHORS[name]
    else if (operator === 'in' && hasWords(text)) assistant = text
    else if (!hasWords(text)) continue
    else if (minus) unwanted.push(text)
    else {
      const isLast = match.index + whole.length === typed.length
      const isPrefix = phrase === undefined && isLast && /[\p{L}\p{N}]{2}$/u.test(text)
      wanted.push({ text, isPrefix: isPrefix && text.length >= SHORTEST_PREFIX })
    }
  }
  return { wanted: wanted.slice(0, MOST), unwanted: unwanted.slice(0, MOST), author, assistant }
}

/** Reports whether the index can find a word: letters, numbers and private-use characters count as words. */
const hasWords = (text: string): boolean => /[\p{L}\p{N}\p{Co}]/u.test(text)

/** Words of `facets` that all must be there, or one of several. */
export type Facet = string | readonly string[]

/** A question as the index asks it; undefined when it asks for nothing. */
export function expressionOf(
  { wanted, unwanted }: Pick<Question, 'wanted' | 'unwanted'>,
  facets: readonly Facet[],
): string | undefined {
  if (wanted.length === 0) return undefined
  const words = wanted.map(({ text, isPrefix }) => `body : ${quoted(text)}${isPrefix ? '*' : ''}`)
  const kinds = facets.map((facet) =>
    typeof facet === 'string'
      ? `facets : ${quoted(facet)}`
      : `facets : (${facet.map(quoted).join(' OR ')})`,
  )
  const without = unwanted.map((text) => `body : ${quoted(text)}`)
  const all = [...words, ...kinds].join(' AND ')
  return without.length === 0 ? all : `(${all}) NOT (${without.join(' OR ')})`
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
