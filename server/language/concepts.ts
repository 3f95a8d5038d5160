import { otherStems } from './inflections.ts'
import { stem } from './stem.ts'
import type { KnownLanguage } from './stop-words.ts'
import { SYNONYMS } from './synonyms.ts'
import { tokenise } from './tokens.ts'

/** Id of a concept: something that the languages have words for. */
export type Concept = string

/** An entry of the lexicon in `concepts/`: words for a concept, and its relations to others. */
export interface ConceptEntry {
  /** Broader concepts: a dog is a pet. */
  readonly is?: readonly string[]
  /** Related concepts, neither broader nor narrower. */
  readonly near?: readonly string[]
  readonly en?: readonly string[]
  readonly de?: readonly string[]
  readonly fr?: readonly string[]
  readonly es?: readonly string[]
}

/** Words in a row that name concepts. */
export interface Mention {
  /** Index of the first word, and of the one after the last. */
  readonly from: number
  readonly to: number
  /** The concepts and how surely they are meant, 0 to 1. */
  readonly concepts: ReadonlyMap<Concept, number>
}

/** Grades of matches between the concept asked for and the one in a text. */
const SAME = 0.9
/** A dog is asked for, the text has pets. */
const BROADER = 0.7
/** Pets are asked for, the text has dogs. */
const NARROWER = 0.5
const NEAR = 0.5

/** Shares of meaning of the parts of a German or Dutch compound. */
const HEAD = 0.85
const MODIFIER = 0.6

/** Shortest part of a compound, letters. */
const MIN_PART = 4

/** Longest expression, words. */
const MAX_EXPRESSION = 5

const NONE: ReadonlyMap<Concept, number> = new Map()

let loaded: Readonly<Record<Concept, ConceptEntry>> | undefined

/** Loads the lexicon, which everything below needs; it is large, and only the built-in model uses it. */
export async function loadConcepts(): Promise<void> {
  loaded ??= (await import('./concepts/all.ts')).concepts
}

/** @throws Error before `loadConcepts` */
function entries(): Readonly<Record<Concept, ConceptEntry>> {
  if (!loaded) throw new Error('The lexicon has not been loaded')
  return loaded
}

interface Lexicon {
  /** Concepts by expression: stems joined by blanks. */
  readonly byStems: ReadonlyMap<string, ReadonlyMap<Concept, number>>
  /** First stems of expressions of several words. */
  readonly starts: ReadonlySet<string>
  readonly compounds: Map<string, ReadonlyMap<Concept, number>>
}

const lexicons = new Map<KnownLanguage, Lexicon>()

/** The lexicon of a language, indexed when it is first used. */
function lexiconOf(language: KnownLanguage): Lexicon {
  const known = lexicons.get(language)
  if (known) return known
  const byStems = new Map<string, Map<Concept, number>>()
  const starts = new Set<string>()
  const add = (expression: string, concept: Concept) => {
    const stems = stemsOf(expression, language)
    const key = stems.join(' ')
    if (stems.length > 1) starts.add(stems[0]!)
    const concepts = byStems.get(key) ?? new Map<Concept, number>()
    byStems.set(key, concepts.set(concept, 1))
  }
  for (const [concept, entry] of Object.entries(entries())) {
    const words = (entry as Readonly<Record<string, readonly string[] | undefined>>)[language]
    for (const word of words ?? []) add(word, concept)
  }
  for (const [at, group] of SYNONYMS[language].entries()) {
    for (const word of group.split(' ')) add(word, `${language}:${at}`)
  }
  const lexicon = { byStems, starts, compounds: new Map() }
  lexicons.set(language, lexicon)
  return lexicon
}

const stemsOf = (expression: string, language: KnownLanguage): string[] =>
  tokenise(expression).map((word) => stem(word, language))

/** The stems of the single words that name concepts. */
export function* namesOf(language: KnownLanguage): Generator<string> {
  for (const key of lexiconOf(language).byStems.keys()) if (!key.includes(' ')) yield key
}

/** The concepts that a stem alone may name; of a compound, those of its parts. */
export function conceptsOf(stemmed: string, language: KnownLanguage): ReadonlyMap<Concept, number> {
  const lexicon = lexiconOf(language)
  const found = lexicon.byStems.get(stemmed)
  if (found) return found
  const other = otherStems(stemmed, language).find((one) => lexicon.byStems.has(one))
  if (other !== undefined) return lexicon.byStems.get(other)!
  if (language !== 'de' && language !== 'nl') return NONE
  const known = lexicon.compounds.get(stemmed)
  if (known) return known
  const parts = partsOf(stemmed, lexicon)
  lexicon.compounds.set(stemmed, parts)
  return parts
}

/** "Kindergeburtstag": above all a birthday, and something with children. */
function partsOf(stemmed: string, { byStems }: Lexicon): ReadonlyMap<Concept, number> {
  const parts = new Map<Concept, number>()
  const add = (stem: string, share: number): boolean => {
    const concepts = byStems.get(stem)
    for (const concept of concepts?.keys() ?? []) {
      parts.set(concept, Math.max(share, parts.get(concept) ?? 0))
    }
    return concepts !== undefined
  }
  for (let at = 3; at <= stemmed.length - MIN_PART; at += 1) {
    if (add(stemmed.slice(at), HEAD)) break
  }
  for (let at = stemmed.length - 3; at >= MIN_PART; at -= 1) {
    const beginning = stemmed.slice(0, at)
    // Parts are joined by s, n or en in many compounds.
    if (add(beginning, MODIFIER) || add(beginning.replace(/(?:s|n|en|er)$/, ''), MODIFIER)) break
  }
  return parts
}

/** The concepts named in a text, by the stems of all of its words; the longest expressions first. */
export function mentionsIn(stems: readonly string[], language: KnownLanguage): Mention[] {
  const { byStems, starts } = lexiconOf(language)
  const mentions: Mention[] = []
  for (let from = 0; from < stems.length; from += 1) {
    if (starts.has(stems[from]!)) {
      for (let to = Math.min(stems.length, from + MAX_EXPRESSION); to > from + 1; to -= 1) {
        const concepts = byStems.get(stems.slice(from, to).join(' '))
        if (concepts) {
          mentions.push({ from, to, concepts })
          break
        }
      }
    }
    const concepts = conceptsOf(stems[from]!, language)
    if (concepts.size > 0) mentions.push({ from, to: from + 1, concepts })
  }
  return mentions
}

const narrower = new Map<Concept, Concept[]>()
const related = new Map<Concept, Set<Concept>>()
const graded = new Map<Concept, ReadonlyMap<Concept, number>>()

function prepareRelations(): void {
  for (const [concept, { is = [], near = [] }] of Object.entries(entries())) {
    for (const broad of is) narrower.set(broad, [...(narrower.get(broad) ?? []), concept])
    for (const other of near) {
      related.set(concept, (related.get(concept) ?? new Set()).add(other))
      related.set(other, (related.get(other) ?? new Set()).add(concept))
    }
  }
}

/**
 * The concepts that answer one asked for, with their grades from 0 to 1. Only direct relations count: those of relations
 * are too far.
 */
export function gradesOf(asked: Concept): ReadonlyMap<Concept, number> {
  const known = graded.get(asked)
  if (known) return known
  if (narrower.size === 0) prepareRelations()
  const grades = new Map<Concept, number>([
    ...[...(related.get(asked) ?? [])].map((concept) => [concept, NEAR] as const),
    ...(narrower.get(asked) ?? []).map((concept) => [concept, NARROWER] as const),
    ...(entries()[asked]?.is ?? []).map((concept) => [concept, BROADER] as const),
    [asked, SAME] as const,
  ])
  graded.set(asked, grades)
  return grades
}

/** The words and expressions of a language, as written, with the concept that each names. */
export function* expressionsOf(language: KnownLanguage): Generator<readonly [string, Concept]> {
  for (const [concept, entry] of Object.entries(entries())) {
    const words = (entry as Readonly<Record<string, readonly string[] | undefined>>)[language]
    for (const word of words ?? []) yield [word, concept]
  }
  for (const [at, group] of SYNONYMS[language].entries()) {
    for (const word of group.split(' ')) yield [word, `${language}:${at}`]
  }
}
