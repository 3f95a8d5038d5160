import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Embedding } from '#contracts/embedding.ts'
import { DEFAULT_LOOK, lookOf } from '../../renderer/screens/embed/look.ts'
import { createEmbedModel, originOf } from '../../renderer/screens/embed/model.ts'
import { audienceOf, reachOf } from '../../renderer/screens/embed/reach.ts'
import { snippetsOf } from '../../renderer/screens/embed/snippets.ts'
import { fakeServer, invalid } from './support.ts'

const EMBEDDING: Embedding = {
  uuid: '0190a1b2-0000-7000-8000-000000000001',
  allowed_origins: [],
  draft_preview: true,
  chat_mode: 'auto',
  snippet: '',
  pinned: { url: 'https://chat.example.com/widget/widget-abc.js', integrity: 'sha384-xyz' },
  origin: 'https://chat.example.com',
  is_public: true,
}

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
  server.on('GET /user/assistant/5', { id: 5, widget_settings: {} })
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

test.each([
  ['https://shop.example.com', 'https://chat.example.com', 'works'],
  ['http://localhost:8080', 'http://127.0.0.1:4317', 'works'],
  ['https://shop.example.com', 'http://127.0.0.1:4317', 'this-machine'],
  ['https://shop.example.com', 'http://chat.example.com', 'insecure'],
  ['http://shop.example.com', 'http://192.168.1.5:4317', 'network'],
  ['http://localhost:8080', 'http://chat.example.com', 'works'],
] as const)('a page of %s with Parley at %s: %s', (website, parley, reach) => {
  expect(reachOf(website, parley)).toBe(reach)
})

test.each([
  ['http://127.0.0.1:4317', 'machine'],
  ['http://[::1]:4317', 'machine'],
  ['http://172.20.1.1', 'network'],
  ['http://172.32.1.1', 'everybody'],
  ['https://desk.local', 'network'],
  ['https://chat.example.com', 'everybody'],
] as const)('%s can be reached by: %s', (parley, audience) => {
  expect(audienceOf(parley)).toBe(audience)
})

test('the tag says what is not usual, and nothing else', () => {
  const { tag } = snippetsOf(EMBEDDING, DEFAULT_LOOK)
  expect(tag).toBe(
    `<script src="https://chat.example.com/widget.js" data-assistant="${EMBEDDING.uuid}" async></script>`,
  )
  const { tag: dressed, pinned } = snippetsOf(EMBEDDING, {
    ...DEFAULT_LOOK,
    color: '#1d4ed8',
    position: 'left',
  })
  expect(dressed).toContain(' data-color="#1d4ed8" data-position="left" async')
  expect(pinned).toContain(
    'src="https://chat.example.com/widget/widget-abc.js" integrity="sha384-xyz" crossorigin="anonymous"',
  )
  expect(snippetsOf({ ...EMBEDDING, pinned: null }, DEFAULT_LOOK).pinned).toBeUndefined()
})

test('whatever the words on the button are, the tag and the script carry exactly them', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (label) => {
      const { tag, script } = snippetsOf(EMBEDDING, { ...DEFAULT_LOOK, label })
      const parsed = new DOMParser().parseFromString(tag, 'text/html').querySelector('script')
      expect(parsed?.dataset['label']?.replaceAll('\r\n', '\n')).toBe(label)
      const chat = { dataset: {} as Record<string, string> }
      const line = script.split('\n').find((one) => one.startsWith('chat.dataset.label'))
      new Function('chat', line!)(chat)
      expect(chat.dataset['label']).toBe(label)
    }),
  )
})

test('a look that was stored by another program is taken as far as it makes sense', () => {
  expect(lookOf({})).toEqual(DEFAULT_LOOK)
  expect(lookOf({ color: 'red', position: 3, theme: 'blue', label: null })).toEqual(DEFAULT_LOOK)
  expect(lookOf({ color: '#fff', position: 'left', theme: 'dark', label: 'Hi' })).toEqual({
    color: '#fff',
    position: 'left',
    theme: 'dark',
    label: 'Hi',
  })
})

test('the look is saved beside what else is stored, and a half-typed colour is neither shown nor saved', async () => {
  const server = fakeServer()
  let widget_settings: object = { greeting: 'kept', color: '#1d4ed8' }
  server.on('GET /user/assistant/5', () => ({ id: 5, widget_settings }))
  server.on('GET /user/assistant/5/embedding', EMBEDDING)
  server.on('PUT /user/assistant/5', ({ body }) => {
    widget_settings = (body as { widget_settings: object }).widget_settings
    return { message: '', data: {} }
  })
  const model = createEmbedModel(server.call, 5)
  await model.open()
  expect(model.look.value.color).toBe('#1d4ed8')
  expect(model.hasChanged.value).toBe(false)

  model.change({ color: '#be1' })
  model.change({ color: '#be18' })
  expect(model.colorError.value).toBeDefined()
  expect(model.shown.value.color).toBe('#1d4ed8')

  model.change({ color: '#be185d', label: 'Ask us' })
  expect(await model.saveLook()).toBe(true)
  expect(widget_settings).toEqual({
    greeting: 'kept',
    color: '#be185d',
    position: 'right',
    theme: 'auto',
    label: 'Ask us',
  })
  expect(model.hasChanged.value).toBe(false)
})
