import { type Concept, conceptsOf, gradesOf, mentionsIn } from './concepts.ts'
import { hintsOf, topicOf } from './hints.ts'
import { stem } from './stem.ts'
import type { KnownLanguage } from './stop-words.ts'
import { contentWords, isWeak, languageOf, wordsOf } from './words.ts'

/** A word that carries meaning, with the concepts that it names, alone or with its neighbours. */
interface Meaning {
  readonly stem: string
  readonly concepts: ReadonlyMap<Concept, number>
  readonly weight: number
}

/** The words of a question that carry its meaning. */
export type Gist = readonly Meaning[]

/** Longest part of a question that counts, words. */
const MAX_WORDS = 40

/** Weight of a word that means little alone. */
const WEAK = 0.3

/**
 * The meaning of a question, whose language may differ from the conversation's.
 * @throws Error before `loadConcepts`
 */
export function gistOf(question: string, conversationLanguage: string): Gist {
  const language = languageOf(question, conversationLanguage)
  const stems = wordsOf(question, language)
    .slice(0, MAX_WORDS)
    .map((word) => word.stem)
  const mentions = mentionsIn(stems, language)
  const content = contentWords(question, language)
  if (content.length === 0) return topicOfKind(question, language)
  return content.flatMap((word) => {
    const at = stems.indexOf(word.stem)
    if (at === -1) return []
    const concepts = new Map<Concept, number>()
    for (const mention of mentions) {
      if (at < mention.from || at >= mention.to) continue
      for (const [concept, share] of mention.concepts)
        concepts.set(concept, Math.max(share, concepts.get(concept) ?? 0))
    }
    const weight = isWeak(word.stem, language) ? WEAK : 1
    return [{ stem: word.stem, concepts, weight }]
  })
}

/** The meaning of a question without a word of its own, by its kind: "How much is it?" asks for a price. */
function topicOfKind(question: string, language: KnownLanguage): Gist {
  return hintsOf(question)
    .flatMap((kind) => topicOf(kind, language) ?? [])
    .map((word) => {
      const stemmed = stem(word, language)
      return { stem: stemmed, concepts: conceptsOf(stemmed, language), weight: 1 }
    })
}

/** Likeness of two questions, 0 to 1: the share of their words with a counterpart of the same meaning in the other. */
export function likeness(one: Gist, other: Gist): number {
  const total = weightOf(one) + weightOf(other)
  return total === 0 ? 0 : (sharedBy(one, other) + sharedBy(other, one)) / total
}

const weightOf = (gist: Gist): number => gist.reduce((sum, { weight }) => sum + weight, 0)

function sharedBy(one: Gist, other: Gist): number {
  return one.reduce(
    (sum, word) => sum + word.weight * Math.max(0, ...other.map((match) => matchOf(word, match))),
    0,
  )
}

function matchOf(one: Meaning, other: Meaning): number {
  if (one.stem === other.stem) return 1
  let best = 0
  for (const [asked, share] of one.concepts) {
    const grades = gradesOf(asked)
    for (const [found, otherShare] of other.concepts)
      best = Math.max(best, (grades.get(found) ?? 0) * share * otherShare)
  }
  return best
}
