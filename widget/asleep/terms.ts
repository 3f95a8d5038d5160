import type { AnswerPack } from '#contracts/answer-pack-file.ts'
import { likeness, wordsIn } from './words.ts'

/** Numbers of concepts, with grades from 0 to 1. */
export type Concepts = ReadonlyMap<number, number>

/** A text by its words, folded, and what they name. */
export interface Text {
  readonly words: readonly string[]
  readonly concepts: Concepts
  /** The words that are no stop words. */
  readonly topics?: readonly string[]
}

/** A word or expression of a question, and the concepts that answer it. */
export interface Term extends Text {
  /** Weight before it is known how many passages have it. */
  readonly importance: number
}

/** Weights of words that say little by themselves, without and with a concept. */
const WEAK = 0.3
const WEAK_KNOWN = 0.4
/** Grade of another word for the same, and share of what only a part of a compound names. */
const SAME = 0.9
const PARTLY = 0.75
/** Least likeness of a word to one of the lexicon. */
const ALIKE = 0.6
/** Least likeness of the words of an expression. */
const FORM = 0.9

/** Reads texts and questions in the words of a pack. */
export function createReader({ stop, weak, lexicon }: AnswerPack) {
  const stopped = new Set(stop.split(' '))
  const weakened = new Set(weak.split(' '))
  const entries = lexicon.flatMap((written, concept) =>
    written.split('|').map((one) => ({
      words: one.replace('~', '').split(' '),
      concept,
      share: one.startsWith('~') ? PARTLY : 1,
    })),
  )
  const expressions = entries.filter(({ words }) => words.length > 1)
  const names = entries.filter(({ words }) => words.length === 1)
  const byWord = new Map<string, { readonly concept: number; readonly share: number }[]>()
  for (const { words, concept, share } of names)
    byWord.set(words[0]!, [...(byWord.get(words[0]!) ?? []), { concept, share }])

  function importanceOf(words: readonly string[], concepts: Concepts): number {
    if (!words.every((word) => stopped.has(word) || weakened.has(word))) return 1
    return concepts.size > 0 ? WEAK_KNOWN : WEAK
  }

  /** The concepts of the words of the lexicon that are most like a word. */
  function namedBy(word: string): Concepts {
    const found = new Map<number, number>()
    let best = ALIKE
    for (const { words, concept, share } of names) {
      const alike = likeness(word, words[0]!)
      if (alike < best) continue
      if (alike > best) found.clear()
      best = alike
      found.set(concept, SAME * share * alike)
    }
    return found
  }

  /** A text of the pack. */
  function read(text: string): Text {
    const words = wordsIn(text)
    const concepts = new Map<number, number>()
    for (const { concept, share } of words.flatMap((word) => byWord.get(word) ?? []))
      concepts.set(concept, Math.max(concepts.get(concept) ?? 0, share))
    const joined = ` ${words.join(' ')} `
    for (const { words: parts, concept } of expressions)
      if (joined.includes(` ${parts.join(' ')} `)) concepts.set(concept, 1)
    return { words, concepts, topics: words.filter((word) => !stopped.has(word)) }
  }

  /** The words of a question; `share` weighs an earlier one. */
  function termsOf(question: string, share = 1): Term[] {
    const asked = wordsIn(question)
    const taken = new Set<number>()
    const terms: Term[] = []
    const add = (from: number, to: number, concepts: Concepts) => {
      const words = asked.slice(from, to)
      terms.push({ words, concepts, importance: share * importanceOf(words, concepts) })
      for (let at = from; at < to; at += 1) taken.add(at)
    }
    for (const { words, concept } of expressions) {
      const from = asked.findIndex((_, at) =>
        words.every((word, next) => likeness(word, asked[at + next] ?? '') >= FORM),
      )
      if (from >= 0 && !taken.has(from)) add(from, from + words.length, new Map([[concept, SAME]]))
    }
    asked.forEach((word, at) => {
      const isTopic = !stopped.has(word) && (word.length > 1 || /\d/.test(word))
      if (isTopic && !taken.has(at)) add(at, at + 1, namedBy(word))
    })
    return terms
  }

  return { read, termsOf }
}

/** Score of a term in a text, 0 to 1: by the word itself, or by what it names. */
export function match(text: Text, { words, concepts }: Text): number {
  let best = 0
  if (words.length === 1)
    for (const word of text.words) best = Math.max(best, likeness(words[0]!, word))
  else if (words.every((word) => text.words.includes(word))) best = 1
  for (const [concept, grade] of concepts)
    best = Math.max(best, grade * (text.concepts.get(concept) ?? 0))
  return best
}
