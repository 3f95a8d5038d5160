import { expect, test } from 'vitest'
import { listAssistants } from '#contracts/assistants.ts'
import { assistantBody, assistantRow, MODES, send, withRaw } from '../support/assistants.ts'
import { startServer, type TestServer } from '../support/server.ts'

/*
 * Create assistant, field by field (docs/spec/api.md, endpoint 4): the values each field accepts and rejects,
 * and that an error names only that field.
 */

/** JSON to send for one field, verbatim; the error that rejects it, or null when it is accepted. */
type Row = readonly [json: string, refusal: string | null]

/** Sends every row of a field and expects its outcome. */
async function expectRows(server: TestServer, field: string, rows: readonly Row[], more = {}) {
  const body = { ...(await assistantBody(server)), ...more }
  const outcomes: [string, unknown][] = []
  for (const [json] of rows) {
    const answer = await send(server, 'POST', '/user/assistant', withRaw(body, field, json))
    outcomes.push([json, answer.status === 201 ? null : answer.body])
  }
  const name = field.replaceAll('_', ' ')
  expect(outcomes).toEqual(
    rows.map(([json, refusal]) => [
      json,
      refusal && {
        message: 'Validation failed',
        errors: { [field]: [refusal.replace('…', name)] },
      },
    ]),
  )
}

const NUMBER = 'The … must be a number.'
const INTEGER = 'The … must be an integer.'
const FLAG = 'The … field must be true or false.'
const STRING = 'The … must be a string.'
const REQUIRED = 'The … field is required.'
const SELECTED = 'The selected … is invalid.'

test.each([
  ['turn_detection_threshold', 0, 1],
  ['voice_stability', 0, 1],
  ['voice_similarity', 0, 1],
  ['speech_speed', 0.7, 1.2],
  ['llm_temperature', 0, 1],
  ['endpoint_sensitivity', 0, 5],
  ['interrupt_sensitivity', 0, 5],
  ['ambient_sound_volume', 0, 1],
])('%s is a number from %d to %d inclusive', async (field, min, max) => {
  const outside = `The … must be between ${min} and ${max}.`
  await expectRows(await startServer(), field, [
    [`${min}`, null],
    [`${max}`, null],
    [`${(min + max) / 2}`, null],
    [`${min - 0.001}`, outside],
    [`${max + 0.001}`, outside],
    ['-1e-300', outside],
    ['1e400', NUMBER],
    ['-1e400', NUMBER],
    [`"${max}"`, NUMBER],
    ['true', NUMBER],
    ['[1]', NUMBER],
    ['null', null],
  ])
})

test.each([
  ['max_duration', 20, 1200],
  ['max_silence_duration', 1, 360],
  ['max_initial_silence_duration', 1, 120],
  ['ringing_time', 1, 60],
  ['reengagement_interval', 7, 600],
  ['min_interrupt_words', 0, 10],
  ['conversation_inactivity_timeout', 1, 1440],
  ['retention_days', 1, 3650],
])('%s is an integer from %d to %d inclusive', async (field, min, max) => {
  const outside = `The … must be between ${min} and ${max}.`
  await expectRows(await startServer(), field, [
    [`${min}`, null],
    [`${max}`, null],
    [`${max}.0`, null],
    [`${min - 1}`, outside],
    [`${max + 1}`, outside],
    [`${min}.5`, INTEGER],
    [`"${min}"`, INTEGER],
    ['1e400', INTEGER],
    ['1e15', outside],
    ['false', INTEGER],
    ['{}', INTEGER],
    ['null', null],
  ])
})

test('minus zero is stored and returned as zero', async () => {
  const server = await startServer()
  await expectRows(server, 'min_interrupt_words', [['-0', null]])
  await expectRows(server, 'llm_temperature', [['-0', null]])
  await expectRows(server, 'endpoint_sensitivity', [['-0.0', null]])
  const { text } = await send(server, 'GET', '/user/assistants')
  expect(text).toContain('"min_interrupt_words":0')
  expect(text).toContain('"llm_temperature":"0.00"')
  expect(text).toContain('"endpoint_sensitivity":0,')
  expect(text).not.toMatch(/[:"]-0/)
})

test.each([
  'tts_emotion_enabled',
  'allow_interruptions',
  'fillers',
  'record',
  'recording_notice',
  'enable_noise_cancellation',
  'wait_for_customer',
  'end_call_on_voicemail',
  'send_webhook_only_on_completed',
  'include_recording_in_webhook',
  'post_call_evaluation',
  'conversation_ended_retrigger',
  'is_webhook_active',
])('%s is a boolean, 0 or 1', async (field) => {
  const server = await startServer()
  const more = { webhook_url: 'https://example.com/hook' }
  const rows: Row[] = [
    ['true', null],
    ['1', null],
    ['false', null],
    ['0', null],
    ['null', null],
    ['"false"', FLAG],
    ['"true"', FLAG],
    ['"1"', FLAG],
    ['2', FLAG],
    ['[]', FLAG],
  ]
  await expectRows(server, field, rows, more)
  const columns = [2, 3, 4, 5].map((id) => Reflect.get(assistantRow(server, id), field))
  expect(columns).toEqual([1, 1, 0, 0])
})

test.each([
  ['voice_id', '1'],
  ['language_id', '1'],
  ['llm_model_id', '1'],
  ['multimodal_model_id', '1'],
  ['chat_llm_fallback_id', '1'],
  ['synthesizer_provider_id', '1'],
  ['transcriber_provider_id', '1'],
])('%s is a positive integer, or its digits as a string, and must exist', async (field, id) => {
  await expectRows(await startServer(), field, [
    [id, null],
    [`${id}.0`, null],
    [`"${id}"`, null],
    ['9999', SELECTED],
    ['9007199254740991', SELECTED],
    ['"9999"', SELECTED],
    ['9007199254740993', INTEGER],
    ['"9007199254740993"', INTEGER],
    ['"1e0"', INTEGER],
    ['" 1"', INTEGER],
    ['"+1"', INTEGER],
    ['""', INTEGER],
    ['0', INTEGER],
    ['-1', INTEGER],
    ['1.5', INTEGER],
    ['true', INTEGER],
    ['[1]', INTEGER],
    ['{"$gt":0}', INTEGER],
  ])
})

test.each([
  ['type', ['inbound', 'outbound'], true],
  ['mode', ['pipeline'], true],
  ['knowledgebase_mode', ['function_call', 'prompt'], false],
  ['endpoint_type', ['vad', 'ai'], false],
  ['ambient_sound', ['off', 'office', 'city', 'forest', 'crowded_room', 'cafe', 'nature'], false],
])('%s is one of its allowed values', async (field, words, isRequired) => {
  await expectRows(await startServer(), field, [
    ...words.map((word) => [`"${word}"`, null] as const),
    ['"x"', SELECTED],
    [`"${words[0]!.toUpperCase()}"`, SELECTED],
    ['"constructor"', SELECTED],
    ['""', SELECTED],
    ['1', SELECTED],
    ['null', isRequired ? REQUIRED : null],
  ])
})

test.each([
  ['name', 255, true],
  ['initial_message', 200, true],
  ['reengagement_prompt', 1000, false],
  ['voice_mail_message', 1000, false],
])('%s has at most %d characters, counted as code points', async (field, max, isRequired) => {
  const long = `The … must not be greater than ${max} characters.`
  await expectRows(await startServer(), field, [
    [JSON.stringify('😀'.repeat(max)), null],
    [JSON.stringify('😀'.repeat(max + 1)), long],
    [JSON.stringify('x'.repeat(max)), null],
    [JSON.stringify('x'.repeat(max + 1)), long],
    ['"\\u0000"', 'The … must be valid text.'],
    ['"\\ud83d"', 'The … must be valid text.'],
    ['7', STRING],
    ['["x"]', STRING],
    ['""', isRequired ? REQUIRED : null],
    ['" \\t "', isRequired ? REQUIRED : null],
    ['null', isRequired ? REQUIRED : null],
  ])
})

test('a prompt has no length limit of its own', async () => {
  await expectRows(await startServer(), 'system_prompt', [
    [JSON.stringify('x'.repeat(200_000)), null],
    ['"\\ud83d"', 'The … must be valid text.'],
    ['""', REQUIRED],
  ])
})

test('text is returned as stored, in any script', async () => {
  const server = await startServer()
  const name = ' \u202eRTL 👩‍👩‍👧 e\u0301 \u{1f600} \r\n\t{{name}} <b>"\\ '
  const variables = { [name]: [name, { constructor: { prototype: 1 }, toString: null, '': 1e300 }] }
  const body = { ...(await assistantBody(server)), name, system_prompt: name, variables }
  expect((await send(server, 'POST', '/user/assistant', body)).body.data.name).toBe(name)
  const { data } = await server.call(listAssistants)
  expect(data.at(-1)).toMatchObject({ name, system_prompt: name, variables })
})

test.each(['variables', 'widget_settings'])('%s is any JSON object', async (field) => {
  const server = await startServer()
  const unstorable = 'The … holds text that cannot be stored.'
  await expectRows(server, field, [
    ['{}', null],
    ['{"a":{"b":[1,null,true,"x"]}}', null],
    ['{"constructor":{"prototype":{"polluted":1}},"toString":"x"}', null],
    ['{"__proto__":{"polluted":1}}', unstorable],
    ['{"a":{"__proto__":{"polluted":1}}}', unstorable],
    ['{"a":"\\u0000"}', unstorable],
    ['{"\\ud83d":1}', unstorable],
    ['[]', null],
    ['[1]', 'The … must be an object.'],
    ['"{}"', 'The … must be an object.'],
    ['null', null],
  ])
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  const { data } = await server.call(listAssistants)
  const objects = data.map((one) => JSON.stringify(Reflect.get(one, field))).slice(1)
  expect(objects).toEqual([
    '{}',
    '{"a":{"b":[1,null,true,"x"]}}',
    '{"constructor":{"prototype":{"polluted":1}},"toString":"x"}',
    '{}',
    '{}',
  ])
})

test('a number beyond JSON’s range is rejected at its field', async () => {
  const server = await startServer()
  const json = withRaw(await assistantBody(server), 'variables', '{"a":1e400}')
  const { status, body } = await send(server, 'POST', '/user/assistant', json)
  expect([status, Object.keys(body.errors)]).toEqual([422, ['variables.a']])
})

test.each(['webhook_url', 'conversation_ended_webhook_url'])(
  '%s is an absolute web URL without credentials',
  async (field) => {
    const refusal = 'The … must be a valid URL.'
    const start = 'https://example.com/'
    const bad = [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      'ftp://example.com',
      '//example.com/x',
      'example.com',
      'https:example.com',
      'https://user@example.com',
      'https://user:secret@example.com/x',
      'https://example.com:0/',
      'https://example.com:70000/',
      'https://example.com./x',
      'https://exаmple.com/x',
      'https://example.com/\r\nHost: evil.example',
      'https://exa mple.com/',
      ' https://example.com/',
      start + 'x'.repeat(8192),
      start + 'x'.repeat(2049 - start.length),
      '',
    ]
    const good = [
      'https://example.com',
      'http://127.0.0.1:8080/hook?a=1#b',
      'HTTPS://EXAMPLE.com/ö',
      start + 'x'.repeat(2048 - start.length),
    ]
    await expectRows(await startServer(), field, [
      ...bad.map((url) => [JSON.stringify(url), refusal] as const),
      ...good.map((url) => [JSON.stringify(url), null] as const),
      ['7', STRING],
      ['null', null],
    ])
  },
)

test('a timezone is a name known to the runtime, stored as spelt', async () => {
  const server = await startServer()
  const refusal = 'The … must be a valid timezone.'
  await expectRows(server, 'timezone', [
    ['"UTC"', null],
    ['"utc"', null],
    ['"US/Pacific"', null],
    ['"Europe/paris"', null],
    ['"Mars/Phobos"', refusal],
    ['"+05:00"', refusal],
    ['"-03"', refusal],
    ['""', REQUIRED],
    ['null', REQUIRED],
    ['1', STRING],
  ])
  const { data } = await server.call(listAssistants)
  expect(data.slice(1).map(({ timezone }) => timezone)).toEqual([
    'UTC',
    'utc',
    'US/Pacific',
    'Europe/paris',
  ])
})

const schemaRows: [says: string, item: object, errors: Record<string, string> | null][] = [
  ['a name of 3', { name: 'a_1' }, null],
  ['a name of 16', { name: 'a'.repeat(16) }, null],
  ['a name of 2', { name: 'ab' }, { name: 'must be at least 3 characters.' }],
  ['a name of 17', { name: 'a'.repeat(17) }, { name: 'must not be greater than 16 characters.' }],
  [
    'a name with a dash',
    { name: 'a-bc' },
    { name: 'may only contain lowercase letters, digits and underscores.' },
  ],
  [
    'a name in capitals',
    { name: 'Abc' },
    { name: 'may only contain lowercase letters, digits and underscores.' },
  ],
  ['no name', { name: undefined }, { name: 'field is required.' }],
  ['a type of its own', { type: 'boolean' }, { type: 'selected' }],
  ['no type', { type: null }, { type: 'field is required.' }],
  ['a description of 3', { description: '😀😀😀' }, null],
  ['a description of 255', { description: '😀'.repeat(255) }, null],
  [
    'a description of 2',
    { description: '😀😀' },
    { description: 'must be at least 3 characters.' },
  ],
  [
    'a description of 256',
    { description: 'x'.repeat(256) },
    { description: 'must not be greater than 255 characters.' },
  ],
  ['no description', { description: '' }, { description: 'field is required.' }],
]

test('each item of post_call_schema is validated, and an error names the item’s field', async () => {
  const server = await startServer()
  const body = await assistantBody(server)
  const whole = { name: 'city', type: 'string', description: 'Where' }
  for (const [says, change, faults] of schemaRows) {
    const post_call_schema = [whole, { ...whole, ...change }]
    const answer = await send(server, 'POST', '/user/assistant', { ...body, post_call_schema })
    const expected =
      faults &&
      Object.fromEntries(
        Object.entries(faults).map(([field, rest]) => [
          `post_call_schema.1.${field}`,
          rest === 'selected'
            ? [`The selected post call schema.1.${field} is invalid.`]
            : [`The post call schema.1.${field} ${rest}`],
        ]),
      )
    expect([says, answer.body.errors ?? null]).toEqual([says, expected])
  }
})

test('lists have a maximum length, and exceeding it is a single error', async () => {
  const server = await startServer()
  const body = await assistantBody(server)
  const item = { name: 'city', type: 'string', description: 'Where' }
  const lists = {
    post_call_schema: item,
    tools: { type: 'end_call' },
    secondary_language_ids: 1,
    tool_ids: 1,
  }
  for (const [field, each] of Object.entries(lists)) {
    const answer = await send(server, 'POST', '/user/assistant', {
      ...body,
      [field]: Array(10_000).fill(each),
    })
    const sentence = `The ${field.replaceAll('_', ' ')} must not have more than 100 items.`
    expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [sentence] }])
  }
  const full = { ...body, post_call_schema: Array(100).fill(item) }
  expect((await send(server, 'POST', '/user/assistant', full)).status).toBe(201)
})

test.each([
  ['secondary_language_ids', 'secondary language ids'],
  ['tool_ids', 'tool ids'],
])('%s is a list of ids', async (field, name) => {
  const server = await startServer()
  await expectRows(server, field, [
    ['[]', null],
    ['null', null],
    ['1', 'The … must be an array.'],
    ['{"0":1}', 'The … must be an array.'],
  ])
  const json = withRaw(await assistantBody(server), field, '[true,"x"]')
  const { body } = await send(server, 'POST', '/user/assistant', json)
  expect(body.errors).toEqual({
    [`${field}.0`]: [`The ${name}.0 must be an integer.`],
    [`${field}.1`]: [`The ${name}.1 must be an integer.`],
  })
})

test('secondary languages keep their order, without duplicates', async () => {
  const server = await startServer()
  await expectRows(server, 'secondary_language_ids', [['[3,"2",3]', null]])
  const rows = server.context.db
    .prepare<[], object>('SELECT * FROM assistant_languages ORDER BY position')
    .all()
  expect(rows).toEqual([
    { assistant_id: 2, position: 0, language_id: 3 },
    { assistant_id: 2, position: 1, language_id: 2 },
  ])
})

test('omitted filler moods get the language’s phrases; an empty list stays empty', async () => {
  const server = await startServer()
  const german = 15
  const languages = await send(server, 'GET', '/user/assistants/languages')
  expect(languages.body[german - 1]).toEqual({ id: german, name: 'German', iso_2: 'de' })
  await expectRows(
    server,
    'filler_config',
    [
      ['null', null],
      ['{"positive":["Super"],"negative":[],"neutral":null,"other":["x"]}', null],
      ['[]', null],
      ['[1]', 'The … must be an object.'],
    ],
    { language_id: german },
  )
  const { data } = await server.call(listAssistants)
  const [own, mixed] = data.slice(1).map(({ filler_config }) => filler_config)
  expect(own!.question.length).toBeGreaterThan(2)
  expect(mixed).toEqual({
    positive: ['Super'],
    negative: [],
    question: own!.question,
    neutral: own!.neutral,
  })
  const { filler_config: english } = data[0]!
  expect(english).not.toEqual(own)
  const json = withRaw(await assistantBody(server), 'filler_config', '{"neutral":["ok",7,""]}')
  const { body } = await send(server, 'POST', '/user/assistant', json)
  expect(Object.keys(body.errors)).toEqual(['filler_config.neutral.1', 'filler_config.neutral.2'])
})

test('providers default by language in the modes that use them', async () => {
  const server = await startServer()
  for (const mode of MODES) {
    const body = await assistantBody(server, mode)
    expect((await send(server, 'POST', '/user/assistant', body)).status).toBe(201)
  }
  const { data } = await server.call(listAssistants)
  const chosen = data
    .slice(1)
    .map((one) => [one.mode, one.synthesizer_provider_id, one.transcriber_provider_id])
  expect(chosen).toEqual([
    ['pipeline', 1, 1],
    ['multimodal', null, null],
    ['dualplex', 1, null],
  ])
})

test('unknown fields in a body are ignored and never written', async () => {
  const server = await startServer()
  const body = {
    ...(await assistantBody(server)),
    id: 77,
    uuid: 'x',
    user_id: 77,
    status: 'active',
    balance: 1e6,
    deleted_at: '2020-01-01',
    created_at: 'x',
    inbound_webhook_url: 'https://example.com',
    allowed_origins: ['https://example.com'],
    instance_id: 9,
    knowledge: 1,
  }
  const { status, body: reply } = await send(server, 'POST', '/user/assistant', body)
  expect([status, reply.data]).toEqual([
    201,
    { id: 2, name: 'Bakery', status: 'inactive', type: 'inbound', mode: 'pipeline' },
  ])
  expect(assistantRow(server, 2)).toMatchObject({
    user_id: 1,
    status: 'inactive',
    deleted_at: null,
    inbound_webhook_url: null,
    allowed_origins: '[]',
    uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
  })
})
