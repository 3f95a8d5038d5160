import { expect, test } from 'vitest'
import { deleteApiKey } from '#contracts/accounts.ts'
import { LOCALIZERS } from '#contracts/catalogues.ts'
import type { ApiError } from '#contracts/client.ts'
import { KIND_OF } from '#contracts/errors.ts'
import { type FaultCode, fault } from '#contracts/faults.ts'
import { createLabel } from '#contracts/labels.ts'
import deErrors from '#contracts/messages/de/errors.json' with { type: 'json' }
import deFields from '#contracts/messages/de/fields.json' with { type: 'json' }
import deFindings from '#contracts/messages/de/findings.json' with { type: 'json' }
import deReasons from '#contracts/messages/de/reasons.json' with { type: 'json' }
import enErrors from '#contracts/messages/en/errors.json' with { type: 'json' }
import enFields from '#contracts/messages/en/fields.json' with { type: 'json' }
import enFindings from '#contracts/messages/en/findings.json' with { type: 'json' }
import enReasons from '#contracts/messages/en/reasons.json' with { type: 'json' }
import { startServer } from '../support/server.ts'

type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>

const FILES: readonly (readonly [name: string, en: Texts, de: Texts])[] = [
  ['errors', enErrors, deErrors],
  ['fields', enFields, deFields],
  ['reasons', enReasons, deReasons],
  ['findings', enFindings, deFindings],
]

const formsOf = (text: Texts[string] = '') =>
  typeof text === 'string' ? [text] : Object.values(text)

/** Placeholders of all plural forms; a singular form may say "a" instead of its number. */
const placeholdersOf = (text: Texts[string] | undefined) =>
  [...new Set(formsOf(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort()

test.each(FILES)('%s: every language has every code, with the same placeholders', (_, en, de) => {
  expect(Object.keys(de)).toEqual(Object.keys(en))
  for (const [code, text] of Object.entries(en)) {
    const isNamed = !placeholdersOf(de[code]).includes('{attribute}')
    const expected = placeholdersOf(text).filter((name) => !isNamed || name !== '{attribute}')
    expect([code, ...placeholdersOf(de[code])]).toEqual([
      code,
      ...expected.filter((name) => name !== '{what}'),
    ])
  }
})

test.each(FILES)('%s: plurals have their language’s categories', (_, en, de) => {
  for (const [language, texts] of Object.entries({ en, de })) {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    for (const [code, text] of Object.entries(texts)) {
      if (typeof text === 'string') continue
      expect([code, Object.keys(text).sort()]).toEqual([code, [...pluralCategories].sort()])
    }
  }
})

test.each(FILES)('%s: nothing is left in English or empty', (_, en, de) => {
  const isWord = (text: string) => /[a-z]{3}/i.test(text.replaceAll(/\{\w+\}/g, ''))
  for (const [code, text] of Object.entries(de)) {
    for (const form of formsOf(text)) {
      expect([code, form]).not.toEqual([code, ''])
      if (isWord(form)) expect([code, form]).not.toEqual([code, en[code]])
    }
  }
})

test('every code is unique', () => {
  const codes = FILES.flatMap(([, en]) => Object.keys(en))
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
  expect(Object.keys(KIND_OF).sort()).toEqual(Object.keys(enErrors).sort())
})

test.each(['en', 'de'] as const)('every error has a sentence in %s', (language) => {
  for (const [, en] of FILES) {
    for (const [code, text] of Object.entries(en)) {
      const names = placeholdersOf(text).map((name) => name.slice(1, -1))
      const params = Object.fromEntries(names.map((name) => [name, name === 'count' ? 1 : 'x']))
      const sentence = LOCALIZERS[language].translate(fault(code as FaultCode, params), 'name')
      expect(sentence).not.toMatch(/[{}]/)
    }
  }
})

test('plurals, field names and nested sentences', () => {
  const say = (...told: Parameters<typeof fault>) =>
    LOCALIZERS.de.translate(fault(...told), 'tools.0.name')
  expect(say('too_many_items', { count: 1 })).toBe('„Name“ darf höchstens einen Eintrag haben.')
  expect(say('too_many_items', { count: 2 })).toBe('„Name“ darf höchstens 2 Einträge haben.')
  expect(say('on_line', { line: 3, reason: fault('required') })).toBe(
    'Zeile 3: „Name“ ist ein Pflichtfeld.',
  )
  expect(LOCALIZERS.en.translate(fault('required'), 'tools.0.name')).toBe(
    'The tools.0.name field is required.',
  )
  // Values from a caller are neither patterns nor placeholders.
  expect(say('not_here', { what: 'voice', name: '{what} $& $1' })).toBe(
    '„{what} $& $1“ gibt es hier nicht.',
  )
  expect(() => say('on_line', { line: 3 })).toThrow('on_line lacks reason')
})

test('errors are in German for those who ask for it, and otherwise in English', async () => {
  const { call } = await startServer()
  async function refused(language?: string) {
    const headers = language === undefined ? {} : { 'Parley-Language': language }
    const missing = call(deleteApiKey, { params: { id: 404 }, headers })
    const invalid = call(createLabel, { body: { name: '', colour: 'red' }, headers })
    const errors = await Promise.all([missing, invalid].map((asked) => asked.catch((e) => e)))
    return errors.map((error: ApiError) => [error.code, error.message, error.errors])
  }
  const english = [
    ['api_key_not_found', 'API key not found', {}],
    ['invalid_data', 'The given data was invalid.', { name: ['The name field is required.'] }],
  ]
  expect(await refused()).toEqual(english)
  expect(await refused('tlh')).toEqual(english)
  expect(await refused('constructor')).toEqual(english)
  expect(await refused('de')).toEqual([
    ['api_key_not_found', 'Diesen API-Schlüssel gibt es nicht (mehr).', {}],
    ['invalid_data', 'Die Angaben sind nicht gültig.', { name: ['„Name“ ist ein Pflichtfeld.'] }],
  ])
})

test('the browser’s language changes nothing', async () => {
  const { fetch } = await startServer()
  const answer = await fetch('/api/user/nothing', { headers: { 'accept-language': 'de' } })
  expect(answer.headers.get('parley-error')).toBe('not_found')
  expect(await answer.json()).toEqual({ message: 'Not found.' })
})
