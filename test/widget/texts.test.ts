import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Catalogue, parameterTypes } from '../../scripts/locales/parameters.ts'
import english from '../../widget/locales/en.json' with { type: 'json' }
import asleepEnglish from '../../widget/locales/en-asleep.json' with { type: 'json' }
import moreEnglish from '../../widget/locales/en-more.json' with { type: 'json' }
import rareEnglish from '../../widget/locales/en-rare.json' with { type: 'json' }
import voiceEnglish from '../../widget/locales/en-voice.json' with { type: 'json' }
import { type Language, type Plural, say, textsFor } from '../../widget/texts.ts'
import { faultsOf, unusedKeys } from '../support/catalogues.ts'

const root = path.resolve(import.meta.dirname, '../../widget')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const ENGLISH = {
  ...english,
  ...moreEnglish,
  ...rareEnglish,
  ...voiceEnglish,
  ...asleepEnglish,
}

const files = import.meta.glob<Language>(
  ['../../widget/locales/*.json', '!../../widget/locales/en*.json'],
  { eager: true, import: 'default' },
)

/** Every language with its code, which is the name of its file. */
const LANGUAGES = Object.entries(files).map(([file, texts]) => ({
  code: path.basename(file, '.json'),
  texts,
}))

/** Words that are the same in English and in another language. */
const SAME_WORDS: Readonly<Record<string, readonly string[]>> = {
  da: ['Send', 'Okay'],
  de: ['optional'],
  fr: ['Conversation', 'Sources'],
  nb: ['Send'],
}

/** All texts of a language, one line per plural form. */
const flat = (texts: object) =>
  Object.entries(texts).flatMap(([key, text]: [string, string | Plural]) =>
    typeof text === 'string'
      ? [[key, text] as const]
      : Object.entries(text).map(([category, form]) => [`${key}.${category}`, form] as const),
  )

test('the chat speaks twenty languages besides English', () => {
  expect(LANGUAGES.map(({ code }) => code).join(' ')).toBe(
    'ar cs da de es fi fr he it ja ko nb nl pl pt ru sv tr uk zh',
  )
})

describe.each(LANGUAGES)('in $code', ({ code, texts }) => {
  test('the language has a name, rules and formats', () => {
    expect(texts.language).toBe(code)
    expect(Intl.PluralRules.supportedLocalesOf(code)).toEqual([code])
  })

  test('the texts match the English ones', () => {
    const sameWords = SAME_WORDS[code] ?? []
    expect(
      faultsOf({ code, texts: texts as object as Catalogue, english: ENGLISH, sameWords }),
    ).toEqual([])
  })

  test('there are five ratings', () => {
    const ratings = Object.entries(texts).filter(([key]) => key.startsWith('ratings.'))
    expect(new Set(ratings.map(([, text]) => text)).size).toBe(5)
  })

  test('no text is empty, uses typewriter punctuation or has surrounding spaces', () => {
    for (const [name, text] of flat(texts)) {
      expect(text, name).toMatch(/^\S(.*\S)?$/)
      expect(text, name).not.toMatch(/['"`]|\.\.\.| {2}| - /)
    }
  })
})

test('every English text is used', () => {
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map(read)
  const named = (key: string) => sources.some((code) => code.match(new RegExp(`\\b${key}\\b`)))
  expect(unusedKeys(Object.keys(ENGLISH), sources).filter((key) => !named(key))).toEqual([])
})

test('the declared parameters are those of English; `npm run locales` writes them', () => {
  expect(read('locales/parameters.d.ts')).toBe(
    parameterTypes({
      ...asleepEnglish,
      ...moreEnglish,
      ...rareEnglish,
      ...voiceEnglish,
      ...english,
    }),
  )
})

test('French punctuation is preceded by a narrow no-break space', () => {
  const french = LANGUAGES.find(({ code }) => code === 'fr')!
  for (const [name, text] of flat(french.texts)) {
    expect(text.replaceAll(/\u202f[?!:;]/g, ''), name).not.toMatch(/[?!:;]/)
  }
})

test('left-to-right text keeps its order in Arabic and Hebrew', () => {
  for (const { texts } of LANGUAGES.filter(({ code }) => /ar|he/.test(code))) {
    for (const [name, text] of flat(texts)) {
      const outside = text.replaceAll(/[\u2066\u2068][^\u2069]*\u2069/g, '')
      expect(outside, name).not.toMatch(/\{(name|email)\}|@|\+/)
    }
  }
})

describe('the language of a chat', () => {
  const languageFor = async (...languages: (string | undefined)[]) =>
    (await textsFor(languages)).language

  afterEach(() => {
    vi.doUnmock('../../widget/locales/sv.json')
    vi.resetModules()
  })

  test('is the first in a list that it supports', async () => {
    expect(await languageFor(undefined, '', 'eo', 'pl-PL', 'de')).toBe('pl')
    expect(await languageFor('DE-at', 'fr')).toBe('de')
    expect(await languageFor('zh-Hant-TW')).toBe('zh')
  })

  test('is Bokmål for every code of Norwegian', async () => {
    for (const name of ['no', 'nb-NO', 'nn', 'nn-NO']) expect(await languageFor(name)).toBe('nb')
  })

  test('is not one whose code merely shares a prefix', async () => {
    // Filipino and Konkani are not Finnish and Korean.
    expect(await languageFor('fil-PH', 'kok', 'it')).toBe('it')
  })

  test('is English when English comes first or nothing is known', async () => {
    expect(await languageFor('en-GB', 'de')).toBe('en')
    expect(await languageFor('eo', '../de', 'en-more')).toBe('en')
    expect(await languageFor()).toBe('en')
  })

  test('is English when its file fails to load', async () => {
    vi.resetModules()
    vi.doMock('../../widget/locales/sv.json', () => {
      throw new Error('offline')
    })
    const { textsFor } = await import('../../widget/texts.ts')
    expect((await textsFor(['sv', 'de'])).language).toBe('en')
    expect((await textsFor(['da', 'de'])).language).toBe('da')
  })
})

describe('a number in a text', () => {
  const inPolish = files['../../widget/locales/pl.json']!
  const inArabic = files['../../widget/locales/ar.json']!

  test.each([
    [1, 'Pozostał 1 znak'],
    [2, 'Pozostały 2 znaki'],
    [5, 'Pozostało 5 znaków'],
    [12, 'Pozostało 12 znaków'],
    [22, 'Pozostały 22 znaki'],
    [1.5, 'Pozostało 1,5 znaku'],
  ])('%d in Polish', (count, text) => {
    expect(say(inPolish, 'left', { count })).toBe(text)
  })

  test.each([
    [0, 'لا رسائل جديدة'],
    [1, 'رسالة جديدة واحدة'],
    [2, 'رسالتان جديدتان'],
    [3, '3 رسائل جديدة'],
    [11, '11 رسالة جديدة'],
    [100, '100 رسالة جديدة'],
    [103, '103 رسائل جديدة'],
  ])('%d in Arabic', (count, text) => {
    expect(say(inArabic, 'unread', { count })).toBe(text)
  })

  test('is grouped by the language’s rules', () => {
    expect(say(ENGLISH, 'left', { count: 1200 })).toBe('1,200 characters left')
    expect(say(inPolish, 'left', { count: 12_000 })).toBe('Pozostało 12\u00a0000 znaków')
  })

  test('falls back to the “other” form where its own is missing', () => {
    const texts = { language: 'pl', left: { other: '{count} plików' } }
    expect(say(texts, 'left', { count: 1 })).toBe('1 plików')
  })
})

test('names and times are inserted unchanged', () => {
  expect(say(ENGLISH, 'dialog', { name: '#1 $& {time}' })).toBe('Chat with #1 $& {time}')
})
