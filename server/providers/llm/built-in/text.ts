import { type Concept, mentionsIn } from '../../../language/concepts.ts'
import { type Days, daysIn } from '../../../language/days.ts'
import { otherStems } from '../../../language/inflections.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { wordsOf } from '../../../language/words.ts'

/** A text as questions are matched with it. */
export interface Text {
  readonly written: string
  readonly stems: ReadonlySet<string>
  /** The concepts that its words name, and how surely, 0 to 1. */
  readonly concepts: ReadonlyMap<Concept, number>
  readonly days: Days
}

/** Maximum number of cached texts; the cache is cleared when it is full. */
const MAX_CACHED = 20_000

const kept = new Map<string, Text>()

/** Prepares a text for matching. */
export function textOf(written: string, language: KnownLanguage): Text {
  const key = `${language}${written}`
  const known = kept.get(key)
  if (known) return known
  if (kept.size >= MAX_CACHED) kept.clear()
  const stems = wordsOf(written, language).map(({ stem }) => stem)
  const text = {
    written,
    stems: new Set(stems.flatMap((one) => [one, ...otherStems(one, language)])),
    concepts: conceptsIn(stems, language),
    days: daysIn(written),
  }
  kept.set(key, text)
  return text
}

function conceptsIn(stems: readonly string[], language: KnownLanguage): Map<Concept, number> {
  const found = new Map<Concept, number>()
  for (const { concepts } of mentionsIn(stems, language)) {
    for (const [concept, share] of concepts) {
      found.set(concept, Math.max(share, found.get(concept) ?? 0))
    }
  }
  return found
}
