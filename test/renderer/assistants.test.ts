import { expect, test } from 'vitest'
import type { Assistant } from '#contracts/assistants.ts'
import { newDraft } from '../../renderer/screens/assistants/draft.ts'
import { createEmbedModel, originOf } from '../../renderer/screens/assistants/embed-model.ts'
import { createAssistantFormModel } from '../../renderer/screens/assistants/form-model.ts'
import { createAssistantsModel } from '../../renderer/screens/assistants/list-model.ts'
import { fakeLive, fakeServer, invalid, later, settle } from './support.ts'

const english = { id: 1, name: 'English', iso_2: 'en' }
const german = { id: 2, name: 'German', iso_2: 'de' }
const voice = (id: number) => ({ id, name: `Voice ${id}`, gender: 'female', preview_url: '' })

async function openForm() {
  const server = fakeServer()
  server.on('GET /user/assistants/languages', [german, english])
  server.on('GET /user/assistants/voices', [voice(7), voice(8)])
  server.on('GET /user/assistants/models', [{ id: 3, name: 'Built-in' }])
  const model = createAssistantFormModel(server.call, newDraft('Europe/Berlin'))
  await model.load()
  return { server, model }
}

test('a new form is filled in with what fits', async () => {
  const { model } = await openForm()
  expect(model.draft.value).toMatchObject({ language_id: '1', voice_id: '7', model_id: '3' })
})

test('voices and models follow the engine and the language; a choice that fits stays', async () => {
  const { server, model } = await openForm()
  model.edit({ voice_id: '8' })
  server.on('GET /user/assistants/voices', [voice(9), voice(8)])
  server.on('GET /user/assistants/models', [{ id: 4, name: 'Realtime' }])
  model.setMode('dualplex')
  await settle()
  expect(model.draft.value).toMatchObject({ voice_id: '8', model_id: '4' })
  const queries = server.calls.slice(-2).map(({ query }) => query)
  expect(queries).toEqual([{ mode: 'dualplex', language_id: '1' }, { type: 'dualplex' }])
})

test('the answer to an older question does not overtake the newer one', async () => {
  const { server, model } = await openForm()
  const slow = later<object>()
  server.on('GET /user/assistants/voices', () => slow.promise)
  model.edit({ language_id: '2' })
  server.on('GET /user/assistants/voices', [voice(11)])
  model.edit({ language_id: '1' })
  await settle()
  slow.resolve([voice(12)])
  await settle()
  expect(model.draft.value.voice_id).toBe('11')
})

test('the server’s messages stand beside their fields, and nothing that was typed is lost', async () => {
  const { server, model } = await openForm()
  server.on('POST /user/assistant', () =>
    invalid({
      name: ['The name field is required.'],
      llm_model_id: ['The selected llm model id is invalid.'],
      webhook_url: ['The webhook url must be a valid URL.'],
    }),
  )
  model.edit({ system_prompt: 'Our shop.' })
  expect(await model.submit()).toBeUndefined()
  expect(model.errors.value).toMatchObject({
    name: 'The name field is required.',
    model_id: 'The selected llm model id is invalid.',
  })
  expect(model.otherErrors.value).toEqual([['webhook_url', 'The webhook url must be a valid URL.']])
  expect(model.draft.value.system_prompt).toBe('Our shop.')
  model.edit({ name: 'Shop' })
  expect(model.errors.value).not.toHaveProperty('name')
})

test('the model goes into the field of its engine', async () => {
  const { server, model } = await openForm()
  const summary = { id: 5, name: 'Shop', status: 'inactive', type: 'inbound', mode: 'pipeline' }
  server.on('POST /user/assistant', { message: 'ok', data: summary })
  expect(await model.submit()).toMatchObject({ id: 5 })
  model.setMode('multimodal')
  await model.submit()
  const [first, second] = server.bodies('POST /user/assistant')
  expect(first).toMatchObject({ llm_model_id: '3', timezone: 'Europe/Berlin' })
  expect(second).toHaveProperty('multimodal_model_id')
  expect(second).not.toHaveProperty('llm_model_id')
})

test('a form that cannot be sent says why', async () => {
  const { model } = await openForm()
  expect(await model.submit()).toBeUndefined()
  expect(model.failure.value).toContain('does not answer')
})

async function openList() {
  const server = fakeServer()
  const live = fakeLive()
  const assistant = { id: 5, name: 'Shop', status: 'inactive' } as Assistant
  server.on('GET /user/assistants/get', { data: [assistant], current_page: 1, total: 1 })
  const model = createAssistantsModel(server.call, live)
  await model.open()
  return { server, live, model, assistant, status: () => model.page.value?.data[0]?.status }
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

test('activating is taken back with the server’s reason', async () => {
  const { server, model, assistant, status } = await openList()
  server.on('POST /user/assistant/5/activate', () =>
    invalid({ llm_model_id: ['The selected model is not available.'] }),
  )
  await expect(model.setActive(assistant, true)).rejects.toThrow('not available')
  expect(status()).toBe('inactive')
})

test('what another window changes shows here', async () => {
  const { live, status } = await openList()
  const data = { id: 5, name: 'Shop', status: 'active', type: 'inbound', mode: 'pipeline' } as const
  live.emit({ type: 'assistant.updated', id: 1, data })
  expect(status()).toBe('active')
})

test.each([
  ['https://www.example.com/contact?x=1', 'https://www.example.com'],
  [' shop.example ', 'https://shop.example'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['ftp://example.com', undefined],
  ['javascript://alert', undefined],
  ['two words', undefined],
  ['', undefined],
])('the origin of “%s” is %s', (typed, origin) => {
  expect(originOf(typed)).toBe(origin)
})

test('websites are added, refused beside the field, and removed', async () => {
  const server = fakeServer()
  const embedding = { uuid: 'u', allowed_origins: ['https://a.example'], snippet: '', origin: '' }
  server.on('GET /user/assistants/get', { data: [{ id: 5 }], next_page_url: null })
  server.on('GET /user/assistant/5/embedding', embedding)
  server.on('PUT /user/assistant/5/embedding', ({ body }) => ({
    ...embedding,
    ...(body as object),
  }))
  const model = createEmbedModel(server.call, 5)
  await model.open()

  model.edit('https://a.example/again')
  expect(await model.add()).toBe(false)
  expect(model.draftError.value).toContain('already')

  model.edit('b.example')
  expect(await model.add()).toBe(true)
  expect(model.draft.value).toBe('')
  await model.remove('https://a.example')
  expect(model.embedding.value?.allowed_origins).toEqual(['https://b.example'])

  server.on('PUT /user/assistant/5/embedding', () =>
    invalid({ 'allowed_origins.1': ['The allowed origins.1 must be a valid URL.'] }),
  )
  model.edit('c.example')
  expect(await model.add()).toBe(false)
  expect(model.draft.value).toBe('c.example')
  expect(model.draftError.value).toContain('must be a valid URL')
})
