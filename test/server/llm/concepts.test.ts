import { beforeAll, describe, expect, test } from 'vitest'
import { concepts } from '../../../server/language/concepts/all.ts'
import {
  conceptsOf,
  gradesOf,
  loadConcepts,
  mentionsIn,
} from '../../../server/language/concepts.ts'
import { stem } from '../../../server/language/stem.ts'
import type { KnownLanguage } from '../../../server/language/stop-words.ts'
import { tokenise } from '../../../server/language/tokens.ts'

beforeAll(loadConcepts)

function named(text: string, language: KnownLanguage): Set<string> {
  const stems = tokenise(text).map((word) => stem(word, language))
  return new Set(mentionsIn(stems, language).flatMap((mention) => [...mention.concepts.keys()]))
}

describe('the lexicon', () => {
  test('relates only concepts that it has', () => {
    const unknown = Object.entries(concepts).flatMap(([id, { is = [], near = [] }]) =>
      [...is, ...near].filter((other) => !(other in concepts)).map((other) => `${id} → ${other}`),
    )
    expect(unknown).toEqual([])
  })

  test('names the same concept in four languages', () => {
    for (const [text, language] of [
      ['May I bring my dogs?', 'en'],
      ['Darf ich meine Hunde mitbringen?', 'de'],
      ['Puis-je amener mes chiens ?', 'fr'],
      ['¿Puedo llevar a mis perros?', 'es'],
    ] as const) {
      expect(named(text, language), text).toContain('dog')
    }
  })

  test('finds expressions of several words, and the parts of German compounds', () => {
    expect(named('Do you sell gift cards?', 'en')).toContain('voucher')
    const parts = conceptsOf(stem('Hundewiese', 'de'), 'de')
    expect(parts.get('dog')).toBeLessThan(1)
  })

  test('grades the same concept above a broader one in the text, and that above a narrower one', () => {
    const dog = gradesOf('dog')
    const pet = gradesOf('pet')
    expect(dog.get('dog')).toBeGreaterThan(dog.get('pet')!)
    expect(dog.get('pet')).toBeGreaterThan(pet.get('dog')!)
    expect(dog.has('cat')).toBe(false)
  })

  test('falls back to groups of synonyms in other languages', () => {
    const [price] = conceptsOf(stem('prezzo', 'it'), 'it').keys()
    expect(conceptsOf(stem('costa', 'it'), 'it').has(price!)).toBe(true)
  })
})
