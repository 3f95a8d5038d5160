import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import type { KnownLanguage } from './stop-words.ts'

const STEMMERS: Readonly<Record<KnownLanguage, (word: string) => string>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
}

/** Cache size of stems; a full cache is cleared. */
const MAX_CACHED = 50_000

const kept = new Map<string, string>()

/** Lower case without accents, like the full-text index. */
export function fold(text: string): string {
  if (/^[\w\s]*$/.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
}

/** The comparable part of a word, folded; words of up to three letters and words with digits are unchanged. */
export function stem(word: string, language: KnownLanguage): string {
  if (word.length <= 3 || /[\d\u2060]/.test(word)) return fold(word)
  const key = `${language}${word}`
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= MAX_CACHED) kept.clear()
  const found = fold(STEMMERS[language](word.toLowerCase()))
  kept.set(key, found)
  return found
}
