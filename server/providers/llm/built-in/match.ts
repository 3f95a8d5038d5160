import { type Concept, gradesOf } from '../../../language/concepts.ts'
import { otherStems } from '../../../language/inflections.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { isWeak } from '../../../language/words.ts'
import { alike } from './alike.ts'
import { type Expression, expressionOf } from './expressions.ts'
import type { Text } from './text.ts'

/** The texts of all sources, to compare and weigh the words of a question with. */
export interface Base {
  /** The texts of each passage. */
  readonly passages: readonly (readonly Text[])[]
  readonly stems: ReadonlySet<string>
  readonly concepts: ReadonlySet<Concept>
}

/** Factor for the words of an expression, which may be apart in the text. */
const APART = 0.9

/** Compares texts with an expression: by its stems, their spelling, and what they mean. 0 to 1. */
export function matcherOf(
  { stems, concepts }: Expression,
  language: KnownLanguage,
  base: Base,
): (text: Text) => number {
  const grades = gradesFor(concepts, base)
  if (stems.length !== 1) {
    const strong = stems.filter((word) => !isWeak(word, language))
    const parts = strong.map((word) =>
      matcherOf(expressionOf(word, word, language), language, base),
    )
    return (text) => Math.max(meaningIn(text, grades), inParts(text, parts))
  }
  const [word = ''] = stems
  const near = new Map<string, number>()
  for (const other of base.stems) {
    const likeness = alike(word, other, language)
    if (likeness > 0) near.set(other, likeness)
  }
  const forms = otherStems(word, language)
  return (text) => {
    if (text.stems.has(word) || forms.some((form) => text.stems.has(form))) return 1
    let best = meaningIn(text, grades)
    for (const [other, likeness] of near) {
      if (likeness > best && text.stems.has(other)) best = likeness
    }
    return best
  }
}

/** Several words are found as well as they are on average. */
function inParts(text: Text, parts: readonly ((text: Text) => number)[]): number {
  if (parts.length === 0) return 0
  return (APART * parts.reduce((sum, match) => sum + match(text), 0)) / parts.length
}

/** The concepts of the sources that answer those asked for, with their grades. */
function gradesFor(concepts: ReadonlyMap<Concept, number>, base: Base): Map<Concept, number> {
  const all = new Map<Concept, number>()
  for (const [asked, share] of concepts) {
    for (const [concept, grade] of gradesOf(asked)) {
      if (!base.concepts.has(concept)) continue
      all.set(concept, Math.max(share * grade, all.get(concept) ?? 0))
    }
  }
  return all
}

function meaningIn(text: Text, grades: ReadonlyMap<Concept, number>): number {
  let best = 0
  for (const [concept, grade] of grades) {
    const share = text.concepts.get(concept)
    if (share !== undefined && share * grade > best) best = share * grade
  }
  return best
}
