import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { credentialsFor, writingEndpoints } from '../../generated/run.ts'
import { objectShape } from '../../generated/shape.ts'
import { startWorld } from '../../generated/start-world.ts'
import { type Answer, JSON_TYPE } from '../../generated/wire.ts'
import { leastAssistant, type World } from '../../generated/world.ts'
import { everyNth } from '../../support/sample.ts'

/*
 * Group B of the threats: input. Limits are copied from the API description by hand, so that a contract that
 * deviates from it fails here. Each test is one row.
 */

type Sent = Readonly<Record<string, unknown>>

const ASSISTANT = '/api/user/assistant'

/** Posts JSON verbatim. */
const post = ({ wire }: World, target: string, body: string | Buffer, headers: object = {}) =>
  wire.send('POST', target, { headers: { ...JSON_TYPE, ...headers }, body })

/** Fields named by the response; null when it is a success. */
function named({ status, text }: Answer): string[] | null {
  if (status < 300) return null
  expect([status, text]).toEqual([422, text])
  return Object.keys(JSON.parse(text).errors).sort()
}

/** Creates an assistant with these fields changed; numbers may be given verbatim. */
async function create(made: World, change: Sent, written?: string): Promise<string[] | null> {
  const json = JSON.stringify({ ...leastAssistant(made.shared), ...change })
  return named(
    await post(
      made,
      ASSISTANT,
      json.replace('"<written>"', () => written ?? ''),
    ),
  )
}

/** The most recently created assistant. */
async function last(made: World): Promise<Sent> {
  const id = made.db.prepare('SELECT max(id) FROM assistants').pluck().get()
  return JSON.parse((await made.wire.send('GET', `/api/user/assistant/${id}`)).text)
}

describe('B1', () => {
  test.each([
    ['null', 'null', 422],
    ['a text', '"x"', 422],
    ['a list', '[]', 422],
    ['a number', '7', 422],
    ['half an object', '{bad', 400],
    ['a comma too many', '{"name":"x",}', 400],
    ['a byte order mark alone', '\ufeff', 422],
    ['a comment', '{"name":"x"/* */}', 400],
    ['single quotes', "{'name':'x'}", 400],
    ['NaN', '{"name":NaN}', 400],
    ['nothing', '', 422],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le'), 400],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
  ])('a body that is %s is rejected in JSON by every endpoint', async (_, body, status) => {
    const made = await startWorld()
    for (const { name, endpoint } of everyNth(20, writingEndpoints())) {
      // A body without required fields may be an empty object.
      if (status === 422 && objectShape(endpoint.body!).fields.every(({ required }) => !required))
        continue
      const target = `/api${endpoint.path.replace(/:\w+/g, '1')}`
      const headers = { ...JSON_TYPE, ...credentialsFor(made, endpoint) }
      const method = endpoint.method.toUpperCase()
      const answer = await made.wire.send(method, target, { headers, body })
      const { message, error } = JSON.parse(answer.text)
      expect([name, answer.status, typeof (message ?? error)]).toEqual([
        name,
        // An invalid path is detected first.
        endpoint.params && status === 422 ? expect.any(Number) : status,
        'string',
      ])
      expect(answer.status).toBeLessThan(500)
    }
  })

  test('a byte order mark before valid JSON, and a duplicate name, are accepted as JSON parsers do', async () => {
    const made = await startWorld()
    expect((await post(made, '/api/user/api-keys', '\ufeff{"name":"bom"}')).status).toBe(201)
    const twice = await post(made, '/api/user/api-keys', '{"name":"first","name":"second"}')
    expect(JSON.parse(twice.text).api_key.name).toBe('second')
  })
})

describe('B2', () => {
  test('nesting, size and encodings have their own errors, and no bomb fills the memory', async () => {
    const made = await startWorld()
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const nested = await post(made, ASSISTANT, `{"variables":{"a":${deep}}}`)
    expect(named(nested)).toEqual(['body'])
    expect(JSON.parse(nested.text).message).toBe('Validation failed')
    const limit = made.server.context.config.limits.bodyBytes
    const ofSize = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`
    expect((await post(made, '/api/user/api-keys', ofSize(limit))).status).toBe(422)
    expect((await post(made, '/api/user/api-keys', ofSize(limit + 1))).status).toBe(413)
    const zstd = await post(made, '/api/user/api-keys', '{}', { 'content-encoding': 'zstd' })
    expect(zstd.status).toBe(415)

    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
    const before = process.memoryUsage().rss
    for (let count = 0; count < 20; count += 1) {
      const answer = await post(made, '/api/user/api-keys', bomb, { 'content-encoding': 'gzip' })
      expect(answer.status).toBe(413)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
  })

  test('thirty-two levels are stored, and one more is rejected', async () => {
    const made = await startWorld()
    // The body is the first level, `variables` the second.
    const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
    expect(await create(made, { variables: nested(31) })).toBeNull()
    expect((await last(made))['variables']).toEqual(nested(31))
    expect(await create(made, { variables: nested(32) })).toEqual(['body'])
  })
})

describe('B3', () => {
  test.each(['variables', 'widget_settings'])('%s keep every name but __proto__', async (field) => {
    const made = await startWorld()
    const odd = { constructor: { prototype: { polluted: 1 } }, toString: 'x', hasOwnProperty: null }
    expect(await create(made, { [field]: odd })).toBeNull()
    expect((await last(made))[field]).toEqual(odd)
    for (const name of ['"__proto__":{"polluted":1}', '"a":[{"__proto__":{"polluted":1}}]']) {
      expect(await create(made, { [field]: '<written>' }, `{${name}}`)).toEqual([field])
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('unknown names in a body are ignored, whatever they are', async () => {
    const made = await startWorld()
    const json = JSON.stringify(leastAssistant(made.shared)).slice(0, -1)
    const more =
      '"__proto__":{"name":"x"},"constructor":1,"filler_config":{"__proto__":{"a":["x"]}}}'
    expect((await post(made, ASSISTANT, `${json},${more}`)).status).toBe(201)
    const { name, filler_config } = (await last(made)) as { name: string; filler_config: object }
    expect([name, Object.keys(filler_config).sort()]).toEqual([
      'Helper',
      ['negative', 'neutral', 'positive', 'question'],
    ])
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })
})

/** Texts that are hard to count and to store, each one code point. */
const HARD = ['x', '😀', '\u{10ffff}', '\u202e', '\u200d', '\u0301', '\ufeff', '﷽', '\u2028', '中']

describe('B4', () => {
  const texts: readonly (readonly [field: string, max: number])[] = [
    ['name', 255],
    ['initial_message', 200],
    ['reengagement_prompt', 1000],
    ['voice_mail_message', 1000],
  ]

  test.each(texts)(
    '%s accepts %i code points of any kind, and not one more',
    async (field, max) => {
      const made = await startWorld()
      for (const letter of HARD) {
        const full = `a${letter.repeat(max - 1)}`
        expect([letter, await create(made, { [field]: full })]).toEqual([letter, null])
        const [kept] = made.db
          .prepare(`SELECT ${field} FROM assistants ORDER BY id DESC LIMIT 1`)
          .pluck()
          .all()
        expect(kept).toBe(full)
        expect(await create(made, { [field]: `${full}${letter}` })).toEqual([field])
      }
      for (const broken of ['a\0b', 'a\ud800', '\udc00a', '\ude00\ud83d'])
        expect(await create(made, { [field]: broken })).toEqual([field])
    },
  )

  test('a text message accepts 300 code points, and extraction fields 16 and 255', async () => {
    const made = await startWorld()
    const sms = (body: string) =>
      post(
        made,
        '/api/user/sms',
        JSON.stringify({ from: made.owner.things['phone number'], to: '+4930123456', body }),
      )
    expect((await sms('😀'.repeat(300))).status).toBe(200)
    expect(named(await sms('😀'.repeat(301)))).toEqual(['body'])
    const extract = (name: string, description: string) =>
      create(made, { post_call_schema: [{ name, description, type: 'string' }] })
    expect(await extract('a'.repeat(16), '😀'.repeat(255))).toBeNull()
    expect(await extract('a'.repeat(17), 'abc')).toEqual(['post_call_schema.0.name'])
    expect(await extract('abc', '😀'.repeat(256))).toEqual(['post_call_schema.0.description'])
  })
})

test('B5 a value of another type is rejected, and null for an optional field counts as omitted', async () => {
  const made = await startWorld()
  const wrong: readonly (readonly [string, unknown])[] = [
    ...['record', 'fillers', 'is_webhook_active', 'tts_emotion_enabled'].flatMap((field) =>
      ['false', 'true', '1', '0', 2, -1, 'yes', [], {}].map((value) => [field, value] as const),
    ),
    ...['speech_speed', 'llm_temperature'].flatMap((field) =>
      ['0.7', '1', true, [1], {}, ''].map((value) => [field, value] as const),
    ),
    ...['max_duration', 'ringing_time', 'min_interrupt_words'].flatMap((field) =>
      ['5', '60', 20.5, true, [30], ''].map((value) => [field, value] as const),
    ),
    ...['name', 'initial_message', 'timezone'].flatMap((field) =>
      [7, true, ['x'], { a: 1 }].map((value) => [field, value] as const),
    ),
  ]
  for (const [field, value] of wrong)
    expect([field, value, await create(made, { [field]: value })]).toEqual([field, value, [field]])
  const { body } = allEndpoints.find(({ name }) => name === 'createAssistant')!.endpoint
  const optional = objectShape(body!).fields.filter(({ required }) => !required)
  expect(optional.length).toBeGreaterThan(40)
  for (const { name } of optional) {
    if (name === 'llm_model_id') continue
    expect([name, await create(made, { [name]: null })]).toEqual([name, null])
    const defaults = await last(made)
    expect(await create(made, {})).toBeNull()
    const { id: _, uuid: __, created_at: ___, updated_at: ____, ...same } = await last(made)
    expect(defaults).toMatchObject(same)
  }
})

describe('B6', () => {
  /** Limits of docs/spec/api.md. */
  const numbers: readonly (readonly [field: string, min: number, max: number, whole: boolean])[] = [
    ['turn_detection_threshold', 0, 1, false],
    ['voice_stability', 0, 1, false],
    ['voice_similarity', 0, 1, false],
    ['speech_speed', 0.7, 1.2, false],
    ['llm_temperature', 0, 1, false],
    ['ambient_sound_volume', 0, 1, false],
    ['endpoint_sensitivity', 0, 5, false],
    ['interrupt_sensitivity', 0, 5, false],
    ['max_duration', 20, 1200, true],
    ['max_silence_duration', 1, 360, true],
    ['max_initial_silence_duration', 1, 120, true],
    ['ringing_time', 1, 60, true],
    ['reengagement_interval', 7, 600, true],
    ['min_interrupt_words', 0, 10, true],
    ['conversation_inactivity_timeout', 1, 1440, true],
  ]

  test.each(numbers)('%s is from %d to %d', async (field, min, max, whole) => {
    const made = await startWorld()
    const step = whole ? 1 : 1e-9
    for (const value of [min, max, (min + max) / 2].map((value) =>
      whole ? Math.ceil(value) : value,
    )) {
      expect([value, await create(made, { [field]: value })]).toEqual([value, null])
      const kept = made.db
        .prepare(`SELECT ${field} FROM assistants ORDER BY id DESC LIMIT 1`)
        .pluck()
        .get()
      expect(kept).toBe(value)
    }
    const beyond = [
      '1e400',
      '-1e400',
      '1e308',
      '-1',
      '9007199254740993',
      ...(min > 0 ? ['-0'] : []),
    ]
    for (const written of [String(min - step), String(max + step), ...beyond])
      expect([written, await create(made, { [field]: '<written>' }, written)]).toEqual([
        written,
        [field],
      ])
    if (min === 0) expect(await create(made, { [field]: '<written>' }, '-0')).toBeNull()
    if (whole) expect(await create(made, { [field]: max - 0.5 })).toEqual([field])
  })

  test.each([
    ['collect_keypad', 'timeout', 1, 30, {}],
    [
      'warm_call_transfer',
      'hold_music_volume',
      0,
      100,
      { supervisor_phone: '+1', description: 'x' },
    ],
  ])('%s has %s from %i to %i', async (type, field, min, max, fields) => {
    const made = await startWorld()
    const tool = (value: number) => ({
      tools: [
        { type, ...fields, outbound_phone_id: made.owner.things['phone number'], [field]: value },
      ],
    })
    for (const value of [min, max]) expect(await create(made, tool(value))).toBeNull()
    for (const value of [min - 1, max + 1, min + 0.5])
      expect(await create(made, tool(value))).toEqual([`tools.0.${field}`])
  })
})

describe('B7', () => {
  test.each<[string, Sent, string[]]>([
    ['a pipeline without its model', { llm_model_id: null }, ['llm_model_id']],
    [
      'a multimodal assistant without its model',
      { mode: 'multimodal', voice_id: '<multimodal>' },
      ['multimodal_model_id'],
    ],
    ['a dualplex assistant without its model', { mode: 'dualplex' }, ['multimodal_model_id']],
    [
      'prompt knowledge in a multimodal assistant',
      {
        mode: 'multimodal',
        voice_id: '<multimodal>',
        multimodal_model_id: 1,
        knowledgebase_mode: 'prompt',
      },
      ['knowledgebase_mode'],
    ],
    [
      'a dualplex assistant that may not be interrupted',
      { mode: 'dualplex', multimodal_model_id: 1, allow_interruptions: false },
      ['allow_interruptions'],
    ],
    ['a webhook without address', { is_webhook_active: true }, ['webhook_url']],
    ['a voice of another engine', { voice_id: '<multimodal>' }, ['voice_id']],
    [
      'a voice of another engine, the other way round',
      { mode: 'multimodal', multimodal_model_id: 1 },
      ['voice_id'],
    ],
    [
      'a Caller ID number that is to be answered',
      { type: 'inbound', phone_number_id: '<caller id>' },
      ['phone_number_id'],
    ],
    [
      'a number that another assistant answers',
      { type: 'inbound', phone_number_id: '<taken>' },
      ['phone_number_id'],
    ],
    [
      'everything at once',
      { llm_model_id: null, is_webhook_active: true, name: '', max_duration: 5 },
      ['llm_model_id', 'max_duration', 'name', 'webhook_url'],
    ],
  ])('%s is rejected and names what is wrong', async (_, change, errors) => {
    const made = await startWorld()
    const number = made.owner.things['phone number'] as number
    expect(await create(made, { type: 'inbound', phone_number_id: number })).toBeNull()
    const insert = made.db.prepare<[], number>(
      "INSERT INTO phone_numbers (user_id, phone_number, country_code, type, created_at) VALUES (1, '+13125550100', 'US', 'caller_id', 1) RETURNING id",
    )
    const ids: Sent = {
      '<multimodal>': made.shared.voices.multimodal[0],
      '<caller id>': insert.pluck().get(),
      '<taken>': number,
    }
    const fields = Object.entries(change).map(([name, value]) => [
      name,
      ids[String(value)] ?? value,
    ])
    expect(await create(made, Object.fromEntries(fields))).toEqual(errors)
  })
})

test('B8 of many concurrent requests for one number exactly one gets it', async () => {
  const made = await startWorld()
  const body = JSON.stringify({
    ...leastAssistant(made.shared),
    type: 'inbound',
    phone_number_id: made.owner.things['phone number'],
  })
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(made, ASSISTANT, body)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array(7).fill(422)])
  for (const answer of answers.filter(({ status }) => status === 422))
    expect(named(answer)).toEqual(['phone_number_id'])
  // The database itself enforces it, whatever the code above it assumes.
  expect(() =>
    made.db
      .prepare("UPDATE assistants SET type = 'inbound', phone_number_id = ? WHERE id = 1")
      .run(made.owner.things['phone number']),
  ).toThrow(/UNIQUE constraint failed: assistants.phone_number_id/)
})

test('B9 extraction fields have valid names, and their number is limited', async () => {
  const made = await startWorld()
  const extract = (names: readonly string[]) =>
    create(made, {
      post_call_schema: names.map((name) => ({ name, type: 'string', description: 'abc' })),
    })
  for (const name of ['Ab_', 'ab', 'a'.repeat(17), 'a-b', 'a b', 'äbc', 'abc\n', '', '日本語'])
    expect([name, await extract([name])]).toEqual([name, ['post_call_schema.0.name']])
  const many = Array.from({ length: 10_000 }, (_, index) => `field_${index}`)
  expect(await extract(many.slice(0, 100))).toBeNull()
  expect(await extract(many.slice(0, 101))).toEqual(['post_call_schema'])
  expect(await extract(many)).toEqual(['post_call_schema'])
})

test.each([
  ['UTC', null],
  ['utc', null],
  ['US/Pacific', null],
  ['europe/paris', null],
  ['Mars/Phobos', ['timezone']],
  ['', ['timezone']],
  ['+05:00', ['timezone']],
  ['-08', ['timezone']],
  ['UTC\0', ['timezone']],
  ['x'.repeat(10_000), ['timezone']],
])('B10 the timezone %j', async (timezone, errors) => {
  const made = await startWorld()
  expect(await create(made, { timezone })).toEqual(errors)
  if (errors === null) expect((await last(made))['timezone']).toBe(timezone)
})

test('B11 an address is http or https, absolute, plain and without credentials', async () => {
  const made = await startWorld()
  const bad = [
    ...['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'ftp://example.com', 'x'],
    ...['//example.com', 'http:example.com', 'http:/example.com', 'http:///x', 'http://', 'https:'],
    ...['https://a:b@example.com', 'https://a@example.com', 'https://@example.com', 'https://:@x'],
    ...['https://example.com/\r\nX-Evil: 1', 'https://exam\nple.com', 'https://example.com/\t'],
    ...['https://example.com:0/', 'https://example.com:70000/', 'https://example.com:x/'],
    ...[
      'https://example.com./',
      'https://ex\u0430mple.com',
      'https://exampl\u03b5.com',
      ' http://x',
    ],
    ...['http://exa%6dple.com', 'http:\\\\example.com', `https://example.com/${'x'.repeat(8192)}`],
  ]
  const good = [
    'http://127.0.0.1:8080/x',
    'https://bücher.example.com/',
    'https://[::1]/',
    'HTTP://X',
  ]
  for (const field of ['webhook_url', 'conversation_ended_webhook_url']) {
    for (const url of bad)
      expect([url, await create(made, { [field]: url })]).toEqual([url, [field]])
    for (const url of good) expect([url, await create(made, { [field]: url })]).toEqual([url, null])
  }
})

test('B12 database metacharacters are ordinary characters', async () => {
  const made = await startWorld()
  const words = [
    "' OR 1=1--",
    '%',
    '_',
    '*',
    '"; DROP TABLE calls;--',
    "')",
    '$ne',
    '*)(uid=*',
    '\\',
  ]
  for (const word of words) {
    const value = encodeURIComponent(word)
    const calls = await made.wire.send('GET', `/api/user/calls?phone_number=${value}`)
    expect([word, JSON.parse(calls.text).total]).toEqual([word, 0])
    const sms = await made.wire.send('GET', `/api/user/sms?to=${value}`)
    expect([word, JSON.parse(sms.text).total]).toEqual([word, 0])
    for (const filter of ['type', 'status', 'date_from', 'assistant_id', 'campaign_id'])
      expect((await made.wire.send('GET', `/api/user/calls?${filter}=${value}`)).status).toBe(422)
    expect(await create(made, { name: word, system_prompt: word })).toBeNull()
    expect(await last(made)).toMatchObject({ name: word, system_prompt: word })
  }
  expect(JSON.parse((await made.wire.send('GET', '/api/user/calls')).text).total).toBe(1)
})

test('B13 no endpoint returns CSV on request; where one does, cells starting with = + - @ must be escaped', async () => {
  const made = await startWorld()
  const reads = allEndpoints.filter(({ endpoint }) => endpoint.method === 'get' && !endpoint.stream)
  for (const { name, endpoint } of everyNth(20, reads)) {
    const target = `/api${endpoint.path.replace(/:\w+/g, '1')}`
    const headers = { accept: 'text/csv' }
    const answer = await made.wire.send('GET', target, { headers })
    expect([name, answer.headers['content-type']]).toEqual([
      name,
      'application/json; charset=utf-8',
    ])
  }
})
