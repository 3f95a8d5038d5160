import type { Source } from '#contracts/messages.ts'
import type { PassageRow } from './passage-queries.ts'

/** Sources named below an answer. */
const MOST = 3
/** Share of the best passage's score that a passage needs so that the answer may rest on it. */
const NEAR = 0.7
/** Below this score a passage has nothing but words that stand everywhere. */
const RELEVANT = 0.1

/** The documents of passages, best first, each once. */
export function sourcesOf(passages: readonly PassageRow[]): Source[] {
  // The pages of a website are sources of their own.
  const keyOf = ({ document_id, document_url }: PassageRow) => `${document_id} ${document_url}`
  const documents = new Map(passages.map((passage) => [keyOf(passage), passage]))
  return [...documents.values()]
    .slice(0, MOST)
    .map(({ document_name: title, document_url: url }) => ({ title, url }))
}

/** Of what a model was given, best first, what its answer may well rest on, where it does not say so itself. */
export function likelyOnes(passages: readonly PassageRow[]): PassageRow[] {
  const best = passages[0]?.score ?? 0
  return passages.filter(({ score }) => score >= Math.max(RELEVANT, best * NEAR))
}
