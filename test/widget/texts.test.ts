import { afterEach, describe, expect, test, vi } from 'vitest'
import { english } from '../../widget/languages/en.ts'
import { moreEnglish } from '../../widget/languages/en-more.ts'
import { fill, type Language, type Plural, textsFor } from '../../widget/texts.ts'

const ENGLISH: Language = { ...english, ...moreEnglish }

const files = import.meta.glob<{ readonly default: Language }>(
  ['../../widget/languages/*.ts', '!../../widget/languages/en*.ts'],
  { eager: true },
)

/** Every language with its code, which is the name of its file. */
const LANGUAGES = Object.entries(files).map(([file, { default: texts }]) => ({
  code: /([^/]+)\.ts$/.exec(file)![1]!,
  texts,
}))

/** What is the same word in English and in another language. */
const SHARED = ['da send', 'da ratings.2', 'de optional', 'fr log', 'fr sources', 'nb send']

/** All texts of a language in the order of their names; plurals and lists with the name of each part. */
const flat = (texts: Language) =>
  Object.entries(texts).flatMap(([name, text]: [string, string | Plural | readonly string[]]) =>
    typeof text === 'string'
      ? [[name, text] as const]
      : Object.entries(text).map(([part, words]) => [`${name}.${part}`, `${words}`] as const),
  )

const plurals = (texts: Language) =>
  Object.entries(texts).filter((entry): entry is [keyof Language, Plural] => {
    const [, text] = entry
    return typeof text === 'object' && 'other' in text
  })

const placeholders = (text: string) => (text.match(/#|\{\w+\}/g) ?? []).sort()

/** The plural categories of a language, each with whether it is about one number only, as `two` is in Hebrew. */
function categoriesOf(code: string) {
  const rules = new Intl.PluralRules(code)
  const categories = Array.from({ length: 1000 }, (_, number) => rules.select(number))
  return rules.resolvedOptions().pluralCategories.map((category) => ({
    category,
    isOneNumber: categories.filter((chosen) => chosen === category).length === 1,
  }))
}

test('the chat speaks twenty languages besides English', () => {
  expect(LANGUAGES.map(({ code }) => code).join(' ')).toBe(
    'ar cs da de es fi fr he it ja ko nb nl pl pt ru sv tr uk zh',
  )
})

describe.each(LANGUAGES)('in $code', ({ code, texts }) => {
  test('the language is named, and its rules and formats are known', () => {
    expect(texts.language).toBe(code)
    expect(Intl.PluralRules.supportedLocalesOf(code)).toEqual([code])
  })

  test('there are the texts of English, and no others', () => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(ENGLISH).toSorted())
  })

  test('a plural has a text for every category, and ratings are five', () => {
    const expected = categoriesOf(code).map(({ category }) => category)
    for (const [name, plural] of plurals(texts)) {
      expect(Object.keys(plural).sort(), name).toEqual(expected.toSorted())
    }
    const names = (language: Language) =>
      plurals(language)
        .map(([name]) => name)
        .toSorted()
    expect(names(texts)).toEqual(names(ENGLISH))
    expect(new Set(texts.ratings).size).toBe(5)
  })

  test('a text has the placeholders of English', () => {
    const inEnglish = new Map(flat(ENGLISH))
    for (const [name, text] of flat(texts)) {
      const [noun, category] = name.split('.')
      const wanted = inEnglish.get(name) ?? inEnglish.get(`${noun}.other`)!
      const isNumberSaid = categoriesOf(code).some(
        (each) => each.category === category && each.isOneNumber,
      )
      const found = placeholders(text)
      if (isNumberSaid && found.length === 0) continue
      expect(found, name).toEqual(placeholders(wanted))
    }
  })

  test('nothing is left in English', () => {
    const inEnglish = new Map(flat(ENGLISH))
    const same = flat(texts).filter(([name, text]) => text === inEnglish.get(name))
    const names = same.map(([name]) => `${code} ${name}`)
    expect(names.filter((name) => !SHARED.includes(name))).toEqual([])
  })

  test('no text is empty, typed with a typewriter’s signs or has spaces around it', () => {
    for (const [name, text] of flat(texts)) {
      expect(text, name).toMatch(/^\S(.*\S)?$/)
      expect(text, name).not.toMatch(/['"`]|\.\.\.| {2}| - /)
    }
  })
})

test('a sign that French sets apart is held by a narrow space that does not break', () => {
  const french = LANGUAGES.find(({ code }) => code === 'fr')!
  for (const [name, text] of flat(french.texts)) {
    expect(text.replaceAll(/\u202f[?!:;]/g, ''), name).not.toMatch(/[?!:;]/)
  }
})

test('what is written from left to right keeps its order in Arabic and Hebrew', () => {
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
    vi.doUnmock('../../widget/languages/sv.ts')
    vi.resetModules()
  })

  test('is the first of a list that it speaks', async () => {
    expect(await languageFor(undefined, '', 'eo', 'pl-PL', 'de')).toBe('pl')
    expect(await languageFor('DE-at', 'fr')).toBe('de')
    expect(await languageFor('zh-Hant-TW')).toBe('zh')
  })

  test('is Bokmål for every name of Norwegian', async () => {
    for (const name of ['no', 'nb-NO', 'nn', 'nn-NO']) expect(await languageFor(name)).toBe('nb')
  })

  test('is not one whose code only begins alike', async () => {
    // Filipino and Konkani are not Finnish and Korean.
    expect(await languageFor('fil-PH', 'kok', 'it')).toBe('it')
  })

  test('is English where English comes first or nothing is known', async () => {
    expect(await languageFor('en-GB', 'de')).toBe('en')
    expect(await languageFor('eo', '../de', 'en-more')).toBe('en')
    expect(await languageFor()).toBe('en')
  })

  test('is English when its file cannot be loaded', async () => {
    vi.resetModules()
    vi.doMock('../../widget/languages/sv.ts', () => {
      throw new Error('offline')
    })
    const { textsFor } = await import('../../widget/texts.ts')
    expect((await textsFor(['sv', 'de'])).language).toBe('en')
    expect((await textsFor(['da', 'de'])).language).toBe('da')
  })
})

describe('a number in a text', () => {
  const inPolish = files['../../widget/languages/pl.ts']!.default
  const inArabic = files['../../widget/languages/ar.ts']!.default

  test.each([
    [1, 'Pozostał 1 znak'],
    [2, 'Pozostały 2 znaki'],
    [5, 'Pozostało 5 znaków'],
    [12, 'Pozostało 12 znaków'],
    [22, 'Pozostały 22 znaki'],
    [1.5, 'Pozostało 1,5 znaku'],
  ])('%d in Polish', (count, text) => {
    expect(fill(inPolish.left, { count }, 'pl')).toBe(text)
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
    expect(fill(inArabic.unread, { count }, 'ar')).toBe(text)
  })

  test('is grouped as the language does it', () => {
    expect(fill(ENGLISH.left, { count: 1200 }, 'en')).toBe('1,200 characters left')
    expect(fill(inPolish.left, { count: 12_000 }, 'pl')).toBe('Pozostało 12\u00a0000 znaków')
  })

  test('takes the text for all others where its own is missing', () => {
    expect(fill({ other: '# plików' }, { count: 1 }, 'pl')).toBe('1 plików')
  })
})

test('names and times are put in as they are', () => {
  expect(fill(ENGLISH.dialog, { name: '#1 $& {time}' }, 'en')).toBe('Chat with #1 $& {time}')
})
