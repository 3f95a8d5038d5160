import { type Concept, conceptsOf } from '../../../language/concepts.ts'
import { type HintKind, looksLike, topicOf } from '../../../language/hints.ts'
import { stem } from '../../../language/stem.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { aspect, type Term } from './term.ts'
import type { Text } from './text.ts'
import { WEIGHTS } from './weights.ts'

/**
 * The kinds of answer that a question asks for, by the form of a sentence and in some cases its topic.
 * @param asked - The concepts that the question names.
 */
export function kindTerms(
  kinds: readonly HintKind[],
  language: KnownLanguage,
  asked: ReadonlySet<Concept>,
  isAlone: boolean,
): Term[] {
  return kinds.flatMap((kind) => termsOfKind(kind, language, asked, isAlone))
}

function termsOfKind(
  kind: HintKind,
  language: KnownLanguage,
  asked: ReadonlySet<Concept>,
  isAlone: boolean,
): Term[] {
  const topic = topicOf(kind, language)
  const concepts =
    topic === undefined ? [] : [...conceptsOf(stem(topic, language), language).keys()]
  const names = (found: Text) => concepts.some((concept) => found.concepts.has(concept))
  const shape: Term = {
    ...aspect,
    weight: isAlone ? 1 : WEIGHTS.kinds[kind],
    role: isAlone ? 'topic' : 'kind',
    isOwn: true,
    match: (found) => (looksLike(kind, found.written) ? 1 : names(found) ? 0.4 : 0),
  }
  const isImplied = concepts.some((concept) => asked.has(concept))
  if (concepts.length === 0 || isImplied || kind === 'place') return [shape]
  const subject: Term = {
    ...aspect,
    weight: WEIGHTS.about,
    role: 'weak',
    isOwn: false,
    match: (found) => (names(found) ? 1 : 0),
  }
  return [shape, subject]
}
