import type { KnownLanguage } from './stop-words.ts'
import groups from './synonyms.json' with { type: 'json' }
import weak from './weak-words.json' with { type: 'json' }

/**
 * Words that visitors and texts use for the same thing, folded, one group a string. Only what a desk is asked about: a
 * group that is too wide makes the model answer what was not asked.
 */
export const SYNONYMS: Readonly<Record<KnownLanguage, readonly string[]>> = groups

/** Content words that say little by themselves, folded; a match on them alone answers nothing. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(weak.flatMap((line) => line.split(' ')))
