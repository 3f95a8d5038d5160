import type { Source } from '#contracts/messages.ts'
import type { PassageRow } from './passage-queries.ts'

/** Maximum number of sources below an answer. */
const MAX_SOURCES = 3
/** Minimum share of the best score for a passage to count as a source. */
const MIN_SCORE_SHARE = 0.7
/** Minimum score; below it, a passage matches only common words. */
const RELEVANT = 0.1

/** The distinct documents of the passages, best first, up to a maximum. */
export function sourcesOf(passages: readonly PassageRow[]): Source[] {
  // Each page of a website and each entry is a separate source.
  const keyOf = ({ document_id, document_url, document_name }: PassageRow) =>
    `${document_id} ${document_url} ${document_name}`
  const documents = new Map(passages.map((passage) => [keyOf(passage), passage]))
  return [...documents.values()]
    .slice(0, MAX_SOURCES)
    .map(({ document_name: title, document_url: url }) => ({ title, url }))
}

/** The passages that an answer probably rests on, for models that do not cite their sources. */
export function likelySources(passages: readonly PassageRow[]): PassageRow[] {
  const best = passages[0]?.score ?? 0
  return passages.filter(({ score }) => score >= Math.max(RELEVANT, best * MIN_SCORE_SHARE))
}
