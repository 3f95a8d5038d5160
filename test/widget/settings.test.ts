import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formFields, invitationOf, textsOf } from '../../widget/more/offers.ts'
import { address, type Raw, readSettings } from '../../widget/settings.ts'
import type { View } from '../../widget/view.ts'

const NAMES = [
  'theme',
  'label',
  'position',
  'color',
  'offset_x',
  'offset_y',
  'icon',
  'starters',
  'replies',
  'form',
  'invitation',
  'hours',
  'away',
  'rating',
  'files',
  'sound',
  'privacy_url',
  'fallback',
] as const

/** JSON that cannot become a string: converting it throws. */
const WORDLESS = { toString: '' }

const NOTHING = {
  theme: 'auto',
  label: undefined,
  position: undefined,
  hasRating: true,
  hasFiles: true,
  hasSound: false,
  fallback: undefined,
}

/** The form fields shown to a visitor who has neither chatted nor been identified. */
const fieldsOf = (form: unknown, known: object = {}) =>
  formFields({
    model: { state: { outbox: [] }, variables: () => known, isRemembering: () => false },
    settings: readSettings({}, { form }),
  } as unknown as View)

test('without settings the chat has its defaults', () => {
  expect(readSettings({})).toMatchObject(NOTHING)
  expect(readSettings({}, {})).toMatchObject(NOTHING)
})

test('no stored setting of any type can make anything throw', () => {
  const garbage = fc.oneof(
    fc.anything(),
    fc.string(),
    fc.array(fc.anything()),
    fc.constantFrom(WORDLESS, [WORDLESS]),
  )
  const raw = fc.record(Object.fromEntries(NAMES.map((name) => [name, garbage])), {
    requiredKeys: [],
  })
  fc.assert(
    fc.property(raw, (stored) => {
      const raw = stored as Raw
      const { label, position, fallback } = readSettings({}, raw)
      for (const words of [...textsOf(raw.starters), ...textsOf(raw.replies)]) {
        expect(typeof words).toBe('string')
      }
      for (const field of fieldsOf(raw.form)) expect(field.name && field.label).toBeTruthy()
      for (const text of [label, position, fallback, address(raw.privacy_url)]) {
        expect(['string', 'undefined']).toContain(typeof text)
      }
      expect(typeof (invitationOf({}, raw)?.text ?? '')).toBe('string')
    }),
    { numRuns: 500 },
  )
})

test.each(NAMES)('one invalid field leaves the others alone: %s', (name) => {
  for (const wrong of [null, 0, 7, {}, [], [null, 1, {}], [[]], WORDLESS, [WORDLESS]]) {
    const stored = { label: 'Ask', fallback: 'mailto:a@example.com', [name]: wrong }
    const { look, ...read } = readSettings({}, stored)
    if (name !== 'fallback') expect(read.fallback).toBe('mailto:a@example.com')
    if (name !== 'label') expect(read.label).toBe('Ask')
    expect(look).toBeTypeOf('object')
  }
})

test('the tag takes precedence over stored settings', () => {
  const stored = { theme: 'dark', label: 'Stored', position: 'left', color: 'red', offset_x: 5 }
  const tag = { theme: 'light', label: 'Tag', position: 'top-left', color: 'blue', 'offset-x': '9' }
  expect(readSettings(tag, stored)).toMatchObject({
    theme: 'light',
    label: 'Tag',
    position: 'top-left',
    look: { color: 'blue', 'offset-x': '9' },
  })
  expect(readSettings({}, stored)).toMatchObject({
    theme: 'dark',
    look: { color: 'red', 'offset-x': '5' },
  })
})

test('the site’s own text replaces the stored invitation', () => {
  const stored = { invitation: { text: 'Can we help?', after: 5 } }
  for (const tag of [{}, { invite: '' }, { invite: 'true' }]) {
    expect(invitationOf(tag, stored)).toEqual({ text: 'Can we help?', after: 5 })
  }
  expect(invitationOf({ invite: 'A free cake?' }, stored)).toEqual({ text: 'A free cake?' })
  expect(invitationOf({}, { invitation: { text: '  ' } })).toBeUndefined()
})

test('an address that could do more than navigate is ignored', () => {
  for (const good of ['https://example.com/privacy', 'mailto:help@example.com', 'tel:+4930123']) {
    expect(readSettings({}, { fallback: good }).fallback).toBe(good)
    expect(address(good)).toBe(good)
  }
  for (const bad of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '/here']) {
    expect(readSettings({ fallback: bad }).fallback).toBeUndefined()
    expect(address(bad)).toBeUndefined()
  }
})

test('a form field needs a name and a label', () => {
  const form = [{ name: 'a', label: 'A', type: 'text' }, { name: 'b' }, { label: 'C' }, 'd', null]
  expect(fieldsOf(form)).toEqual([form[0]])
})

test('known values are not asked for', () => {
  const form = ['a', 'b'].map((name) => ({ name, label: name, type: 'text' }))
  expect(fieldsOf(form, { a: '' }).map(({ name }) => name)).toEqual(['b'])
})
