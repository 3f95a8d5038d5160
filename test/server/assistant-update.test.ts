import { beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import type { NewAssistant } from '#contracts/assistant-fields.ts'
import { getAssistant, updateAssistant } from '#contracts/assistants.ts'
import type { Mode } from '#contracts/enums.ts'
import { listVoices } from '#contracts/lookups.ts'
import { createPhoneNumber } from '#contracts/phone-numbers.ts'
import { createTool } from '#contracts/tools.ts'
import { knowledgeQueries } from '../../server/features/knowledge/queries.ts'
import { anotherAccount } from '../support/accounts.ts'
import {
  addSpeechChoices,
  assistantBody,
  assistantRow,
  createdAssistant,
  MODES,
  send,
} from '../support/assistants.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
  addSpeechChoices(server)
})

const put = (id: number | string, body: object | string) =>
  send(server, 'PUT', `/user/assistant/${id}`, body)

/** Field errors of an update; null when it was accepted. */
async function faults(id: number, body: object | string) {
  const answer = await put(id, body)
  if (answer.status === 200) return null
  expect([answer.status, answer.body.message]).toEqual([422, 'Validation failed'])
  return answer.body.errors
}

const stored = (id: number) => assistantRow(server, id)

/** Every optional field, each with a value other than its default. */
async function everything(): Promise<Partial<z.input<typeof NewAssistant>>> {
  const { db, now } = server.context
  const knowledgebase_id = await server.context.write((tx) =>
    knowledgeQueries(db).insertBase(tx, 1, 'Menu', now()),
  )
  const number = { phone_number: '+4930123456', type: 'normal' } as const
  const { data } = await server.call(createPhoneNumber, { body: number })
  return {
    llm_model_id: 1,
    multimodal_model_id: 1,
    chat_llm_fallback_id: 1,
    turn_detection_threshold: 0.25,
    knowledgebase_id,
    knowledgebase_mode: 'function_call',
    phone_number_id: data.id,
    tools: [{ type: 'end_call', description: 'At the end' }],
    tts_emotion_enabled: false,
    voice_stability: 0.1,
    voice_similarity: 0.2,
    speech_speed: 0.9,
    llm_temperature: 0.4,
    synthesizer_provider_id: 2,
    transcriber_provider_id: 2,
    allow_interruptions: false,
    fillers: true,
    filler_config: { positive: ['Yes'], negative: ['No'], question: ['Hm?'], neutral: ['So'] },
    record: true,
    enable_noise_cancellation: false,
    wait_for_customer: true,
    max_duration: 61,
    max_silence_duration: 62,
    max_initial_silence_duration: 63,
    ringing_time: 31,
    reengagement_interval: 64,
    reengagement_prompt: 'Still there?',
    end_call_on_voicemail: false,
    voice_mail_message: 'Call us back',
    endpoint_type: 'ai',
    endpoint_sensitivity: 1.5,
    interrupt_sensitivity: 2.5,
    min_interrupt_words: 3,
    ambient_sound: 'cafe',
    ambient_sound_volume: 0.25,
    is_webhook_active: true,
    webhook_url: 'https://example.com/calls',
    send_webhook_only_on_completed: false,
    include_recording_in_webhook: false,
    post_call_evaluation: false,
    post_call_schema: [{ name: 'city', type: 'string', description: 'Where' }],
    variables: { a: 1 },
    conversation_inactivity_timeout: 65,
    conversation_ended_retrigger: true,
    conversation_ended_webhook_url: 'https://example.com/ends',
    widget_settings: { color: '#123456' },
  } satisfies Partial<z.input<typeof NewAssistant>>
}

/** A row without the timestamp that every update sets. */
const columns = ({ updated_at: _, ...row }: ReturnType<typeof stored>) => row

test('updating one field changes that field and nothing else', async () => {
  const before = columns(stored(await createdAssistant(server)))
  const id = before.id
  for (const [field, value] of Object.entries(await everything())) {
    const more = field === 'is_webhook_active' ? { webhook_url: 'https://example.com' } : {}
    expect([field, await faults(id, { [field]: value, ...more })]).toEqual([field, null])
    const expected = {
      ...before,
      [field]: typeof value === 'object' ? JSON.stringify(value) : value === true ? 1 : value || 0,
      ...more,
    }
    expect([field, columns(stored(id))]).toEqual([field, expected])
    const back = Object.fromEntries(
      Object.keys({ ...more, [field]: 0 }).map((name) => [name, null]),
    )
    // A pipeline requires its model, so that one is not reset.
    if (field !== 'llm_model_id') {
      expect([field, await faults(id, back)]).toEqual([field, null])
      expect([field, columns(stored(id))]).toEqual([field, before])
    }
  }
})

test('updating one field keeps every other chosen value', async () => {
  const id = await createdAssistant(server, await everything())
  const before = columns(stored(id))
  for (const change of [
    {},
    { name: 'Café' },
    { timezone: 'UTC' },
    { initial_message: 'Hi' },
    { system_prompt: 'Be brief.' },
    { type: 'outbound' },
  ]) {
    expect(await faults(id, change)).toBeNull()
    Object.assign(before, change)
    expect(columns(stored(id))).toEqual(before)
  }
})

test('the response is the updated assistant, recorded as an event in the same commit', async () => {
  const id = await createdAssistant(server)
  const last = server.context.events.last()
  const answer = await put(id, { name: 'Café', type: 'outbound', status: 'active', uuid: 'x' })
  const data = { id, name: 'Café', status: 'inactive', type: 'outbound', mode: 'pipeline' }
  const filing = { folder_id: null, label_ids: [] }
  expect([answer.status, answer.text]).toEqual([
    200,
    JSON.stringify({ message: 'Assistant updated successfully', data: { ...data, ...filing } }),
  ])
  const events = server.context.events.after(last)
  expect(events.map(({ type, payload }) => [type, JSON.parse(payload)])).toEqual([
    ['assistant.updated', data],
  ])
})

test('an active assistant stays active', async () => {
  expect((await put(1, { name: 'Parley' })).body.data.status).toBe('active')
})

test.each([
  'name',
  'voice_id',
  'language_id',
  'type',
  'mode',
  'timezone',
  'initial_message',
  'system_prompt',
])('%s cannot be removed', async (field) => {
  const required = { [field]: [`The ${field.replaceAll('_', ' ')} field is required.`] }
  expect(await faults(1, { [field]: null })).toEqual(required)
})

test('read-only fields are ignored', async () => {
  const before = columns(stored(1))
  const body = {
    id: 9,
    uuid: 'x',
    user_id: 9,
    status: 'inactive',
    deleted_at: '2020-01-01',
    allowed_origins: ['https://example.com'],
    inbound_webhook_url: 'https://example.com',
    created_at: 'x',
  }
  expect(await faults(1, body)).toBeNull()
  expect(columns(stored(1))).toEqual(before)
})

const single: [change: object, errors: Record<string, string>][] = [
  [{ name: ' ' }, { name: 'The name field is required.' }],
  [{ max_duration: 19 }, { max_duration: 'The max duration must be between 20 and 1200.' }],
  [{ record: 'false' }, { record: 'The record field must be true or false.' }],
  [{ name: 7, mode: 'pipeline' }, { name: 'The name must be a string.' }],
  [{ mode: 'x', allow_interruptions: false }, { mode: 'The selected mode is invalid.' }],
  [
    { mode: 'x', llm_model_id: null, knowledgebase_mode: 'prompt' },
    { mode: 'The selected mode is invalid.' },
  ],
  [
    { llm_model_id: null },
    { llm_model_id: 'The llm model id field is required when mode is pipeline.' },
  ],
  [{ llm_model_id: 'x' }, { llm_model_id: 'The llm model id must be an integer.' }],
  [
    { is_webhook_active: true },
    { webhook_url: 'The webhook url field is required when is webhook active is true.' },
  ],
  [{ voice_id: 9999 }, { voice_id: 'The selected voice id is invalid.' }],
  [{ language_id: 9999 }, { language_id: 'The selected language id is invalid.' }],
  [{ tool_ids: [9999] }, { 'tool_ids.0': 'The selected tool ids.0 is invalid.' }],
  [
    { tools: [{ type: 'collect_keypad', timeout: 31 }] },
    { 'tools.0.timeout': 'The tools.0.timeout must be between 1 and 30.' },
  ],
  [
    { name: 7, voice_id: 9999, mode: 'multimodal' },
    {
      name: 'The name must be a string.',
      voice_id: 'The selected voice id is invalid.',
      multimodal_model_id: 'The multimodal model id field is required when mode is multimodal.',
    },
  ],
]

test.each(single)('%j names the error, and nothing is written', async (change, errors) => {
  const id = await createdAssistant(server)
  const before = stored(id)
  const expected = Object.entries(errors).map(([field, text]) => [field, [text]])
  expect(await faults(id, change)).toEqual(Object.fromEntries(expected))
  expect(stored(id)).toEqual(before)
})

test('an invalid mode causes no errors for other fields', async () => {
  const id = await createdAssistant(server, {}, 'multimodal')
  const change = { allow_interruptions: false, knowledgebase_mode: 'prompt' }
  expect(await faults(id, { mode: 'x', ...change })).toEqual({
    mode: ['The selected mode is invalid.'],
  })
})

test('a webhook stays on only with its URL', async () => {
  const id = await createdAssistant(server)
  const webhook_url = 'https://example.com/calls'
  expect(await faults(id, { is_webhook_active: true, webhook_url })).toBeNull()
  expect(Object.keys(await faults(id, { webhook_url: null }))).toEqual(['webhook_url'])
  expect(await faults(id, { webhook_url: null, is_webhook_active: false })).toBeNull()
})

/** The fields that a change to a mode requires. */
async function needs(mode: Mode) {
  const { name, type, language_id, timezone, initial_message, system_prompt, ...own } =
    await assistantBody(server, mode)
  return own
}

const modeRows = MODES.flatMap((from) =>
  MODES.filter((to) => to !== from).map((to) => [from, to] as const),
)

test.each(modeRows)('from %s to %s, what only the old mode uses is reset', async (from, to) => {
  const { allow_interruptions, phone_number_id: _, ...fields } = await everything()
  const id = await createdAssistant(
    server,
    { ...fields, ...(from === 'pipeline' && { allow_interruptions }) },
    from,
  )
  const before = columns(stored(id))
  expect(await faults(id, await needs(to))).toBeNull()
  const isPipeline = to === 'pipeline'
  const speaks = (mode: Mode) => mode !== 'multimodal'
  expect(columns(stored(id))).toEqual({
    ...before,
    ...(await needs(to)),
    llm_model_id: isPipeline ? 1 : null,
    transcriber_provider_id: isPipeline ? 1 : null,
    fillers: 0,
    allow_interruptions: 1,
    knowledgebase_mode: isPipeline ? 'prompt' : 'function_call',
    synthesizer_provider_id: speaks(from) && speaks(to) ? 2 : speaks(to) ? 1 : null,
    multimodal_model_id: isPipeline ? null : 1,
    ...((isPipeline || from === 'pipeline') && {
      chat_llm_fallback_id: null,
      turn_detection_threshold: null,
    }),
  })
})

test.each(modeRows)(
  'from %s to %s, the new mode’s required fields are demanded',
  async (from, to) => {
    const id = await createdAssistant(server, {}, from)
    const missing = Object.keys((await faults(id, { mode: to })) ?? {}).sort()
    const model =
      to === 'pipeline' ? ['llm_model_id'] : from === 'pipeline' ? ['multimodal_model_id'] : []
    const voice = (from === 'multimodal') === (to === 'multimodal') ? [] : ['voice_id']
    expect(missing).toEqual([...model, ...voice])
  },
)

test('values sent with a new mode are used, under that mode’s rules', async () => {
  const id = await createdAssistant(server)
  const change = { ...(await needs('dualplex')), allow_interruptions: false, fillers: true }
  expect(await faults(id, change)).toEqual({
    allow_interruptions: ['Interruptions cannot be disabled in multimodal or dualplex mode.'],
  })
  expect(
    await faults(id, { ...change, allow_interruptions: true, knowledgebase_mode: 'prompt' }),
  ).toEqual({
    knowledgebase_mode: ['Only function_call mode is available for multimodal assistants.'],
  })
  expect(await faults(id, { ...change, allow_interruptions: true })).toBeNull()
  expect(stored(id)).toMatchObject({ fillers: 1, mode: 'dualplex' })
})

test('sending the same mode again resets nothing', async () => {
  const id = await createdAssistant(server, await everything())
  const before = columns(stored(id))
  expect(await faults(id, { mode: 'pipeline' })).toBeNull()
  expect(columns(stored(id))).toEqual(before)
})

test('a mode’s rules apply to every update in that mode', async () => {
  const id = await createdAssistant(server, {}, 'multimodal')
  const [voice] = await server.call(listVoices, { query: { mode: 'pipeline' } })
  expect(await faults(id, { voice_id: voice!.id })).toEqual({
    voice_id: ['The selected voice is not compatible with the chosen engine type.'],
  })
  expect(Object.keys(await faults(id, { knowledgebase_mode: 'prompt' }))).toEqual([
    'knowledgebase_mode',
  ])
  expect(Object.keys(await faults(id, { multimodal_model_id: null }))).toEqual([
    'multimodal_model_id',
  ])
})

test('language defaults follow the language; explicit choices stay', async () => {
  const german = 15
  const [own, chosen] = [
    await createdAssistant(server),
    await createdAssistant(server, {
      synthesizer_provider_id: 2,
      filler_config: { positive: ['Yes'] },
    }),
  ]
  const english = stored(own)
  for (const id of [own, chosen]) expect(await faults(id, { language_id: german })).toBeNull()
  const reference = await createdAssistant(server, { language_id: german })
  expect(stored(own).filler_config).toBe(stored(reference).filler_config)
  expect(stored(own).filler_config).not.toBe(english.filler_config)
  expect(stored(chosen).synthesizer_provider_id).toBe(2)
  expect(JSON.parse(stored(chosen).filler_config).positive).toEqual(['Yes'])
})

test('an assistant’s tools and languages are replaced as a whole or left alone', async () => {
  const tool = {
    name: 'look_up',
    description: 'Looks something up',
    endpoint: 'https://example.com',
    method: 'GET',
  } as const
  for (const name of ['look_up', 'book', 'cancel']) {
    await server.call(createTool, { body: { ...tool, name } })
  }
  const id = await createdAssistant(server, { tool_ids: [2, 1], secondary_language_ids: [4, 5] })
  const lists = () =>
    ['assistant_tools', 'assistant_languages'].map((table) =>
      server.context.db
        .prepare<[number], { tool_id?: number; language_id?: number }>(
          `SELECT * FROM ${table} WHERE assistant_id = ? ORDER BY position`,
        )
        .all(id)
        .map((row) => row.tool_id ?? row.language_id),
    )
  expect(await faults(id, { name: 'x' })).toBeNull()
  expect(lists()).toEqual([
    [2, 1],
    [4, 5],
  ])
  expect(await faults(id, { tool_ids: [3, '1', 3] })).toBeNull()
  expect(lists()).toEqual([
    [3, 1],
    [4, 5],
  ])
  expect(Object.keys(await faults(id, { tool_ids: [1, 9999] }))).toEqual(['tool_ids.1'])
  expect(await faults(id, { secondary_language_ids: null })).toBeNull()
  expect(lists()).toEqual([[3, 1], []])
  expect(await faults(id, { tool_ids: [] })).toBeNull()
  expect(lists()).toEqual([[], []])
})

test('objects and lists are replaced, not merged', async () => {
  const id = await createdAssistant(server, {
    variables: { a: 1, b: 2 },
    tools: [{ type: 'end_call' }, { type: 'dtmf_input' }],
  })
  expect(await faults(id, { variables: { c: 3 }, tools: [{ type: 'collect_keypad' }] })).toBeNull()
  expect(await server.call(getAssistant, { params: { id } })).toMatchObject({
    variables: { c: 3 },
    tools: [{ type: 'collect_keypad', timeout: 5, stop_key: '#' }],
  })
})

test('a model no longer set up stays until another is chosen', async () => {
  const { db } = server.context
  const added = db
    .prepare("INSERT INTO llm_models (code, name, provider) VALUES ('x', 'Old', 'environment')")
    .run()
  const model = Number(added.lastInsertRowid)
  const id = await createdAssistant(server, { llm_model_id: model })
  db.prepare('UPDATE llm_models SET is_available = 0 WHERE id = ?').run(model)
  expect(await faults(id, { name: 'Café', llm_model_id: model })).toBeNull()
  expect(await faults(1, { llm_model_id: model })).toEqual({
    llm_model_id: ['The selected llm model id is invalid.'],
  })
})

test('an outbound assistant becomes inbound only with a number free for it', async () => {
  const number = (phone_number: string, type: 'normal' | 'caller_id') =>
    server.call(createPhoneNumber, { body: { phone_number, type } })
  await number('+4930123451', 'normal')
  await number('+4930123452', 'caller_id')
  const inbound = await createdAssistant(server, { phone_number_id: 1 })
  const [taken, shown] = [
    await createdAssistant(server, { phone_number_id: 1, type: 'outbound' }),
    await createdAssistant(server, { phone_number_id: 2, type: 'outbound' }),
  ]
  expect(await faults(taken, { type: 'inbound' })).toEqual({
    phone_number_id: ['The phone number is already assigned to another inbound assistant.'],
  })
  expect(await faults(shown, { type: 'inbound' })).toEqual({
    phone_number_id: ['A Caller ID number cannot be assigned to an inbound assistant.'],
  })
  expect(await faults(shown, { type: 'inbound', phone_number_id: null })).toBeNull()
  expect(await faults(inbound, { phone_number_id: 1, name: 'x' })).toBeNull()
  expect(await faults(inbound, { phone_number_id: null })).toBeNull()
  expect(await faults(taken, { type: 'inbound' })).toBeNull()
})

test('references to another account are rejected like missing ones', async () => {
  const other = await anotherAccount(server)
  const { context } = server
  const base = await context.write((tx) =>
    knowledgeQueries(context.db).insertBase(tx, other.id, 'Theirs', context.now()),
  )
  const number = { phone_number: '+4930123456', type: 'normal' } as const
  const { data } = await other.call(createPhoneNumber, { body: number })
  const before = stored(1)
  for (const [field, id] of [
    ['knowledgebase_id', base],
    ['phone_number_id', data.id],
  ] as const) {
    const [foreign, missing] = [await put(1, { [field]: id }), await put(1, { [field]: 9999 })]
    expect(foreign).toEqual(missing)
    expect(Object.keys(foreign.body.errors)).toEqual([field])
  }
  expect(stored(1)).toEqual(before)
})

test('a foreign, a deleted and a missing assistant are 404, whatever is sent', async () => {
  const other = await anotherAccount(server)
  const foreign = await createdAssistant(other)
  const deleted = await createdAssistant(server)
  await send(server, 'DELETE', `/user/assistant/${deleted}`)
  const before = stored(foreign)
  for (const body of [{ name: 'mine' }, { name: 7, mode: 'x' }, {}]) {
    const answers = [await put(foreign, body), await put(deleted, body), await put(9999, body)]
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([404, '{"message":"Assistant not found"}'])
    }
  }
  expect(stored(foreign)).toEqual(before)
  await expect(
    other.call(updateAssistant, { params: { id: foreign }, body: { name: 'theirs' } }),
  ).resolves.toMatchObject({ data: { name: 'theirs' } })
})

test('an id in the path consists of digits', async () => {
  for (const id of ['abc', '1e0', '-1', '0', '1.5', '9007199254740993', '%00']) {
    const { status, body } = await put(id, { name: 'x' })
    expect([id, status, body]).toEqual([
      id,
      422,
      { message: 'Validation failed', errors: { id: ['The id must be an integer.'] } },
    ])
  }
})
