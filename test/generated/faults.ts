import { type ListShape, type NumberShape, optionOf, type Shape, type TextShape } from './shape.ts'

/** A single error in a body, and the field that the response must name for it. */
export interface Fault {
  readonly path: readonly (string | number)[]
  readonly says: string
  /** The field in the response, with dots. */
  readonly key: string
  readonly wrong: Wrong
}

/** A value to send, JSON to send verbatim, or nothing. */
type Wrong = { readonly value: unknown } | { readonly raw: string } | 'missing'

/** Values rejected by custom rules, by the field's path (`headers.*.name`) or its name. */
export type BadValues = Readonly<Record<string, readonly unknown[]>>

/** An error in one value, before its position in the body is known. */
type Candidate = readonly [says: string, wrong: Wrong, below?: string]

const value = (says: string, value: unknown): Candidate => [says, { value }]
const raw = (says: string, text: string): Candidate => [says, { raw: text }]

/** Everything that can be wrong at one position of a valid body, one error each. */
export function* faultsIn(
  shape: Shape,
  sent: unknown,
  bad: BadValues = {},
  path: readonly (string | number)[] = [],
): Generator<Fault> {
  if (shape.kind === 'choice') yield* faultsIn(optionOf(shape, sent), sent, bad, path)
  if (shape.kind === 'list') yield* faultsOfItems(shape.of, sent as unknown[], bad, path)
  if (shape.kind !== 'object') return
  const body = sent as Record<string, unknown>
  for (const field of shape.fields) {
    const { name, required, nullable } = field
    const place = [...path, name]
    if (required) yield* at(place, [['missing', 'missing']])
    if (!nullable) yield* at(place, [value('null', null)])
    yield* at(place, wrongValues(field.shape, body[name], badAt(bad, place)))
    if (body[name] !== undefined && body[name] !== null)
      yield* faultsIn(field.shape, body[name], bad, place)
  }
}

function* faultsOfItems(
  shape: Shape,
  items: readonly unknown[],
  bad: BadValues,
  path: readonly (string | number)[],
): Generator<Fault> {
  for (const [index, item] of items.entries()) {
    const place = [...path, index]
    yield* at(place, [value('null', null), ...wrongValues(shape, item, badAt(bad, place))])
    yield* faultsIn(shape, item, bad, place)
  }
}

function badAt(bad: BadValues, path: readonly (string | number)[]): readonly unknown[] | undefined {
  const place = path.map((part) => (typeof part === 'number' ? '*' : part))
  return bad[place.join('.')] ?? bad[place.at(-1)!]
}

function* at(path: readonly (string | number)[], candidates: readonly Candidate[]) {
  for (const [says, wrong, below] of candidates) {
    const key = [...path, ...(below === undefined ? [] : [below])].join('.')
    yield { path, says, wrong, key }
  }
}

const NO_OBJECT = [
  value('a list', [1]),
  value('a text', 'x'),
  value('a number', 7),
  value('a flag', true),
]
const NO_TEXT = [
  value('a number', 7),
  value('a flag', true),
  value('a list', ['x']),
  value('an object', { a: 'x' }),
]

function wrongValues(shape: Shape, sent: unknown, own: readonly unknown[] = []): Candidate[] {
  const more = own.map((item) => value(`the value ${JSON.stringify(item).slice(0, 60)}`, item))
  return [...more, ...ofShape(shape, sent)]
}

function ofShape(shape: Shape, sent: unknown): readonly Candidate[] {
  switch (shape.kind) {
    case 'text':
      return wrongTexts(shape, sent)
    case 'number':
      return wrongNumbers(shape)
    case 'list':
      return [...NOT_A_LIST, ...tooMany(shape, sent)]
    case 'object':
    case 'choice':
      return NO_OBJECT
    case 'either':
      return NEITHER.filter(([kind]) => !shape.options.some((option) => option.kind === kind)).map(
        ([, candidate]) => candidate,
      )
    case 'anything':
      return []
    default:
      return FIXED[shape.kind]
  }
}

/** Values that fit only their own kind. */
const NEITHER: readonly (readonly [kind: Shape['kind'], candidate: Candidate])[] = [
  ['boolean', value('a flag', true)],
  ['list', value('a list', [1])],
  ['json object', value('an object', { a: 1 })],
]

const NOT_A_LIST = [
  value('a text', 'x'),
  value('a number', 7),
  value('a flag', true),
  value('an object', { a: 1 }),
]

function tooMany(shape: ListShape, sent: unknown): Candidate[] {
  const [item] = Array.isArray(sent) ? sent : []
  // A body that is too large is rejected for its size instead.
  if (item === undefined || shape.max * JSON.stringify(item).length > 500_000) return []
  const items = Array.from({ length: shape.max + 1 }, (_, index) =>
    shape.unique ? { ...item, name: `n${letters(index)}` } : item,
  )
  return [value('one item too many', items)]
}

const letters = (index: number): string =>
  [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

function wrongTexts(shape: TextShape, sent: unknown): Candidate[] {
  const limited = shape.max !== Number.POSITIVE_INFINITY
  const text = typeof sent === 'string' && sent.trim() !== '' ? sent : 'abc'
  const room = [...text].slice(0, Math.max(1, Math.min(shape.max, 1e6) - 1)).join('')
  return [
    ...NO_TEXT,
    value('a NUL', `${room}\0`),
    value('a high surrogate alone', `${room}\ud83d`),
    value('a low surrogate alone', `\ude00${room}`),
    ...(limited
      ? [
          value('a letter too many', 'x'.repeat(shape.max + 1)),
          value('an emoji too many', '😀'.repeat(shape.max + 1)),
        ]
      : []),
    ...(shape.min > 1 ? [value('a letter too few', 'x'.repeat(shape.min - 1))] : []),
    ...(shape.blank ? [] : [value('nothing', ''), value('only white space', ' \t\n\u00a0')]),
    ...(shape.format === 'email' ? EMAILS : []),
    ...(shape.pattern ? misfits(shape.pattern, shape) : []),
  ]
}

const EMAILS = ['nobody', '@example.com', 'a@', 'a b@example.com', 'a@example.com\n'].map((text) =>
  value('no address', text),
)

function misfits(pattern: RegExp, { min, max }: TextShape): Candidate[] {
  return ['Äb!', 'a-b ', '\nabc', 'abc\n', ' ', "'; --", '😀😀😀', '_Z9']
    .filter((text) => !pattern.test(text) && [...text].length >= min && [...text].length <= max)
    .map((text) => value('letters that do not belong', text))
}

function wrongNumbers({ whole, min, max }: NumberShape): Candidate[] {
  const step = whole ? 1 : Math.max(1e-12, Math.abs(max) * Number.EPSILON)
  return [
    value('digits as text', String(Math.max(min, 1))),
    value('nothing as text', ''),
    value('a flag', true),
    value('a list', [1]),
    value('an object', {}),
    raw('a number beyond all', '1e400'),
    raw('a number below all', '-1e400'),
    ...((Number.isSafeInteger(max) && Number.isSafeInteger(max + step)) || !whole
      ? [value('a little too much', max + step)]
      : [raw('a number that is not exact', '9007199254740993')]),
    ...(min > Number.MIN_SAFE_INTEGER && min > -1e300
      ? [value('a little too little', min - (whole ? 1 : step))]
      : []),
    ...(min > 0 ? [raw('minus zero', '-0')] : []),
    ...(whole ? [value('a fraction', Math.max(min, 0) + 0.5)] : []),
  ].filter(
    ([, wrong]) =>
      typeof wrong === 'string' || !('value' in wrong) || isOut(wrong.value, min, max, whole),
  )
}

const isOut = (candidate: unknown, min: number, max: number, whole: boolean): boolean =>
  typeof candidate !== 'number' ||
  candidate < min ||
  candidate > max ||
  (whole && !Number.isInteger(candidate))

const FIXED: Readonly<Record<FixedKind, readonly Candidate[]>> = {
  id: [
    value('zero', 0),
    value('a negative number', -1),
    value('a fraction', 1.5),
    value('a flag', true),
    value('a list', [1]),
    value('an operator', { $gt: 0 }),
    value('nothing as text', ''),
    value('zero as text', '0'),
    value('a space before', ' 1'),
    value('a line end after', '1\n'),
    value('a power as text', '1e0'),
    value('a base as text', '0x1'),
    value('a fraction as text', '1.0'),
    value('a sign as text', '+1'),
    value('digits of another script', '١'),
    value('too many digits', '99999999999999999'),
    value('2^53 as text', '9007199254740992'),
    raw('2^53 + 1', '9007199254740993'),
    raw('a number beyond all', '1e400'),
    raw('minus zero', '-0'),
  ],
  uuid: [
    ...NO_TEXT,
    value('no UUID', 'x'),
    value('a UUID and more', '018f4e3c-7b1a-7000-8000-000000000000 '),
    value('nothing', ''),
  ],
  url: [
    ...NO_TEXT,
    ...[
      '',
      'example.com',
      '//example.com',
      'http:example.com',
      'http:///x',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      'ftp://example.com',
      'https://a:b@example.com',
      'https://a@example.com',
      'https://example.com/\r\nX: y',
      'https://example.com/a b',
      ' https://example.com',
      'https://example.com:0/',
      'https://example.com:70000/',
      'https://example.com./',
      'https://ex\u0430mple.com/',
      'https://example.com/\0',
      'https://example.com/\ud800',
      `https://example.com/${'x'.repeat(2029)}`,
    ].map((url) => value('no good address', url)),
  ],
  timezone: [
    ...NO_TEXT,
    ...['', '  ', 'Mars/Phobos', '+05:00', '-08', 'UTC\0', 'Europe/Berlin ', 'x'.repeat(5000)].map(
      (zone) => value('no timezone', zone),
    ),
  ],
  day: [
    ...NO_TEXT,
    ...['', '2024-02-30', '0000-01-01', '10000-01-01', '2024-1-1', '2024-13-01', '24-01-01 '].map(
      (day) => value('no day', day),
    ),
  ],
  flag: [
    value('false as text', 'false'),
    value('true as text', 'true'),
    value('one as text', '1'),
    value('nothing as text', ''),
    value('two', 2),
    value('minus one', -1),
    value('a half', 0.5),
    value('a list', [true]),
    value('an object', {}),
  ],
  boolean: [value('false as text', 'false'), value('two', 2), value('a list', [true])],
  'one of': [
    value('another text', 'no such value'),
    value('nothing', ''),
    value('a number', 7),
    value('a flag', true),
    value('a list', []),
    value('an object', {}),
  ],
  'json object': [
    ...NO_OBJECT,
    value('a NUL inside', { a: ['\0'] }),
    value('a NUL in a name', { 'a\0': 1 }),
    value('a lone surrogate inside', { a: { b: '\ud800' } }),
    raw('a prototype', '{"__proto__":{"polluted":1}}'),
    raw('a prototype inside', '{"a":{"__proto__":{"polluted":1}}}'),
    ['a number beyond all inside', { raw: '{"a":1e400}' }, 'a'],
  ],
}

type FixedKind =
  | 'id'
  | 'uuid'
  | 'url'
  | 'timezone'
  | 'day'
  | 'flag'
  | 'boolean'
  | 'one of'
  | 'json object'

/** Invalid ids, as values and as text. */
export const WRONG_IDS: readonly unknown[] = FIXED.id.flatMap(([, wrong]) =>
  typeof wrong === 'string' ? [] : 'value' in wrong ? [wrong.value] : [wrong.raw],
)

/** The JSON of a body with an error in it. */
export function withFault(body: unknown, { path, wrong }: Fault): string {
  const mark = '\u2060raw\u2060'
  const copy = structuredClone(body)
  const inner = path
    .slice(0, -1)
    .reduce<Record<string | number, unknown>>(
      (target, name) => target[name] as Record<string | number, unknown>,
      copy as Record<string | number, unknown>,
    )
  const last = path.at(-1)!
  if (wrong === 'missing') delete inner[last]
  else inner[last] = 'raw' in wrong ? mark : wrong.value
  const json = JSON.stringify(copy)
  return typeof wrong === 'object' && 'raw' in wrong
    ? json.replace(JSON.stringify(mark), () => wrong.raw)
    : json
}
