import { expect, test } from 'vitest'
import type { ModelProvider } from '#contracts/model-providers.ts'
import { createProviderForm } from '../../renderer/screens/settings/models/form-model.ts'
import { createProviderListModel } from '../../renderer/screens/settings/models/list-model.ts'
import { fakeServer, invalid } from './support.ts'

const provider: ModelProvider = {
  id: 7,
  name: 'Hosted',
  base_url: 'https://api.example.com/v1',
  has_key: true,
  is_enabled: true,
  error: null,
  models: [
    {
      id: 3,
      model: 'small',
      name: 'small',
      kind: 'chat',
      input_price: 0.15,
      output_price: 0,
      context_tokens: 8192,
    },
  ],
  created_at: '2026-03-14 09:26:53',
}

const tested = {
  ok: true,
  message: 'small answers.',
  models: ['small', 'other', 'text-embed'],
  model: 'small',
  reply: 'hello',
  first_token_ms: 12,
  dimensions: null,
}

test('untouched fields are saved as they are, and the stored key is not sent', async () => {
  const server = fakeServer()
  const route = 'PUT /user/model-providers/7'
  server.on(route, { message: 'ok', data: provider })
  const form = createProviderForm(server.api, provider)
  expect(await form.save()).toEqual(provider)
  expect(server.bodies(route)).toEqual([
    {
      name: 'Hosted',
      base_url: 'https://api.example.com/v1',
      is_enabled: true,
      models: [
        { model: 'small', kind: 'chat', input_price: 0.15, output_price: 0, context_tokens: 8192 },
      ],
    },
  ])
})

test('a key is sent as entered, trimmed, or as null to remove it', async () => {
  const server = fakeServer()
  const route = 'PUT /user/model-providers/7'
  server.on(route, { message: 'ok', data: provider })
  const form = createProviderForm(server.api, provider)
  form.secret.forgets.value = true
  await form.save()
  form.secret.key.value = ' sk-new\n'
  await form.save()
  expect(server.bodies(route).map((body) => (body as { key: unknown }).key)).toEqual([
    null,
    'sk-new',
  ])
})

test('a test uses the first model listed and the form’s values, and suggests the others', async () => {
  const server = fakeServer()
  const route = 'POST /user/model-providers/test'
  server.on(route, tested)
  const form = createProviderForm(server.api, provider)
  form.url.value = ' https://api.example.com/v2 '
  await form.test()
  expect(server.bodies(route)).toEqual([
    { id: 7, base_url: 'https://api.example.com/v2', model: 'small', kind: 'chat' },
  ])
  expect(form.offered.value).toEqual(['other', 'text-embed'])
  form.add('other', ' text-embed ', 'small', '', 'other')
  expect(form.rows.value.map(({ model, kind }) => [model, kind])).toEqual([
    ['small', 'chat'],
    ['other', 'chat'],
    ['text-embed', 'embedding'],
  ])
  expect(form.offered.value).toEqual([])
  form.remove(1)
  expect(form.offered.value).toEqual(['other'])
})

test('a different address warns that the stored key is not sent there', () => {
  const form = createProviderForm(fakeServer().api, provider)
  expect(form.secret.moves.value).toBe(false)
  form.url.value = 'https://api.example.com/other'
  expect(form.secret.moves.value).toBe(false)
  form.url.value = 'https://api.example.org/v1'
  expect(form.secret.moves.value).toBe(true)
})

test('an invalid price gets an error beside it and nothing is sent; a decimal comma is accepted', async () => {
  const server = fakeServer()
  const route = 'POST /user/model-providers'
  server.on(route, { message: 'ok', data: provider })
  const form = createProviderForm(server.api)
  form.add('small')
  form.change(0, { input: 'cheap' })
  expect(await form.save()).toBeUndefined()
  expect(Object.keys(form.errors.value)).toEqual(['models.0.input_price'])
  expect(server.bodies(route)).toEqual([])
  form.change(0, { input: '0,15' })
  await form.save()
  expect(server.bodies(route)).toMatchObject([{ models: [{ input_price: 0.15 }] }])
})

test('the server’s errors are shown beside their fields, and a failure as a sentence', async () => {
  const server = fakeServer()
  server.on('POST /user/model-providers', () =>
    invalid({ name: ['The name has already been taken.'] }),
  )
  const form = createProviderForm(server.api)
  expect(await form.save()).toBeUndefined()
  expect(form.errors.value['name']).toBeDefined()
  const message = 'This machine has no keyring.'
  server.on('POST /user/model-providers', () => Response.json({ message }, { status: 409 }))
  await form.save()
  expect(form.failure.value).toBe(message)
  expect(form.busy.value).toBe(false)
})

test('a non-owner is told so; a discovered server is added only once', async () => {
  const server = fakeServer()
  const model = createProviderListModel(server.api)
  server.on('GET /user/model-providers', () => Response.json({ message: 'No.' }, { status: 403 }))
  await model.load()
  expect(model.isAllowed.value).toBe(false)
  const program = {
    preset: 'ollama',
    name: 'Ollama',
    base_url: 'http://127.0.0.1:11434/v1',
    models: ['small'],
    embeddings: [],
    provider_id: null,
  }
  server.on('POST /user/model-providers/discover', { data: [program] })
  server.on('POST /user/model-providers/found/ollama', { message: 'ok', data: provider })
  await model.search()
  expect(await model.use('ollama')).toBe(true)
  expect(model.found.value).toMatchObject([{ provider_id: 7 }])
  server.on('POST /user/model-providers/found/ollama', () =>
    Response.json({ message: 'It has been added already' }, { status: 409 }),
  )
  expect(await model.use('ollama')).toBe(false)
  expect(model.localError.value).toBe('It has been added already')
})
