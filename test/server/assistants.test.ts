import { expect, test } from 'vitest'
import { NewAssistant } from '#contracts/assistant-fields.ts'
import {
  Assistant,
  createAssistant,
  getAssistant,
  listAllAssistants,
  listAssistants,
  listOutboundAssistants,
} from '#contracts/assistants.ts'
import { createPhoneNumber } from '#contracts/phone-numbers.ts'
import { createTool } from '#contracts/tools.ts'
import { createAssistant as writeAssistant } from '../../server/features/assistants/create.ts'
import { updateAssistant } from '../../server/features/assistants/update.ts'
import { knowledgeQueries } from '../../server/features/knowledge/queries.ts'
import { anotherAccount } from '../support/accounts.ts'
import {
  assistantBody,
  assistantRow,
  createdAssistant,
  MODES,
  type Sender,
  send,
} from '../support/assistants.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Field errors of a create request with these fields changed; null when it was accepted. */
async function faults(
  server: Sender,
  change: object,
  mode: (typeof MODES)[number] = 'pipeline',
): Promise<Record<string, string[]> | null> {
  const body = { ...(await assistantBody(server, mode)), ...change }
  const answer = await send(server, 'POST', '/user/assistant', body)
  if (answer.status === 201) return null
  expect([answer.status, answer.body.message]).toEqual([422, 'Validation failed'])
  return answer.body.errors
}

function privateVoice({ context }: Pick<TestServer, 'context'>, userId: number): number {
  const insert = context.db.prepare(`
    INSERT INTO voices (code, user_id, name, language_id, gender, synthesizer_provider_id)
    VALUES ('own', ?, 'Own', 1, 'female', 1)
  `)
  return Number(insert.run(userId).lastInsertRowid)
}

test.each(MODES)('an assistant is created inactive in %s mode', async (mode) => {
  const server = await startServer()
  const last = server.context.events.last()
  const answer = await send(server, 'POST', '/user/assistant', await assistantBody(server, mode))
  const data = { id: 2, name: 'Bakery', status: 'inactive', type: 'inbound', mode }
  expect([answer.status, answer.text]).toEqual([
    201,
    JSON.stringify({ message: 'Assistant created successfully', data }),
  ])
  const events = server.context.events.after(last)
  expect(events.map(({ type, payload }) => [type, JSON.parse(payload)])).toEqual([
    ['assistant.created', data],
  ])
})

test('an assistant is returned with the documented fields, in their order and odd types', async () => {
  const server = await startServer({ outside: { now: () => new Date('2026-05-04T10:20:30.4Z') } })
  await createdAssistant(server, {
    fillers: true,
    filler_config: { positive: ['a'], negative: ['b'], question: ['c'], neutral: ['d'] },
  })
  const expected = {
    id: 2,
    uuid: assistantRow(server, 2).uuid,
    user_id: 1,
    phone_number_id: null,
    engine_id: null,
    synthesizer_id: null,
    transcriber_id: null,
    voice_id: 1,
    instance_id: 1,
    name: 'Bakery',
    variables: {},
    post_call_evaluation: true,
    fillers: 1,
    post_call_schema: [],
    tools: [],
    is_webhook_active: false,
    webhook_url: null,
    inbound_webhook_url: null,
    language: 'en',
    type: 'inbound',
    status: 'inactive',
    max_duration: 600,
    record: false,
    initial_message: 'Hello!',
    system_prompt: 'You answer for a bakery.',
    flows_platform_id: null,
    timezone: 'Europe/Berlin',
    created_at: '2026-05-04T10:20:30.400000Z',
    updated_at: '2026-05-04T10:20:30.400000Z',
    deleted_at: null,
    max_silence_duration: 40,
    reengagement_interval: 30,
    end_call_on_voicemail: 1,
    llm_temperature: '0.10',
    voice_stability: '0.70',
    voice_similarity: '0.50',
    speech_speed: '1.00',
    ambient_sound_volume: '0.50',
    allow_interruptions: true,
    enable_noise_cancellation: true,
    wait_for_customer: false,
    send_webhook_only_on_completed: true,
    include_recording_in_webhook: true,
    endpoint_sensitivity: 0.5,
    interrupt_sensitivity: 0.5,
    endpoint_type: 'vad',
    mode: 'pipeline',
    language_id: 1,
    transcriber_provider_id: 1,
    synthesizer_provider_id: 1,
    llm_model_id: 1,
    multimodal_model_id: null,
    ambient_sound: 'off',
    filler_config: { positive: ['a'], negative: ['b'], question: ['c'], neutral: ['d'] },
    knowledgebase_id: null,
    knowledgebase_mode: 'prompt',
    min_interrupt_words: 0,
    widget_settings: {},
  }
  const json = JSON.stringify(expected)
  const one = JSON.stringify({ ...expected, folder_id: null, label_ids: [] })
  expect((await send(server, 'GET', '/user/assistant/2')).text).toBe(one)
  const { body } = await send(server, 'GET', '/user/assistants/get')
  expect(JSON.stringify(body.data[1])).toBe(json)
  const all = await send(server, 'GET', '/user/assistants')
  expect(JSON.stringify(all.body[1])).toBe(json)
  expect(Object.keys(expected)).toEqual(Object.keys(Assistant.shape))
})

test('fields that are not returned have their defaults too', async () => {
  const server = await startServer()
  expect(assistantRow(server, await createdAssistant(server))).toMatchObject({
    chat_llm_fallback_id: null,
    turn_detection_threshold: null,
    tts_emotion_enabled: 1,
    max_initial_silence_duration: null,
    ringing_time: 30,
    reengagement_prompt: null,
    voice_mail_message: null,
    conversation_inactivity_timeout: 30,
    conversation_ended_retrigger: 0,
    conversation_ended_webhook_url: null,
    allowed_origins: '[]',
  })
  const multimodal = assistantRow(server, await createdAssistant(server, {}, 'multimodal'))
  expect(multimodal.knowledgebase_mode).toBe('function_call')
})

test('every missing required field is named', async () => {
  const server = await startServer()
  for (const body of ['', '{}', '{"name":" "}']) {
    const { errors } = (await send(server, 'POST', '/user/assistant', body)).body
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
  }
})

const model = (mode: string) => ({
  multimodal_model_id: `The multimodal model id field is required when mode is ${mode}.`,
})
const promptMode = {
  knowledgebase_mode: 'Only function_call mode is available for multimodal assistants.',
}
const interruptions = {
  allow_interruptions: 'Interruptions cannot be disabled in multimodal or dualplex mode.',
}

const rules: [
  mode: (typeof MODES)[number],
  change: object,
  errors: Record<string, string> | null,
][] = [
  [
    'pipeline',
    { llm_model_id: null },
    { llm_model_id: 'The llm model id field is required when mode is pipeline.' },
  ],
  ['pipeline', { multimodal_model_id: 1, knowledgebase_mode: 'function_call' }, null],
  ['pipeline', { knowledgebase_mode: 'prompt', allow_interruptions: false, fillers: true }, null],
  ['multimodal', { multimodal_model_id: null }, model('multimodal')],
  ['dualplex', { multimodal_model_id: null }, model('dualplex')],
  ['multimodal', { knowledgebase_mode: 'prompt' }, promptMode],
  ['dualplex', { knowledgebase_mode: 'prompt' }, promptMode],
  ['multimodal', { knowledgebase_mode: 'function_call', allow_interruptions: 1 }, null],
  ['multimodal', { allow_interruptions: false }, interruptions],
  ['dualplex', { allow_interruptions: 0 }, interruptions],
  ['multimodal', { llm_model_id: 1, transcriber_provider_id: 1, fillers: true }, null],
  ['dualplex', { chat_llm_fallback_id: 1, turn_detection_threshold: 0.5 }, null],
  [
    'pipeline',
    { is_webhook_active: true },
    { webhook_url: 'The webhook url field is required when is webhook active is true.' },
  ],
  ['pipeline', { is_webhook_active: 1, webhook_url: 'http://127.0.0.1:9/x' }, null],
  ['pipeline', { is_webhook_active: false, webhook_url: 'https://example.com' }, null],
  [
    'dualplex',
    { multimodal_model_id: null, knowledgebase_mode: 'prompt', allow_interruptions: false },
    { ...model('dualplex'), ...promptMode, ...interruptions },
  ],
]

test.each(rules)('in %s mode, %j', async (mode, change, errors) => {
  const expected =
    errors && Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]]))
  expect(await faults(await startServer(), change, mode)).toEqual(expected)
})

test('a voice can be chosen only in the modes it supports', async () => {
  const server = await startServer()
  const [spoken, realtime] = [
    (await assistantBody(server)).voice_id,
    (await assistantBody(server, 'multimodal')).voice_id,
  ]
  for (const mode of MODES) {
    const voices = mode === 'multimodal' ? [realtime, spoken] : [spoken, realtime]
    expect(await faults(server, { voice_id: voices[0] }, mode)).toBeNull()
    expect(await faults(server, { voice_id: voices[1] }, mode)).toEqual({
      voice_id: ['The selected voice is not compatible with the chosen engine type.'],
    })
  }
})

test('a voice may have another language than the assistant', async () => {
  expect(await faults(await startServer(), { language_id: 15 })).toBeNull()
})

test('one response reports shape and reference errors together', async () => {
  const found = await faults(await startServer(), {
    name: '',
    voice_id: 9999,
    language_id: 'x',
    tools: [{ type: 'dtmf' }],
    is_webhook_active: true,
  })
  expect(Object.keys(found!).sort()).toEqual([
    'language_id',
    'name',
    'tools.0.type',
    'voice_id',
    'webhook_url',
  ])
})

test('a model no longer set up cannot be chosen', async () => {
  const server = await startServer()
  server.context.db
    .prepare(`
      INSERT INTO llm_models (code, name, provider, is_available) VALUES ('old', 'Old', 'environment', 0)
    `)
    .run()
  expect(Object.keys((await faults(server, { llm_model_id: 2 }))!)).toEqual(['llm_model_id'])
})

/** For every field that references something of an account: such a thing, and the response field that rejects it. */
async function belongings(account: Sender & { id: number }, { context }: TestServer) {
  const { data } = await account.call(createPhoneNumber, {
    body: { phone_number: '+4930123456', type: 'normal' },
  })
  const tool = await account.call(createTool, {
    body: {
      name: 'look_up',
      description: 'Looks up',
      endpoint: 'https://example.com',
      method: 'GET',
    },
  })
  const base = await context.write((tx) =>
    knowledgeQueries(context.db).insertBase(tx, account.id, 'Menu', context.now()),
  )
  const voice = privateVoice({ context }, account.id)
  const transfer = (id: number) => ({
    type: 'warm_call_transfer',
    supervisor_phone: '+4930123457',
    outbound_phone_id: id,
    description: 'When asked',
  })
  return [
    ['voice_id', voice, (id: number) => ({ voice_id: id })],
    ['phone_number_id', data.id, (id: number) => ({ phone_number_id: id })],
    ['knowledgebase_id', base, (id: number) => ({ knowledgebase_id: id })],
    ['tool_ids.0', tool.data.id, (id: number) => ({ tool_ids: [id] })],
    [
      'tools.1.outbound_phone_id',
      data.id,
      (id: number) => ({ tools: [{ type: 'end_call' }, transfer(id)] }),
    ],
  ] as const
}

test('references to another account are rejected like missing ones, with the same bytes', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const body = await assistantBody(server)
  for (const [field, id, naming] of await belongings(other, server)) {
    const [foreign, missing] = [
      await send(server, 'POST', '/user/assistant', { ...body, ...naming(id) }),
      await send(server, 'POST', '/user/assistant', { ...body, ...naming(9999) }),
    ]
    expect(foreign).toEqual(missing)
    const sentence = `The selected ${field.replaceAll('_', ' ')} is invalid.`
    expect([foreign.status, foreign.body.errors]).toEqual([422, { [field]: [sentence] }])
    expect(await faults(other, naming(id))).toBeNull()
  }
  expect(await server.call(listAllAssistants)).toHaveLength(1)
})

test('a Caller ID number is for outbound assistants only', async () => {
  const server = await startServer()
  await server.call(createPhoneNumber, {
    body: { phone_number: '+4930123456', type: 'caller_id' },
  })
  expect(await faults(server, { phone_number_id: 1 })).toEqual({
    phone_number_id: ['A Caller ID number cannot be assigned to an inbound assistant.'],
  })
  expect(await faults(server, { phone_number_id: 1, type: 'outbound' })).toBeNull()
})

test('a number already in use is reported together with all other errors', async () => {
  const server = await startServer()
  await server.call(createPhoneNumber, { body: { phone_number: '+4930123456', type: 'normal' } })
  await createdAssistant(server, { phone_number_id: 1 })
  expect(Object.keys((await faults(server, { phone_number_id: 1, name: '' }))!).sort()).toEqual([
    'name',
    'phone_number_id',
  ])
  expect(await faults(server, { phone_number_id: 1, type: 'outbound' })).toBeNull()
})

test('of many concurrent requests for one inbound number, exactly one succeeds', async () => {
  const server = await startServer()
  await server.call(createPhoneNumber, { body: { phone_number: '+4930123456', type: 'normal' } })
  const body = { ...(await assistantBody(server)), phone_number_id: 1 }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(server, 'POST', '/user/assistant', body)),
  )
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(19)
  for (const { status, body } of refused) {
    expect([status, body]).toEqual([
      422,
      {
        message: 'Validation failed',
        errors: {
          phone_number_id: ['The phone number is already assigned to another inbound assistant.'],
        },
      },
    ])
  }
  expect(await server.call(listAllAssistants)).toHaveLength(2)
})

test('the database itself allows only one inbound assistant per number', async () => {
  const server = await startServer()
  const { context } = server
  await server.call(createPhoneNumber, { body: { phone_number: '+4930123456', type: 'normal' } })
  await createdAssistant(server, { phone_number_id: 1 })
  const id = await createdAssistant(server, { type: 'outbound', phone_number_id: 1 })
  const sent = NewAssistant.parse({ ...(await assistantBody(server)), phone_number_id: 1 })
  const outbound = assistantRow(server, id)
  const last = context.events.last()
  const taken = expect.objectContaining({
    faults: { phone_number_id: [{ code: 'number_taken' }] },
  })
  await expect(context.write((tx) => writeAssistant(tx, context, 1, sent))).rejects.toThrow(taken)
  await expect(updateAssistant(context, outbound, { type: 'inbound' })).rejects.toThrow(taken)
  expect(assistantRow(server, id)).toEqual(outbound)
  expect(context.events.last()).toBe(last)
})

test('lists have ten per page, ordered by id, and contain only the account’s own', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  await createdAssistant(other)
  for (let count = 0; count < 11; count += 1) {
    await createdAssistant(server, { type: count % 2 === 0 ? 'inbound' : 'outbound' })
  }
  const page = await server.call(listAssistants, { query: { page: 2 } })
  expect(page).toMatchObject({ total: 12, per_page: 10, last_page: 2, from: 11, to: 12 })
  const all = await server.call(listAllAssistants)
  const ids = all.map(({ id }) => id)
  expect(ids).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  expect(page.data.map(({ id }) => id)).toEqual(ids.slice(10))
  const outbound = await server.call(listOutboundAssistants)
  expect(outbound).toEqual(all.filter(({ type }) => type === 'outbound'))
  expect(outbound).toHaveLength(5)
  expect((await other.call(listAllAssistants)).map(({ id }) => id)).toEqual([2])
  expect(await other.call(listOutboundAssistants)).toEqual([])
})

test('a foreign assistant and a missing one are not found, with the same bytes', async () => {
  const server = await startServer()
  const id = await createdAssistant(await anotherAccount(server))
  const [foreign, missing] = [
    await send(server, 'GET', `/user/assistant/${id}`),
    await send(server, 'GET', '/user/assistant/9999'),
  ]
  expect(foreign).toEqual(missing)
  expect([foreign.status, foreign.text]).toEqual([404, '{"message":"Assistant not found"}'])
  expect((await send(server, 'GET', '/user/assistant/1e0')).status).toBe(422)
  expect((await server.call(getAssistant, { params: { id: '1' } })).id).toBe(1)
})

test('a rejected assistant leaves nothing behind', async () => {
  const server = await startServer()
  const last = server.context.events.last()
  const body = { ...(await assistantBody(server)), secondary_language_ids: [1, 9999] }
  await expect(server.call(createAssistant, { body })).rejects.toMatchObject({
    errors: {
      'secondary_language_ids.1': ['The selected secondary language ids.1 is invalid.'],
    },
  })
  expect(server.context.events.last()).toBe(last)
  expect(await server.call(listAllAssistants)).toHaveLength(1)
})
