import { expect, test } from 'vitest'
import { ASSISTANT_FIELDS } from '#contracts/assistant-fields.ts'
import type { Assistant } from '#contracts/assistants.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createFormModel } from '../../renderer/screens/assistants/form/form-model.ts'
import { createAssistantsModel } from '../../renderer/screens/assistants/list/list-model.ts'
import { createNewModel } from '../../renderer/screens/assistants/new/new-model.ts'
import { createPlaygroundModel } from '../../renderer/screens/assistants/playground/playground-model.ts'
import { boundsOf } from '../../renderer/screens/assistants/settings/bounds.ts'
import {
  SETTING_FIELDS,
  searchSettings,
} from '../../renderer/screens/assistants/settings/fields.ts'
import { piecesOf } from '../../renderer/screens/assistants/versions/difference.ts'
import { formFields, formOf, settingDefaults } from './assistant-support.ts'
import { fakeLive, fakeServer, invalid, later, settle } from './support.ts'

test('the form has every setting of the contract exactly once, with a label and a hint', () => {
  expect(SETTING_FIELDS.map(({ name }) => name).sort()).toEqual([...ASSISTANT_FIELDS].sort())
  for (const { name, label, hint } of SETTING_FIELDS)
    expect([name, label.length > 1, hint.length > 5]).toEqual([name, true, true])
})

test('every numeric setting takes its bounds from the contract', () => {
  const numbers = SETTING_FIELDS.filter(({ control }) =>
    ['number', 'slider'].includes(control.kind),
  )
  expect(numbers.length).toBeGreaterThan(12)
  for (const { name } of numbers)
    expect(boundsOf(name).max).toBeLessThan(name.startsWith('budget') ? 1_000_001 : 3651)
  expect(boundsOf('speech_speed')).toEqual({ min: 0.7, max: 1.2 })
})

test.each([
  ['name', 'name'],
  ['reengagement_prompt', 'reengagement_prompt'],
  ['hang up caller', 'max_initial_silence_duration'],
  ['webhook', 'post_call_schema'],
])('searching for “%s” finds %s', (text, name) => {
  expect(searchSettings(text).map((field) => field.name)).toContain(name)
})

async function openForm(storage = memoryStorage()) {
  const server = fakeServer()
  const live = fakeLive()
  server.on('GET /user/assistants/5/settings', formOf(3))
  server.on('GET /user/assistants/defaults', ({ url }) => settingDefaults(url))
  for (const path of [
    'languages',
    'phone-numbers',
    'synthesizer-providers',
    'transcriber-providers',
  ])
    server.on(`GET /user/assistants/${path}`, [])
  server.on('GET /user/assistants/voices', [{ id: 7 }, { id: 8 }])
  server.on('GET /user/assistants/models', [{ id: 1, name: 'Built-in' }])
  server.on('GET /user/knowledgebases', { data: [] })
  server.on('GET /user/tools', [])
  server.on('GET /user/mcp-servers', { data: [] })
  server.on('GET /user/assistants', [])
  const model = createFormModel({ api: server.api, live, storage, id: 5 })
  await model.open()
  return { server, live, model, storage }
}

test('a setting changed back is not a change', async () => {
  const { model } = await openForm()
  model.edit('name', 'Other')
  model.edit('record', true)
  expect(model.changed.value).toEqual(['name', 'record'])
  model.edit('name', 'Bakery')
  expect(model.changed.value).toEqual(['record'])
  model.reset('record')
  expect(model.isDirty.value).toBe(false)
})

test('only changes are sent, with the version they are based on', async () => {
  const { server, model } = await openForm()
  server.on('PUT /user/assistants/5/settings', formOf(4, { name: 'Other' }))
  model.edit('name', 'Other')
  expect(await model.save('Because')).toBe('saved')
  expect(server.bodies('PUT /user/assistants/5/settings')).toEqual([
    { name: 'Other', version: 3, note: 'Because' },
  ])
  expect([model.isDirty.value, model.form.value?.version.number]).toEqual([false, 4])
})

test('values the contract rejects are reported before sending, in the server’s words', async () => {
  const { server, model } = await openForm()
  model.edit('name', ' ')
  model.edit('max_duration', 'ten')
  model.edit('is_webhook_active', true)
  model.edit('post_call_schema', [{ name: 'X', type: 'string', description: 'What' }])
  expect(await model.save()).toBe('refused')
  expect(model.errors.value).toEqual({
    name: 'The name field is required.',
    max_duration: 'The max duration must be an integer.',
    webhook_url: 'The webhook url field is required when is webhook active is true.',
    'post_call_schema.0.name': 'The post call schema.0.name must be at least 3 characters.',
  })
  expect(server.bodies('PUT /user/assistants/5/settings')).toEqual([])
  model.edit('post_call_schema', [])
  expect(Object.keys(model.errors.value)).not.toContain('post_call_schema.0.name')
})

test('the server’s messages are shown beside their settings, and no input is lost', async () => {
  const { server, model } = await openForm()
  server.on('PUT /user/assistants/5/settings', () =>
    invalid({ phone_number_id: ['The selected phone number id is invalid.'] }),
  )
  model.edit('phone_number_id', 9)
  expect(await model.save()).toBe('refused')
  expect(model.errors.value).toEqual({
    phone_number_id: 'The selected phone number id is invalid.',
  })
  expect(model.values.value?.phone_number_id).toBe(9)
})

test('switching the engine resets its own settings to fitting values', async () => {
  const { server, model } = await openForm()
  server.on('GET /user/assistants/voices', [{ id: 20 }])
  model.edit('mode', 'multimodal')
  await settle()
  expect(model.values.value).toMatchObject({
    voice_id: 20,
    multimodal_model_id: 1,
    llm_model_id: null,
    knowledgebase_mode: 'function_call',
  })
  expect(model.changes.value).not.toHaveProperty('knowledgebase_mode')
  model.edit('mode', 'pipeline')
  await settle()
  expect(model.values.value).toMatchObject({ llm_model_id: 1, knowledgebase_mode: 'prompt' })
})

test('defaults follow the language; explicit choices stay', async () => {
  const { model } = await openForm()
  model.edit('language_id', 2)
  await settle()
  expect(model.values.value).toMatchObject({
    transcriber_provider_id: 22,
    synthesizer_provider_id: 9,
  })
})

test('changes survive a reload, and are discarded once saved', async () => {
  const { model, storage, server } = await openForm()
  model.edit('system_prompt', 'Unsaved')
  model.stop()
  const again = await openForm(storage)
  expect(again.model.isRestored.value).toBe(true)
  expect(again.model.values.value?.system_prompt).toBe('Unsaved')
  again.server.on('PUT /user/assistants/5/settings', formOf(4, { system_prompt: 'Unsaved' }))
  expect(await again.model.save()).toBe('saved')
  expect(storage.getItem('parley.assistant.5')).toBeNull()
  void server
})

test('a newer version is loaded when there are no local changes', async () => {
  const { server, live, model } = await openForm()
  server.on('GET /user/assistants/5/settings', formOf(4, { name: 'Theirs' }))
  live.emit(updated())
  await settle()
  expect(model.values.value?.name).toBe('Theirs')
  expect(model.theirs.value).toBeUndefined()
})

test('a concurrent version blocks saving until it is merged, and each setting ends up with one value', async () => {
  const { server, model } = await openForm()
  const theirs = formOf(4, { name: 'Theirs', record: true, ringing_time: 12 })
  server.on('PUT /user/assistants/5/settings', () =>
    Response.json({ message: 'The assistant was changed meanwhile.' }, { status: 409 }),
  )
  server.on('GET /user/assistants/5/settings', theirs)
  model.edit('name', 'Mine')
  model.edit('record', true)
  model.edit('system_prompt', 'My instructions')
  expect(await model.save()).toBe('superseded')
  // Both turned recording on, which is not a conflict.
  expect(model.conflicts.value).toEqual(['name'])
  expect(await model.save()).toBe('superseded')
  await model.merge(new Set(['name']))
  expect(model.changes.value).toEqual({ system_prompt: 'My instructions' })
  expect(model.values.value).toMatchObject({ name: 'Theirs', record: true, ringing_time: 12 })
  server.on('PUT /user/assistants/5/settings', formOf(5))
  await model.save()
  expect(server.bodies('PUT /user/assistants/5/settings').at(-1)).toMatchObject({ version: 4 })
})

test('a draft older than the current version is compared with the version it was based on', async () => {
  const { model, storage } = await openForm()
  model.edit('name', 'Mine')
  model.stop()
  const server = fakeServer()
  const first = await openForm(storage)
  first.server.on('GET /user/assistants/5/settings', formOf(4, { name: 'Theirs' }))
  first.server.on('GET /user/assistants/5/versions/3', {
    ...formOf(3).version,
    fields: formFields(),
  })
  await first.model.open()
  expect(first.model.conflicts.value).toEqual(['name'])
  void server
})

function updated(id = 5) {
  const data = { id, name: 'Shop', status: 'active', type: 'inbound', mode: 'pipeline' } as const
  return { type: 'assistant.updated', id: 1, data } as const
}

const frame = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`

function playground(stream: string) {
  const server = fakeServer()
  server.on('POST /user/assistants/playground', () => new Response(stream))
  const values = {
    ...formFields({ system_prompt: 'Be kind to {{who}}', variables: { who: 'Ann' } }),
  }
  const model = createPlaygroundModel({ fetch: server.fetch, id: 5, values: () => values })
  return { server, model }
}

test('the playground sends the draft as it is and shows the answer as it streams', async () => {
  const end = { complete: true, input_tokens: 10, output_tokens: 5, cost: 0.25, total_ms: 900 }
  const { server, model } = playground(
    frame('input', { system: 'Be kind' }) +
      frame('delta', { text: 'Hel' }) +
      frame('delta', { text: 'lo' }) +
      frame('end', end),
  )
  expect(model.asked.value).toEqual([{ name: 'who', value: 'Ann' }])
  model.setVariable('who', 'Bob')
  model.draft.value = 'Hi'
  await model.say()
  expect(server.bodies('POST /user/assistants/playground')[0]).toMatchObject({
    assistant_id: 5,
    fields: { system_prompt: 'Be kind to {{who}}' },
    variables: { who: 'Bob' },
    messages: [
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'Hi' },
    ],
  })
  expect(model.turns.value).toMatchObject([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello', input: { system: 'Be kind' }, end },
  ])
  expect(model.spent.value).toEqual({ cost: 0.25, tokens: 15 })
  model.restart()
  expect(model.turns.value).toEqual([])
})

test('a truncated answer is marked incomplete, and a failed request can be retried', async () => {
  const cut = playground(frame('delta', { text: 'Hel' }))
  cut.model.draft.value = 'Hi'
  await cut.model.say()
  expect(cut.model.turns.value.at(-1)).toMatchObject({ content: 'Hel', isWriting: false })
  expect(cut.model.turns.value.at(-1)?.end).toBeUndefined()

  const { server, model } = playground('')
  server.on('POST /user/assistants/playground', () =>
    Response.json({ message: 'Insufficient balance.' }, { status: 400 }),
  )
  model.draft.value = 'Hi'
  await model.say()
  expect([model.draft.value, model.turns.value, model.error.value]).toEqual([
    'Hi',
    [],
    'Insufficient balance.',
  ])
})

test('two texts are compared word by word', () => {
  expect(piecesOf('We open at 7 today', 'We open at 8 today')).toEqual([
    { text: 'We open at ', kind: 'same' },
    { text: '7', kind: 'removed' },
    { text: '8', kind: 'added' },
    { text: ' today', kind: 'same' },
  ])
  expect(piecesOf(7, 8)).toBeUndefined()
})

test('a new assistant has the desk’s language, a matching voice, and its template’s content', async () => {
  const server = fakeServer()
  server.on('GET /user/assistants/languages', [
    { id: 2, name: 'German', iso_2: 'de' },
    { id: 1, name: 'English', iso_2: 'en' },
  ])
  server.on('GET /user/assistants/models', [{ id: 3, name: 'Built-in' }])
  server.on('GET /user/assistants/voices', [{ id: 7 }, { id: 8 }])
  server.on('POST /user/assistant', { message: 'ok', data: { id: 6, name: 'Reception' } })
  const storage = memoryStorage()
  const open = () => createNewModel({ api: server.api, storage, timezone: 'Europe/Berlin' })
  const typed = open()
  typed.rename('Half a name')
  typed.template.value = 'bookings'
  const model = open()
  await model.load()
  // What was typed before a reload is still there.
  expect([model.name.value, model.template.value]).toEqual(['Half a name', 'bookings'])
  model.rename('')
  expect([model.languageId.value, model.voiceId.value]).toEqual([1, 7])
  model.template.value = 'bookings'
  expect(await model.create()).toMatchObject({ id: 6 })
  expect(server.bodies('POST /user/assistant')[0]).toMatchObject({
    name: 'Reception',
    llm_model_id: 3,
    timezone: 'Europe/Berlin',
    post_call_schema: expect.arrayContaining([expect.objectContaining({ name: 'wanted_date' })]),
  })
  expect(open().template.value).toBe('support')
  model.template.value = 'blank'
  expect(await model.create()).toBeUndefined()
  expect(model.errors.value).toEqual({ name: 'The name field is required.' })
})

async function openList() {
  const server = fakeServer()
  const live = fakeLive()
  const assistant = { id: 5, name: 'Shop', status: 'inactive', initial_message: 'Hi' } as Assistant
  server.on('GET /user/assistants', [assistant, { ...assistant, id: 6, name: 'Front desk' }])
  const address = memoryAddress('/app/assistants')
  const model = createAssistantsModel({ api: server.api, live, address })
  await model.open()
  return { server, live, model, assistant, address, status: () => model.all.value?.[0]?.status }
}

test('activating shows at once', async () => {
  const { server, model, assistant, status } = await openList()
  const slow = later<object>()
  server.on('POST /user/assistant/5/activate', () => slow.promise)
  const change = model.setActive(assistant, true)
  expect(status()).toBe('active')
  expect(model.changing.value.has(5)).toBe(true)
  slow.resolve({ message: 'ok', data: {} })
  await change
  expect(status()).toBe('active')
  expect(model.changing.value.size).toBe(0)
})

test('a failed activation is reverted with the server’s reason', async () => {
  const { server, model, assistant, status } = await openList()
  server.on('POST /user/assistant/5/activate', () =>
    invalid({ llm_model_id: ['The selected model is not available.'] }),
  )
  await expect(model.setActive(assistant, true)).rejects.toThrow('not available')
  expect(status()).toBe('inactive')
})

test('changes and deletions from another window show here', async () => {
  const { live, model, status } = await openList()
  live.emit(updated())
  expect(status()).toBe('active')
  live.emit({ ...updated(6), type: 'assistant.deleted' })
  expect(model.all.value?.map(({ id }) => id)).toEqual([5])
})

test('a list requested before an event is requested again', async () => {
  const { server, live, assistant, status } = await openList()
  const slow = later<Assistant[]>()
  server.on('GET /user/assistants', () => slow.promise)
  live.emit({ ...updated(), type: 'assistant.created' })
  // Both are in flight: the list as it was before the event, and the event.
  live.emit(updated())
  server.on('GET /user/assistants', [{ ...assistant, status: 'active' }])
  slow.resolve([assistant])
  await settle()
  await expect.poll(status).toBe('active')
})

test('search and status filter the list, and are in the URL', async () => {
  const { model, address } = await openList()
  model.search.value = 'front'
  expect(model.shown.value?.map(({ id }) => id)).toEqual([6])
  expect(address.url.value).toBe('/app/assistants?q=front')
  model.status.value = 'active'
  expect(model.shown.value).toEqual([])
})
