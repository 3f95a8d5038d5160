import { hintsOf, topicOf } from './hints.ts'
import { fold, stem } from './stem.ts'
import { isKnown, type KnownLanguage, STOP_WORDS } from './stop-words.ts'
import { SYNONYMS, WEAK_WORDS } from './synonyms.ts'
import { JOINER, tokenise } from './tokens.ts'

/** A word of a text: in lower case as written, and its stem for comparison. */
export interface Word {
  readonly written: string
  readonly stem: string
}

/** Longest part of a question to analyse, words. */
const MAX_WORDS = 60

/** Maximum number of literal phrases per question. */
const MAX_PHRASES = 8

/** Maximum number of alternatives in a query. */
const MAX_QUERY_WORDS = 40

/** The words of a text with their stems. */
export function wordsOf(text: string, language: KnownLanguage): Word[] {
  return tokenise(text).map((written) => ({ written, stem: stem(written, language) }))
}

/** The words that carry a question's topic: no stop words, no repetition. */
export function contentWords(question: string, language: KnownLanguage): Word[] {
  const found = new Map<string, Word>()
  for (const word of wordsOf(question, language).slice(0, MAX_WORDS)) {
    const folded = fold(word.written)
    const isContent = (folded.length > 1 || /\d/.test(folded)) && !isStopWord(folded, language)
    if (isContent && !found.has(word.stem)) found.set(word.stem, word)
  }
  return [...found.values()]
}

function isStopWord(folded: string, language: KnownLanguage): boolean {
  return STOP_WORDS[language].has(folded)
}

const weakByLanguage = new Map<KnownLanguage, ReadonlySet<string>>()

/** Reports whether a word means little alone: a match on such words alone is no answer. */
export function isWeak(stemmed: string, language: KnownLanguage): boolean {
  const weak =
    weakByLanguage.get(language) ??
    new Set([...WEAK_WORDS[language]].map((word) => stem(word, language)))
  weakByLanguage.set(language, weak)
  return weak.has(stemmed)
}

const synonymsByStem = new Map<KnownLanguage, ReadonlyMap<string, readonly string[]>>()

/** Synonyms of a stem, as written. */
export function synonymsOf(stemmed: string, language: KnownLanguage): readonly string[] {
  const known = synonymsByStem.get(language) ?? indexSynonyms(language)
  synonymsByStem.set(language, known)
  return known.get(stemmed) ?? []
}

function indexSynonyms(language: KnownLanguage): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>()
  for (const words of SYNONYMS[language]) {
    const group = words.split(' ')
    for (const word of new Set(group.map((member) => stem(member, language)))) {
      index.set(word, [...(index.get(word) ?? []), ...group])
    }
  }
  return index
}

/** The language of a message: the conversation's, unless the words of another one clearly prevail. */
export function languageOf(message: string, conversation: string): KnownLanguage {
  const [base = 'en'] = conversation.toLowerCase().split(/[-_]/)
  const expected = isKnown(base) ? base : 'en'
  const words = tokenise(message).slice(0, MAX_WORDS).map(fold)
  const count = (language: KnownLanguage) =>
    words.filter((word) => STOP_WORDS[language].has(word)).length
  let [best, most] = [expected, count(expected)]
  for (const language of Object.keys(STOP_WORDS) as KnownLanguage[]) {
    const found = count(language)
    if (found >= 2 && found > most) [best, most] = [language, found]
  }
  return best
}

const FOLLOW_UP =
  /^\W*(and|also|what about|how about|or|so|then|und|oder|et|ou|y|e|o|en|of|was ist mit|wie ist es mit|qu'en est-il|y qué|e per|e o|e a|wat is er met)\b/i
const BACK_REFERENCE =
  /\b(it|its|that|this|they|them|those|these|there|one|then|dann|das|dies|diese[rsn]?|sie|dort|davon|damit|dafür|ça|cela|celui|celle|eso|esto|esa|ese|allí|questo|quello|quella|isso|isto|esse|dit|dat|deze|die|daar|ervan)\b/i

/** Reports whether a question depends on the previous one: "and on Sunday?", "how much is it?". */
export function isFollowUp(question: string, language: KnownLanguage): boolean {
  const content = contentWords(question, language).length
  if (FOLLOW_UP.test(question)) return content <= 4
  return content <= 2 && (BACK_REFERENCE.test(question) || content === 0)
}

interface Retrieval {
  /** The visitor's previous question, used if this one depends on it. */
  readonly previous?: string | undefined
  /** Language of the conversation, ISO 639-1. */
  readonly language?: string
}

/** FTS5 queries for one question, each a list of alternatives. */
export interface FtsQueries {
  /** Its content words; null without any. */
  readonly words: string | null
  /** Literal phrases; null if the question holds none. */
  readonly phrases: string | null
  /** Words, phrases and synonyms together. */
  readonly any: string
}

/** The queries that find passages for a question; null if there is nothing to search for. */
export function toFtsQueries(
  question: string,
  { previous, language: conversation = 'en' }: Retrieval = {},
): FtsQueries | null {
  const language = languageOf(question, conversation)
  const asked = [question]
  if (previous !== undefined && isFollowUp(question, language)) asked.push(previous)
  const content = asked.flatMap((text) => contentWords(text, language))
  const topics = hintsOf(question).flatMap((kind) => topicOf(kind, language) ?? [])
  const stems = [...content.map((word) => word.stem), ...topics.map((word) => stem(word, language))]
  const synonyms = stems.flatMap((stemmed) => synonymsOf(stemmed, language))
  const words = content.map((word) => wordTerm(word, language))
  const phrases = phrasesIn(question, language)
  const others = withoutOtherForms(synonyms, content, language).map(quoted)
  const any = anyOf([...words, ...phrases, ...others])
  return any === null ? null : { words: anyOf(words), phrases: anyOf(phrases), any }
}

/** Joins terms with OR; null if there are none. */
function anyOf(terms: readonly string[]): string | null {
  return terms.length === 0 ? null : [...new Set(terms)].slice(0, MAX_QUERY_WORDS).join(' OR ')
}

/** The index only stems English; in other languages, a prefix search covers endings and compounds. */
function wordTerm({ written, stem: stemmed }: Word, language: KnownLanguage): string {
  if (written.includes(JOINER)) return `NEAR(${written.split(JOINER).map(quoted).join(' ')}, 4)`
  if (language === 'en' || stemmed.length < 4) return quoted(written)
  return `${quoted(sharedBeginning(fold(written), stemmed))} *`
}

/** Common prefix of a word and its stem, because the stem may differ at its end. */
function sharedBeginning(one: string, other: string): string {
  let length = 0
  while (length < other.length && one[length] === other[length]) length += 1
  return one.slice(0, length)
}

/** The index stems English words: each word is searched once, or each of its forms would count. */
function withoutOtherForms(
  synonyms: readonly string[],
  words: readonly Word[],
  language: KnownLanguage,
): string[] {
  if (language !== 'en') return [...synonyms]
  const seen = new Set(words.map((word) => word.stem))
  return synonyms.filter((synonym) => seen.size < seen.add(stem(synonym, language)).size)
}

/** Three consecutive words around a content word: "what is parley" is a different question than "parley". */
function phrasesIn(question: string, language: KnownLanguage): string[] {
  const words = tokenise(question).slice(0, MAX_PHRASES + 2)
  return words
    .slice(2)
    .map((last, index) => [words[index]!, words[index + 1]!, last])
    .filter((phrase) => phrase.some((word) => !isStopWord(fold(word), language)))
    .map((phrase) => quoted(phrase.join(' ')))
}

const quoted = (text: string): string => `"${text.replaceAll(JOINER, ' ').replaceAll('"', '')}"`
