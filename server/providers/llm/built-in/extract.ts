import type { Block } from './blocks.ts'
import { confidenceOf, type Evidence, evidenceOf } from './decide.ts'
import type { Base } from './match.ts'
import { quote } from './quote.ts'
import { type Candidate, ranked } from './rank.ts'
import type { Question, Term } from './term.ts'
import { termsOf } from './terms.ts'
import { textOf } from './text.ts'

/** The text under a heading. */
export interface Source {
  /** Id of the passage; undefined for a fact of the prompt. */
  readonly passageId?: number
  readonly heading: string
  readonly blocks: readonly Block[]
  /** BM25 of the search: near zero if only common words matched. */
  readonly relevance: number
}

/** An answer quoted from the sources, and which ones; or a hint. */
export interface Found {
  readonly text: string
  readonly sources: readonly Source[]
  /** Only related to the question: shown with the admission that the answer is unknown. */
  readonly isHint: boolean
}

/** Probabilities from which the best paragraphs are a hint, an answer, and from which one paragraph is enough. */
const POSSIBLE = 0.45
const PROBABLE = 0.71
const SURE = 0.8

/** Relative scores of the second paragraph: above the first it always joins, below the other never. */
const NEARLY = 0.95
const PLAUSIBLE = 0.55

/** Maximum length of an answer, and of each of two, characters. */
const MAX_ANSWER = 500
const MAX_OF_TWO = 280

/** The candidates for an answer, and the evidence for the best. */
interface Considered {
  readonly terms: readonly Term[]
  readonly best: Candidate
  /** The best one in another paragraph. */
  readonly second: Candidate | undefined
  readonly evidence: Evidence
}

/** Ranks the sources for a question; undefined if there is nothing to look for or in. */
function consider(question: Question, sources: readonly Source[]): Considered | undefined {
  const { language } = question
  const terms = termsOf(question, baseOf(sources, question))
  if (terms.length === 0) return undefined
  const [best, second, ...others] = ranked(sources, terms, language)
  if (!best) return undefined
  const candidates = second ? ([best, second, ...others] as const) : ([best] as const)
  return { terms, best, second, evidence: evidenceOf(candidates, terms, question.text) }
}

/**
 * The best answer quoted from the sources; undefined if there is none. If one is not certain, a second one joins it: the
 * visitor can tell which one applies. Two that are improbable are a hint.
 */
export function extractAnswer(question: Question, sources: readonly Source[]): Found | undefined {
  const considered = consider(question, sources)
  if (!considered) return undefined
  const { isOneOfSeveral = false } = question
  const { terms, best, second, evidence } = considered
  const isClose = second !== undefined && second.score > NEARLY * best.score
  const isSure = confidenceOf(evidence, 'single') >= SURE && !isClose
  const probability = isSure ? 1 : confidenceOf(evidence, 'pair')
  if (probability < POSSIBLE) return undefined
  const isHint = probability < PROBABLE
  const isFar = second !== undefined && second.score < PLAUSIBLE * best.score
  if (isSure || isFar || isOneOfSeveral || !second) {
    const text = quote(best, terms, isOneOfSeveral ? MAX_OF_TWO : MAX_ANSWER)
    return { text, sources: [best.source], isHint }
  }
  const text = [best, second].map((one) => quote(one, terms, MAX_OF_TWO)).join('\n\n')
  return { text, sources: [...new Set([best.source, second.source])], isHint }
}

function baseOf(sources: readonly Source[], { language }: Question): Base {
  const passages = sources.map(({ heading, blocks }) =>
    [heading, ...blocks.flatMap(({ sentences }) => sentences)].map((text) =>
      textOf(text, language),
    ),
  )
  const all = passages.flat()
  return {
    passages,
    stems: new Set(all.flatMap(({ stems }) => [...stems])),
    concepts: new Set(all.flatMap(({ concepts }) => [...concepts.keys()])),
  }
}
