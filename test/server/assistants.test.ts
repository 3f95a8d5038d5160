import { expect, test } from 'vitest'
import {
  activateAssistant,
  createAssistant,
  deactivateAssistant,
  getEmbedding,
  listAssistants,
  updateEmbedding,
} from '#contracts/assistants.ts'
import type { ApiError } from '#contracts/client.ts'
import { listLanguages, listModels, listVoices } from '#contracts/lookups.ts'
import { getPublicAssistant } from '#contracts/widget.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { starterAssistant } from '../support/visitor.ts'

/** Required fields of a valid assistant on this server. */
async function valid(
  { call }: TestServer,
  mode: 'pipeline' | 'multimodal' | 'dualplex' = 'pipeline',
) {
  const [language] = await call(listLanguages)
  const [voice] = await call(listVoices, { query: { mode } })
  const [llm] = await call(listModels)
  const [multimodal] = await call(listModels, { query: { type: 'multimodal' } })
  return {
    name: 'Bakery',
    voice_id: voice!.id,
    language_id: language!.id,
    type: 'inbound' as const,
    mode,
    timezone: 'Europe/Berlin',
    initial_message: 'Hello!',
    system_prompt: 'You answer for a bakery.',
    ...(mode === 'pipeline' ? { llm_model_id: llm!.id } : { multimodal_model_id: multimodal!.id }),
  }
}

/** Field errors of a create request with these fields changed; null when it was accepted. */
async function faults(server: TestServer, change: object, mode?: 'multimodal' | 'dualplex') {
  const response = await server.fetch('/api/user/assistant', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...(await valid(server, mode)), ...change }),
  })
  const body = await response.json()
  if (response.status === 201) return null
  expect([response.status, body.message]).toEqual([422, 'Validation failed'])
  return body.errors as Record<string, string[]>
}

test('an assistant is created inactive, in every mode', async () => {
  const server = await startServer()
  for (const mode of ['pipeline', 'multimodal', 'dualplex'] as const) {
    const created = await server.call(createAssistant, { body: await valid(server, mode) })
    expect(created).toEqual({
      message: 'Assistant created successfully',
      data: { id: expect.any(Number), name: 'Bakery', status: 'inactive', type: 'inbound', mode },
    })
  }
})

test('what is not sent gets the defaults of the description', async () => {
  const server = await startServer()
  await server.call(createAssistant, { body: await valid(server) })
  const { data } = await server.call(listAssistants)
  expect(data.at(-1)).toMatchObject({
    knowledgebase_mode: 'prompt',
    voice_stability: '0.70',
    voice_similarity: '0.50',
    speech_speed: '1.00',
    llm_temperature: '0.10',
    ambient_sound_volume: '0.50',
    allow_interruptions: true,
    fillers: 0,
    record: false,
    enable_noise_cancellation: true,
    wait_for_customer: false,
    max_duration: 600,
    max_silence_duration: 40,
    reengagement_interval: 30,
    end_call_on_voicemail: 1,
    endpoint_type: 'vad',
    endpoint_sensitivity: 0.5,
    interrupt_sensitivity: 0.5,
    min_interrupt_words: 0,
    ambient_sound: 'off',
    is_webhook_active: false,
    webhook_url: null,
    send_webhook_only_on_completed: true,
    include_recording_in_webhook: true,
    post_call_evaluation: true,
    post_call_schema: [],
    tools: [],
    variables: {},
    widget_settings: {},
    language: 'en',
    instance_id: 1,
    synthesizer_provider_id: 1,
    transcriber_provider_id: 1,
    deleted_at: null,
  })
  expect(data.at(-1)!.filler_config.neutral.length).toBeGreaterThan(0)
  expect(data.at(-1)!.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
})

test('every required field that is missing is named', async () => {
  const server = await startServer()
  const response = await server.fetch('/api/user/assistant', { method: 'POST' })
  const { errors } = await response.json()
  expect(Object.keys(errors).sort()).toEqual([
    'initial_message',
    'language_id',
    'mode',
    'name',
    'system_prompt',
    'timezone',
    'type',
    'voice_id',
  ])
  expect(errors.voice_id).toEqual(['The voice id field is required.'])
})

const cases: [name: string, change: object, errors: Record<string, string> | null][] = [
  ['a name of spaces', { name: '   ' }, { name: 'The name field is required.' }],
  ['a name of 255 code points', { name: '😀'.repeat(255) }, null],
  [
    'a name of 256',
    { name: 'x'.repeat(256) },
    { name: 'The name must not be greater than 255 characters.' },
  ],
  ['a name that is a number', { name: 7 }, { name: 'The name must be a string.' }],
  ['an id as digits', { voice_id: '1' }, null],
  [
    'an id in scientific notation',
    { voice_id: '1e0' },
    { voice_id: 'The voice id must be an integer.' },
  ],
  [
    'an id beyond 2^53',
    { voice_id: 2 ** 53 + 2 },
    { voice_id: 'The voice id must be an integer.' },
  ],
  ['an id of zero', { voice_id: 0 }, { voice_id: 'The voice id must be an integer.' }],
  ['an id that is true', { voice_id: true }, { voice_id: 'The voice id must be an integer.' }],
  ['an id in a list', { voice_id: [1] }, { voice_id: 'The voice id must be an integer.' }],
  [
    'a voice that is not there',
    { voice_id: 9999 },
    { voice_id: 'The selected voice id is invalid.' },
  ],
  [
    'a language that is not there',
    { language_id: 9999 },
    { language_id: 'The selected language id is invalid.' },
  ],
  ['a mode that is not there', { mode: 'x' }, { mode: 'The selected mode is invalid.' }],
  ['UTC', { timezone: 'UTC' }, null],
  ['US/Pacific', { timezone: 'US/Pacific' }, null],
  [
    'a timezone on Mars',
    { timezone: 'Mars/Phobos' },
    { timezone: 'The timezone must be a valid timezone.' },
  ],
  [
    'a numeric offset',
    { timezone: '+05:00' },
    { timezone: 'The timezone must be a valid timezone.' },
  ],
  ['no timezone', { timezone: '' }, { timezone: 'The timezone field is required.' }],
  ['the slowest speech', { speech_speed: 0.7 }, null],
  [
    'slower speech',
    { speech_speed: 0.69 },
    { speech_speed: 'The speech speed must be between 0.7 and 1.2.' },
  ],
  [
    'a number as text',
    { speech_speed: '1' },
    { speech_speed: 'The speech speed must be a number.' },
  ],
  [
    'a duration below',
    { max_duration: 19 },
    { max_duration: 'The max duration must be between 20 and 1200.' },
  ],
  [
    'a duration with a fraction',
    { max_duration: 20.5 },
    { max_duration: 'The max duration must be an integer.' },
  ],
  [
    'a duration as text',
    { max_duration: '60' },
    { max_duration: 'The max duration must be an integer.' },
  ],
  ['a flag of 1', { record: 1 }, null],
  ['a flag as text', { record: 'false' }, { record: 'The record field must be true or false.' }],
  ['null for an optional field', { max_duration: null, record: null, variables: null }, null],
  [
    'fields it must not set',
    { id: 5, uuid: 'x', user_id: 9, status: 'active', deleted_at: 'now', balance: 1 },
    null,
  ],
  [
    'a webhook without address',
    { is_webhook_active: true },
    { webhook_url: 'The webhook url field is required when is webhook active is true.' },
  ],
  [
    'a webhook to a script',
    { webhook_url: 'javascript:alert(1)' },
    { webhook_url: 'The webhook url must be a valid URL.' },
  ],
  [
    'a webhook with credentials',
    { webhook_url: 'https://a:b@x.test' },
    { webhook_url: 'The webhook url must be a valid URL.' },
  ],
  ['a webhook over http', { webhook_url: 'http://localhost:9/x' }, null],
  [
    'a pipeline without model',
    { llm_model_id: null },
    { llm_model_id: 'The llm model id field is required when mode is pipeline.' },
  ],
  [
    'somebody’s knowledge',
    { knowledgebase_id: 9999 },
    { knowledgebase_id: 'The selected knowledgebase id is invalid.' },
  ],
  [
    'somebody’s tool',
    { tool_ids: [9999] },
    { 'tool_ids.0': 'The selected tool ids.0 is invalid.' },
  ],
  [
    'somebody’s number',
    { phone_number_id: 9999 },
    { phone_number_id: 'The selected phone number id is invalid.' },
  ],
  [
    'a second language that is not there',
    { secondary_language_ids: [1, 9999] },
    { 'secondary_language_ids.1': 'The selected secondary language ids.1 is invalid.' },
  ],
  [
    'a schema name in capitals',
    { post_call_schema: [{ name: 'Name', type: 'string', description: 'Who' }] },
    {
      'post_call_schema.0.name':
        'The post call schema.0.name may only contain lowercase letters, digits and underscores.',
    },
  ],
  [
    'a schema name of 17',
    { post_call_schema: [{ name: 'a'.repeat(17), type: 'string', description: 'Who' }] },
    {
      'post_call_schema.0.name':
        'The post call schema.0.name must not be greater than 16 characters.',
    },
  ],
  [
    'a schema that is whole',
    { post_call_schema: [{ name: 'a_1', type: 'bool', description: 'abc' }] },
    null,
  ],
  [
    'an unknown tool',
    { tools: [{ type: 'x' }] },
    { 'tools.0.type': 'The selected tools.0.type is invalid.' },
  ],
  [
    'a tool with somebody’s number',
    {
      tools: [
        {
          type: 'warm_call_transfer',
          supervisor_phone: '+1',
          outbound_phone_id: 9999,
          description: 'x',
        },
      ],
    },
    { 'tools.0.outbound_phone_id': 'The selected tools.0.outbound phone id is invalid.' },
  ],
  [
    'a keypad that waits too long',
    { tools: [{ type: 'collect_keypad', timeout: 31 }] },
    { 'tools.0.timeout': 'The tools.0.timeout must be between 1 and 30.' },
  ],
]

test.each(cases)('%s', async (_, change, errors) => {
  const found = await faults(await startServer(), change)
  const expected =
    errors && Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]]))
  expect(found).toEqual(expected)
})

test.each([
  [
    'a model',
    { multimodal_model_id: null },
    { multimodal_model_id: ['The multimodal model id field is required when mode is multimodal.'] },
  ],
  [
    'its own knowledge mode',
    { knowledgebase_mode: 'prompt' },
    { knowledgebase_mode: ['Only function_call mode is available for multimodal assistants.'] },
  ],
  [
    'interruptions',
    { allow_interruptions: false },
    { allow_interruptions: ['Interruptions cannot be disabled in multimodal or dualplex mode.'] },
  ],
])('a multimodal assistant needs %s', async (_, change, errors) => {
  expect(await faults(await startServer(), change, 'multimodal')).toEqual(errors)
})

test('a voice of the other engine is refused', async () => {
  const server = await startServer()
  const { voice_id } = await valid(server, 'multimodal')
  expect(await faults(server, { voice_id })).toEqual({
    voice_id: ['The selected voice is not compatible with the chosen engine type.'],
  })
})

test('one answer names the faults of shape and of reference together', async () => {
  const found = await faults(await startServer(), {
    name: '',
    voice_id: 9999,
    tools: [{ type: 'dtmf' }],
  })
  expect(Object.keys(found!).sort()).toEqual(['name', 'tools.0.type', 'voice_id'])
})

test('built-in tools are given back flat, as they were sent, with their defaults', async () => {
  const server = await startServer()
  const tools = [
    { type: 'collect_keypad' as const },
    { type: 'call_transfer' as const, phone_number: '+4930123' },
  ]
  await server.call(createAssistant, { body: { ...(await valid(server)), tools } })
  const { data } = await server.call(listAssistants)
  expect(data.at(-1)!.tools).toEqual([
    { type: 'collect_keypad', timeout: 5, stop_key: '#' },
    { type: 'call_transfer', phone_number: '+4930123', warm_transfer: false },
  ])
})

test('one number answers one inbound assistant; the database says who was first', async () => {
  const server = await startServer()
  server.context.db
    .prepare(
      "INSERT INTO phone_numbers (user_id, phone_number, country_code, type, created_at) VALUES (1, '+4930123456', 'DE', 'normal', 0)",
    )
    .run()
  const body = { ...(await valid(server)), phone_number_id: 1 }
  const both = await Promise.allSettled([
    server.call(createAssistant, { body }),
    server.call(createAssistant, { body }),
  ])
  const refused = both.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(1)
  expect((refused[0]!.reason as ApiError).errors).toEqual({
    phone_number_id: ['The phone number is already assigned to another inbound assistant.'],
  })
  expect(await faults(server, { phone_number_id: 1, type: 'outbound' })).toBeNull()
})

test('lists are paged by ten, id ascending', async () => {
  const server = await startServer()
  const body = await valid(server)
  for (let count = 0; count < 11; count += 1) await server.call(createAssistant, { body })
  const page = await server.call(listAssistants, { query: { page: 2 } })
  expect(page).toMatchObject({ total: 12, per_page: 10, last_page: 2, from: 11, to: 12 })
  const ids = page.data.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
})

test('an assistant is activated and deactivated; to visitors an inactive one is not there', async () => {
  const server = await startServer()
  const { id, uuid } = await starterAssistant(server)
  const seen = () => server.as()(getPublicAssistant, { params: { uuid } })
  expect(await seen()).toMatchObject({ id: uuid, language: 'en' })
  const off = await server.call(deactivateAssistant, { params: { id } })
  expect(off.data.status).toBe('inactive')
  await expect(seen()).rejects.toMatchObject({
    status: 404,
    body: { message: 'Assistant not found' },
  })
  const on = await server.call(activateAssistant, { params: { id } })
  expect(on).toEqual({ message: expect.any(String), data: { ...off.data, status: 'active' } })
  await seen()
})

test('an assistant whose model is gone cannot be activated', async () => {
  const server = await startServer()
  const { id } = await starterAssistant(server)
  await server.call(deactivateAssistant, { params: { id } })
  server.context.db.prepare('UPDATE llm_models SET is_available = 0').run()
  await expect(server.call(activateAssistant, { params: { id } })).rejects.toMatchObject({
    status: 422,
  })
})

test('an assistant that is not there is 404, and an id that is none is 422', async () => {
  const { call, fetch } = await startServer()
  await expect(call(activateAssistant, { params: { id: 999 } })).rejects.toMatchObject({
    status: 404,
    body: { message: 'Assistant not found' },
  })
  expect((await fetch('/api/user/assistant/abc/activate', { method: 'POST' })).status).toBe(422)
})

test('the embedding names the tag, keeps exact origins and says that loopback is not public', async () => {
  const server = await startServer()
  const { id, uuid } = await starterAssistant(server)
  const params = { id }
  expect(await server.call(getEmbedding, { params })).toEqual({
    uuid,
    allowed_origins: [],
    snippet: `<script src="${server.url}/widget.js" data-assistant="${uuid}" async></script>`,
    origin: server.url,
    is_public: false,
  })
  const body = {
    allowed_origins: ['https://Shop.example/path?x', 'https://shop.example', 'http://a.test:8080'],
  }
  const { allowed_origins } = await server.call(updateEmbedding, { params, body })
  expect(allowed_origins).toEqual(['https://shop.example', 'http://a.test:8080'])
})
