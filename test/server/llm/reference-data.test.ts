import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FillerConfig } from '#contracts/assistant-fields.ts'
import { ASSETS } from '../../../server/assets.ts'
import { LANGUAGES } from '../../../server/features/platform/lookups/reference/languages.ts'
import {
  BUILT_IN,
  LLM_MODELS,
  MULTIMODAL_MODELS,
} from '../../../server/features/platform/lookups/reference/models.ts'
import {
  SYNTHESIZERS,
  TRANSCRIBERS,
} from '../../../server/features/platform/lookups/reference/providers.ts'
import { VOICES } from '../../../server/features/platform/lookups/reference/voices.ts'

const codes = (rows: readonly { readonly code: string }[]) => rows.map(({ code }) => code)

test('codes are unique', () => {
  for (const rows of [
    LANGUAGES,
    VOICES,
    SYNTHESIZERS,
    TRANSCRIBERS,
    LLM_MODELS,
    MULTIMODAL_MODELS,
  ]) {
    expect(new Set(codes(rows)).size).toBe(rows.length)
  }
})

test('English is the first language, and the others follow by name', () => {
  const [first, ...others] = LANGUAGES.map(({ name }) => name)
  expect(first).toBe('English')
  expect(others).toEqual([...others].sort())
  expect(codes(LANGUAGES).every((code) => /^[a-z]{2}$/.test(code))).toBe(true)
})

test('every language has filler phrases for every mood an assistant may have', () => {
  for (const { name, fillers } of LANGUAGES) {
    expect(FillerConfig.parse(fillers)).toEqual(fillers)
    for (const phrases of Object.values(fillers)) {
      expect(phrases.length, name).toBeGreaterThanOrEqual(3)
      expect(new Set(phrases).size, name).toBe(phrases.length)
      for (const phrase of phrases) expect(phrase).toMatch(/^\S.*\S$/)
    }
  }
})

test('the Sandbox is the default of every language', () => {
  for (const [first] of [SYNTHESIZERS, TRANSCRIBERS]) {
    expect(first).toMatchObject({ code: 'sandbox', languages: 'all' })
  }
  expect(codes(LLM_MODELS)[0]).toBe(BUILT_IN)
})

test('voices have known languages supported by their synthesizer', () => {
  for (const { name, language, synthesizer } of VOICES) {
    expect(codes(LANGUAGES), name).toContain(language)
    if (synthesizer === null) continue
    const { languages } = SYNTHESIZERS.find(({ code }) => code === synthesizer)!
    if (languages !== 'all') expect(languages, name).toContain(language)
  }
})

test('every language with voices has one for every engine', () => {
  const languages = new Set(VOICES.map(({ language }) => language))
  expect(languages.size).toBeGreaterThanOrEqual(12)
  for (const language of languages) {
    const own = VOICES.filter((voice) => voice.language === language)
    expect(
      own.some(({ synthesizer }) => synthesizer !== null),
      language,
    ).toBe(true)
    expect(
      own.some(({ synthesizer }) => synthesizer === null),
      language,
    ).toBe(true)
    expect(new Set(own.map(({ gender }) => gender)).size, language).toBe(2)
  }
})

test('every voice has a preview, and there are no other files', () => {
  const folder = path.join(ASSETS, 'voices')
  expect(readdirSync(folder).sort()).toEqual(
    codes(VOICES)
      .map((code) => `${code}.mp3`)
      .sort(),
  )
  for (const file of readdirSync(folder)) {
    const { size } = statSync(path.join(folder, file))
    expect(size, file).toBeGreaterThan(3000)
    expect(size, file).toBeLessThanOrEqual(12_000)
  }
})
