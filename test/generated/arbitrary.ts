import fc from 'fast-check'
import type { ListShape, NumberShape, ObjectShape, Shape, TextShape } from './shape.ts'

/**
 * Arbitraries for what a schema alone does not express, by the field's path (`tools.*.outbound_phone_id`) or
 * its name.
 */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>

export interface Making {
  readonly hints: Hints
  /** Includes every optional field, and one item of every kind. */
  readonly full: boolean
}

/** Valid values of a shape. */
export function validOf(
  shape: Shape,
  making: Making,
  path: readonly string[] = [],
): fc.Arbitrary<unknown> {
  const hint = making.hints[path.join('.')] ?? making.hints[path.at(-1) ?? '']
  if (hint) return hint
  switch (shape.kind) {
    case 'object':
      return objectOf(shape, making, path)
    case 'either':
    case 'choice':
      return fc.oneof(...shape.options.map((option) => validOf(option, making, path)))
    case 'list':
      return listOf(shape, making, path)
    case 'text':
      return textOf(shape, path)
    case 'number':
      return numberOf(shape, path)
    case 'one of':
      return fc.constantFrom(...shape.values)
    case 'id':
      throw new Error(`Say which ids ${path.join('.')} may hold: it needs a hint`)
    default:
      return SCALARS[shape.kind]
  }
}

/** Bodies of an object schema: without some of the optional fields, and with null for some of them. */
export function objectOf(
  shape: ObjectShape,
  making: Making,
  path: readonly string[] = [],
): fc.Arbitrary<Record<string, unknown>> {
  const fields = shape.fields.map(({ name, shape, required, nullable }) => {
    const value = validOf(shape, making, [...path, name])
    if (required || making.full) return [name, value] as const
    const absent = { weight: 2, arbitrary: fc.constant(undefined) }
    const nothing = { weight: 1, arbitrary: fc.constant(null) }
    const sent = { weight: 3, arbitrary: value }
    return [name, fc.oneof(...(nullable ? [sent, absent, nothing] : [sent, absent]))] as const
  })
  return fc
    .record(Object.fromEntries(fields), { noNullPrototype: true })
    .map((body) =>
      Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
    )
}

function listOf(shape: ListShape, making: Making, path: readonly string[]) {
  const item = [...path, '*']
  if (making.full && shape.of.kind === 'choice') {
    return fc.tuple(...shape.of.options.map((option) => validOf(option, making, item)))
  }
  const maxLength = Math.min(shape.max, Math.max(shape.min, 3))
  const minLength = Math.max(shape.min, making.full ? Math.min(1, shape.max) : 0)
  const items = validOf(shape.of, making, item)
  return shape.unique
    ? fc.uniqueArray(items, { minLength, maxLength, selector: nameOf })
    : fc.array(items, { minLength, maxLength })
}

const nameOf = (item: unknown): unknown => (item as { name?: unknown }).name ?? item

/** The letters of generated texts: scripts, directions, joiners, astral characters, and programming syntax. */
const LETTERS = [
  ...'abcXYZ019 .,-_éßñ中文日ひأبجשלום',
  ...'😀👩🏽‍🚀𝒳\u{10ffff}',
  ...'\u202e\u2066\u200d\u0301\ufe0f\ufeff\u2028\u00a0\ufffd',
  ...'\'"`\\/<>&{}[]()|;:%*?$#@!=+~^',
  ...'\t\n\r\u0001\u001b\u007f\u0085',
]

/** A text of exactly `length` code points; 0 gives the simplest one. */
export function textFrom(length: number, seed: number): string {
  let state = seed
  let text = ''
  for (let count = 0; count < length; count += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += seed === 0 ? 'a' : LETTERS[(state >>> 8) % LETTERS.length]
  }
  return text
}

const MANY = 3000

const matchers = new Map<string, fc.Arbitrary<string>>()

/** Texts that match a pattern, cached: recreating them for every body took a tenth of the tests' time. */
function matching(pattern: RegExp): fc.Arbitrary<string> {
  const known = matchers.get(String(pattern))
  if (known) return known
  const made = fc.stringMatching(pattern)
  matchers.set(String(pattern), made)
  return made
}

function textOf(shape: TextShape, path: readonly string[]): fc.Arbitrary<string> {
  assertNoRules(shape, path)
  if (shape.format === 'email') return fc.emailAddress().filter((text) => text.length <= shape.max)
  if (shape.pattern) {
    const fits = (text: string) => text.length >= shape.min && text.length <= shape.max
    return matching(shape.pattern).filter((text) => fits(text) && isThere(text, shape))
  }
  const least = Math.max(shape.min, shape.blank ? 0 : 1)
  const most = Math.min(shape.max, MANY)
  const length = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: least, max: Math.min(most, least + 20) }) },
    { weight: 1, arbitrary: fc.constantFrom(least, most, Math.max(least, most - 1)) },
  )
  return fc
    .tuple(length, fc.nat())
    .map(([length, seed]) => textFrom(length, seed))
    .map((text) => (isThere(text, shape) ? text : `a${[...text].slice(1).join('')}`))
}

/** Rejects rules written as code, which cannot be derived from the schema. */
function assertNoRules({ rules }: TextShape | NumberShape, path: readonly string[]): void {
  if (rules.length > 0)
    throw new Error(`${path.join('.')} has rules of its own (${rules.join(' ')}): it needs a hint`)
}

const isThere = (text: string, { blank }: TextShape) => blank || text.trim() !== ''

function numberOf(shape: NumberShape, path: readonly string[]): fc.Arbitrary<number> {
  assertNoRules(shape, path)
  const { whole, min, max } = shape
  const inside = whole
    ? fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) })
    : fc.double({ min, max, noNaN: true })
  return fc.oneof(fc.constantFrom(min, max), inside)
}

const NAMES = ['constructor', 'toString', 'prototype', 'hasOwnProperty', '', 'a.b', '$&', '😀', '0']

const jsonName = fc.oneof(
  fc.constantFrom(...NAMES),
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.nat())
    .map(([length, seed]) => textFrom(length, seed)),
)
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, -1.5, 1e21, 'text', ''),
    fc.nat().map((seed) => textFrom(seed % 9, seed)),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(jsonName, tie('json'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))

const URLS = [
  'https://example.com',
  'http://127.0.0.1:8080/hook?a=1&b=%20#part',
  'https://EXAMPLE.com:8443/Path//with/./dots',
  'https://xn--bcher-kva.example.com/',
  'https://bücher.example.com/ü',
  'http://[::1]:9/',
  `https://example.com/${'x'.repeat(2048 - 'https://example.com/'.length)}`,
]

const TIMEZONES = [
  'UTC',
  'Europe/Berlin',
  'US/Pacific',
  'europe/paris',
  'Asia/Kathmandu',
  'Etc/GMT+5',
]

const SCALARS = {
  uuid: fc.uuid(),
  url: fc.constantFrom(...URLS),
  timezone: fc.constantFrom(...TIMEZONES),
  day: fc
    .date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  flag: fc.constantFrom(true, false, 0, 1),
  boolean: fc.boolean(),
  'json object': fc.dictionary(jsonName, json, { maxKeys: 4, noNullPrototype: true }),
  anything: json,
} as const
