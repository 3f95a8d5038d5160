import fc from 'fast-check'
import { allEndpoints, type NamedEndpoint } from '#contracts/all.ts'
import { inEnglish } from '#contracts/catalogues.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { type ErrorCode, faultOfRefusal, statusOf } from '#contracts/errors.ts'
import type { Fault } from '#contracts/faults.ts'
import type { Chance } from './chance.ts'
import { paramsOf } from './probe.ts'
import { createCaller, credentialsFor, isJson, noFigures } from './run.ts'
import { type Answer, JSON_TYPE } from './wire.ts'
import type { World } from './world.ts'
import { WRITERS } from './writers.ts'

/*
 * Requests that reach an endpoint with arbitrary content: ids, queries, headers and bodies that no client of
 * ours sends.
 */

/** Path and query values. Not 1, which is the key making the requests. */
const WORDS = [
  ...[
    '0',
    '-1',
    '2',
    '1e9',
    '9007199254740993',
    '1.5',
    'x',
    '',
    ' ',
    '%00',
    '%ff',
    '%ED%A0%80',
    '%',
  ],
  ...['..', '../..', '%2f', "' OR 1=1--", '%25', '_', '*', '{}', '[]', 'null', 'true', 'NaN', '١'],
  ...['018f4e3c-7b1a-7000-8000-000000000000', 'a'.repeat(3000), '😀', '2024-02-30', '2024-02-29'],
]

const HEADERS: readonly (readonly [string, string])[] = [
  ['authorization', 'Bearer x'],
  ['authorization', 'Basic eDp5'],
  ['cookie', 'parley_session=x; parley_session=y'],
  ['origin', 'https://evil.test'],
  ['origin', 'null'],
  ['origin', 'http://[::1'],
  ['content-type', 'text/plain'],
  ['content-type', 'text/csv'],
  ['content-type', 'application/json; charset=latin1'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'multipart/form-data'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br'],
  ['content-encoding', 'zstd'],
  ['accept', 'text/html'],
  ['accept-encoding', 'br;q=x'],
  ['x-forwarded-for', '1, 2, \u00ff'],
  ['x-forwarded-host', 'evil.test'],
  ['last-event-id', '-1'],
  ['idempotency-key', 'k'.repeat(2000)],
  ['idempotency-key', ''],
  ['if-none-match', '*'],
  ['range', 'bytes=0-0,1-1'],
]

/** JSON that fits nowhere. */
const LEAVES = [
  ...[
    'null',
    'true',
    '0',
    '-0',
    '-1',
    '1.5',
    '1e400',
    '9007199254740993',
    '""',
    '"x"',
    '" "',
    '{}',
    '[]',
  ],
  ...[
    '"\\u0000"',
    '"\\ud800"',
    '"\\u202e"',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"a":1}}',
    '[null]',
  ],
  ...[
    '"2024-02-29"',
    '"true"',
    '{"$gt":0}',
    `"${'y'.repeat(5000)}"`,
    `${'['.repeat(40)}${']'.repeat(40)}`,
  ],
  ...[
    '[[[[[[]]]]]]',
    '{"a":{"b":{"c":{}}}}',
    '"https://example.com"',
    '"javascript:x"',
    '[1,"a",{}]',
  ],
]

interface Aim extends NamedEndpoint {
  readonly bodies: readonly Record<string, unknown>[]
}

/** All targets: every endpoint except the streams, which never end. */
function aimsIn(world: World): Aim[] {
  return allEndpoints
    .filter(({ endpoint }) => !endpoint.stream)
    .map((named) => {
      const writer = WRITERS[named.name]
      if (!named.endpoint.body || !writer) return { ...named, bodies: [{}] }
      const caller = createCaller({ world, ...named, writer, figures: noFigures() })
      return { ...named, bodies: fc.sample(caller.bodies(true), { numRuns: 5, seed: 1 }) }
    })
}

/** One request to a target with something invalid about it. */
function wildRequest(world: World, aims: readonly Aim[], chance: Chance) {
  const { name, endpoint, bodies } = chance.pick(aims)
  const own = paramsOf(world, { name })
  const params = endpoint.path.replace(/:(\w+)/g, (_, part: string) =>
    chance.below(4) === 0 ? encoded(chance.pick(WORDS)) || 'x' : (own[part] ?? 'x'),
  )
  const names = [...Object.keys(endpoint.query?.shape ?? {}), 'page[]', '__proto__', 'x']
  const query = Array.from(
    { length: chance.below(4) },
    () => `${chance.pick(names)}=${encoded(chance.pick(WORDS))}`,
  ).join('&')
  const more = chance.below(4) === 0 ? Object.fromEntries([chance.pick(HEADERS)]) : {}
  const body = bodyOf(endpoint, chance.pick(bodies), chance)
  const credentials = credentialsFor(world, endpoint, WRITERS[name]?.as)
  return {
    name,
    endpoint,
    target: `/api${params}${query && `?${query}`}`,
    headers: { ...body?.headers, ...credentials, ...more } as Record<string, string>,
    ...(body && { body: body.text }),
  }
}

interface WildBody {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A body of any kind that an endpoint takes, corrupted. */
function bodyOf(endpoint: AnyEndpoint, body: object, chance: Chance): WildBody | undefined {
  if (endpoint.method === 'get') return undefined
  const isOther = chance.below(2) === 0
  if (endpoint.csv && isOther) {
    const rows = Reflect.get(body, endpoint.csv) as readonly Record<string, unknown>[]
    return { headers: { 'content-type': 'text/csv' }, text: spoiledText(csvOf(rows), CSV, chance) }
  }
  if (endpoint.upload && isOther) {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    return { headers, text: spoiledText(formOf(endpoint.upload, chance), FORM, chance) }
  }
  return { headers: JSON_TYPE, text: spoiledJson({ ...body }, chance) }
}

/** Tokens with a meaning in CSV. */
const CSV = [
  '"',
  '""',
  ',',
  '\n',
  '\r\n',
  ';',
  '\ufeff',
  '\0',
  '__proto__',
  '=1+1',
  '{"a":',
  '-',
  '\t',
]

function csvOf(rows: readonly Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const cell = (value: unknown) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
    return `"${text.replaceAll('"', '""')}"`
  }
  return [names.join(), ...rows.map((row) => names.map((name) => cell(row[name])).join())].join(
    '\n',
  )
}

/** Tokens with a meaning in a multipart form. */
const FORM = [
  '--b',
  '--b--',
  '\r\n',
  '\r\n\r\n',
  '"',
  ';',
  'name=',
  'filename=',
  '\0',
  "filename*=utf-8''%ff",
]

const FILES = [
  ['a.txt', 'text'],
  ['a.pdf', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj trailer<</Root 1 0 R>>'],
  ['a.docx', 'PK\u0003\u0004\u0014'],
  ['a.html', '<p>Hello<script>x</script>'],
  ['a.csv', 'a,b\n1,2'],
  ['../../a.md', '# A'],
  ['', ''],
  ['a', 'x'],
  [`${'a'.repeat(300)}.txt`, '\u00ff\u00fe'],
] as const

function formOf(field: string, chance: Chance): string {
  const [name, content] = chance.pick(FILES)
  const type = chance.pick(['text/plain', 'application/pdf', 'x'])
  return `--b\r\nContent-Disposition: form-data; name="type"\r\n\r\ntxt\r\n--b\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--b--\r\n`
}

/** A text with up to three pieces inserted, removed or repeated. */
function spoiledText(text: string, pieces: readonly string[], chance: Chance): string {
  let spoiled = text
  for (let count = chance.below(4); count > 0; count -= 1) {
    const at = chance.below(spoiled.length + 1)
    const put = chance.pick([...pieces, '', text.slice(at, at + 30)])
    spoiled = `${spoiled.slice(0, at)}${put}${spoiled.slice(at + chance.below(6))}`
  }
  return spoiled
}

const encoded = (word: string): string =>
  word.startsWith('%') ? word : encodeURIComponent(word).replaceAll('%2F', '/')

/** A body with one to three values replaced, added or removed, and occasionally not JSON at all. */
function spoiledJson(body: Record<string, unknown>, chance: Chance): string {
  const copy = structuredClone(body)
  const marks: string[] = []
  for (let count = chance.below(3); count >= 0; count -= 1) {
    const mark = `\u2060${count}\u2060`
    replaceSomething(copy, mark, chance)
    marks.push(mark)
  }
  const json = marks.reduce(
    (text, mark) => text.replace(JSON.stringify(mark), () => chance.pick(LEAVES)),
    JSON.stringify(copy),
  )
  if (chance.below(10) > 0) return json
  const at = chance.below(json.length + 1)
  return `${json.slice(0, at)}${chance.pick(['', '\0', '"', '{', '\ufeff', '\\'])}${json.slice(at + chance.below(5))}`
}

function replaceSomething(target: object, mark: string, chance: Chance): void {
  const names = Object.keys(target)
  const name = names.length === 0 ? 'x' : chance.pick(names)
  const inner = Reflect.get(target, name) as unknown
  const goDeeper = typeof inner === 'object' && inner !== null && chance.below(3) > 0
  if (goDeeper) replaceSomething(inner, mark, chance)
  else if (chance.below(6) === 0 && !Array.isArray(target)) Reflect.deleteProperty(target, name)
  else Reflect.set(target, name, mark)
}

/** The result of a random run: the number of each status, and the errors. */
export interface WildRun {
  readonly statuses: Map<number, number>
  readonly wrong: string[]
}

/** Sends this many random requests, one after another. */
export async function runWild(world: World, runs: number, chance: Chance): Promise<WildRun> {
  const aims = aimsIn(world)
  const statuses = new Map<number, number>()
  const wrong: string[] = []
  for (let count = 0; count < runs; count += 1) {
    const request = wildRequest(world, aims, chance)
    const { endpoint, target, headers, body } = request
    const answer = await world.wire.send(endpoint.method.toUpperCase(), target, {
      headers,
      ...(body !== undefined && { body }),
    })
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const fault = wrongIn(answer, request)
    if (fault)
      wrong.push(`${fault} for ${endpoint.method} ${target} ${JSON.stringify(headers)} ${body}`)
  }
  return { statuses, wrong }
}

function wrongIn(answer: Answer, { endpoint }: Pick<Aim, 'endpoint'>): string | undefined {
  const { status, text } = answer
  const isStated = (endpoint.refusals ?? [])
    .map(faultOfRefusal)
    .some((refusal: Fault<ErrorCode>) => {
      const sentence = inEnglish.translate(refusal).trim()
      return statusOf(refusal.code) === status && text.includes(sentence)
    })
  if (status >= 500 && !isStated) return `${status} ${text}`
  if (!isJson(answer)) return `no JSON: ${status} ${text.slice(0, 200)}`
  if (status < 300 && !endpoint.reply.safeParse(JSON.parse(text)).success)
    return `the reply breaks its contract: ${text.slice(0, 300)}`
  return undefined
}
