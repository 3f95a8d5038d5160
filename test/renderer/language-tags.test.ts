import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tagOf } from '../../renderer/locales/tag.ts'

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

function speak(...languages: string[]): void {
  vi.stubGlobal('navigator', { language: languages[0] ?? '', languages })
}

test.each([
  ['en-GB', 'en-GB'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['en-US@posix', 'en-US'],
  ['de_DE.UTF-8', 'de-DE'],
  ['sr_RS.UTF-8@latin', 'sr-RS'],
  ['C', undefined],
  ['', undefined],
  ['no language', undefined],
])('the language tag of %j is %j', (name, tag) => {
  expect(tagOf(name)).toBe(tag)
})

test.each([
  ['the first language that the desk speaks', ['fil-PH', 'de-AT', 'en-US'], 'de', 'de-AT'],
  ['a language of POSIX, with its region', ['en-GB@posix'], 'en', 'en-GB'],
  ['English, where none is spoken', ['C', 'eo'], 'en', 'en'],
  ['English, where none is named', [], 'en', 'en'],
])('the desk speaks %s', async (_, languages, language, locale) => {
  speak(...languages)
  expect(await import('../../renderer/locales/language.ts')).toMatchObject({ language, locale })
})

test.each(['en-US@posix', 'C', ''])(
  'charts are drawn when the browser’s language is %j',
  async (name) => {
    speak(name)
    const { draw } = await import('../../renderer/ui/plot-drawing.ts')
    expect(draw).toBeTypeOf('function')
    expect(() => new Intl.NumberFormat(navigator.language)).not.toThrow()
  },
)
