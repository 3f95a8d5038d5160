import irregular from './irregular-forms.json' with { type: 'json' }
import { stem } from './stem.ts'
import type { KnownLanguage } from './stop-words.ts'

/** Shortest stem of a verb without its inflection, letters. */
const MIN_STEM = 3

/** Prefixes of German verbs that "ge" and "zu" follow: "abgeholt", "abzuholen". */
const SEPARABLE =
  'ab|an|auf|aus|bei|da|durch|ein|frei|her|heim|hin|los|mit|nach|um|unter|vor|vorbei|weg|weiter|wieder|zu|zurück|zurueck|zusammen'
const GERMAN_PREFIXED = new RegExp(`^(${SEPARABLE})(?:ge|zu)(\\p{L}{3,})$`, 'u')

/** Spanish pronouns at the end of an infinitive or gerund: "llevármelo". */
const SPANISH_PRONOUNS =
  /^(.+(?:ar|er|ir|[áéí]r|ando|iendo|ándo|iéndo))(?:me|te|se|nos|os)?(?:l[aoe]s?)?$/u

/**
 * The stems of a word's other forms, which the stemmers do not reduce to one: of irregular ones, of German verbs in the
 * present, of participles and infinitives with "zu", and of Spanish infinitives with pronouns.
 */
export function otherStems(stemmed: string, language: KnownLanguage): readonly string[] {
  const key = `${language}${stemmed}`
  const known = kept.get(key)
  if (known) return known
  if (kept.size >= MAX_CACHED) kept.clear()
  const found = new Set([stemmed].flatMap((one) => [one, ...regular(one, language)]))
  for (const one of [...found]) {
    for (const base of irregularOf(language).get(one) ?? []) found.add(base)
  }
  found.delete(stemmed)
  const all = [...found]
  kept.set(key, all)
  return all
}

const MAX_CACHED = 50_000

const kept = new Map<string, readonly string[]>()

function regular(stemmed: string, language: KnownLanguage): string[] {
  if (language === 'de') return germanStems(stemmed)
  if (language === 'es') return spanishStems(stemmed)
  return []
}

function germanStems(stemmed: string): string[] {
  const bases = [stemmed]
  const prefixed = GERMAN_PREFIXED.exec(stemmed)
  if (prefixed) bases.push(`${prefixed[1]}${prefixed[2]}`)
  if (/^ge\p{L}{4,}t$/u.test(stemmed)) bases.push(stemmed.slice(2))
  const withoutEnding = bases.flatMap((base) => {
    const [, short] = /^(.+?)(?:e?t|e?st)$/u.exec(base) ?? []
    return short !== undefined && short.length >= MIN_STEM ? [short] : []
  })
  return [...bases.slice(1), ...withoutEnding]
}

function spanishStems(stemmed: string): string[] {
  const [, infinitive] = SPANISH_PRONOUNS.exec(stemmed) ?? []
  if (infinitive === undefined) return []
  const base = infinitive.replace(/(?:ar|er|ir|ando|iendo)$/u, '')
  return base.length >= MIN_STEM - 1 ? [base, infinitive] : []
}

const irregularByLanguage = new Map<KnownLanguage, ReadonlyMap<string, readonly string[]>>()

/** The stems of the basic forms of irregular ones. */
function irregularOf(language: KnownLanguage): ReadonlyMap<string, readonly string[]> {
  const known = irregularByLanguage.get(language)
  if (known) return known
  const bases = new Map<string, string[]>()
  const groups = (irregular as Partial<Record<KnownLanguage, readonly string[]>>)[language] ?? []
  for (const group of groups) {
    const [base = '', ...forms] = group.split(' ').map((word) => stem(word, language))
    for (const form of forms) {
      if (form !== base) bases.set(form, [...(bases.get(form) ?? []), base])
    }
  }
  irregularByLanguage.set(language, bases)
  return bases
}
