import type { Author } from '#contracts/messages.ts'

/** A parsed search query. */
export interface Question {
  /** Required words and phrases; the last one may be incomplete. */
  readonly wanted: readonly Term[]
  /** Excluded words and phrases. */
  readonly unwanted: readonly string[]
  readonly author: Author | 'note' | undefined
  /** Part of an assistant's name. */
  readonly assistant: string | undefined
}

interface Term {
  readonly text: string
  /** Also matches words that start with it. */
  readonly isPrefix: boolean
}

/** Shorter prefixes match nearly everything, so they count as whole words. */
const MIN_PREFIX = 2

/** Maximum number of words and phrases per query; the rest are ignored. */
const MAX_PARTS = 12

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

/** Parses a search query. No input is an error; punctuation alone is an empty query. */
export function questionOf(typed: string): Question {
  const wanted: Term[] = []
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
      wanted.push({ text, isPrefix: isPrefix && text.length >= MIN_PREFIX })
    }
  }
  return {
    wanted: wanted.slice(0, MAX_PARTS),
    unwanted: unwanted.slice(0, MAX_PARTS),
    author,
    assistant,
  }
}

/** Reports whether the index can find a word: letters, numbers and private-use characters count as words. */
const hasWords = (text: string): boolean => /[\p{L}\p{N}\p{Co}]/u.test(text)

/** Requires all of the words in `facets`, or any of several. */
export type Facet = string | readonly string[]

/** Renders a query as an FTS expression; undefined if it is empty. */
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
