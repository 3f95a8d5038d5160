import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Embedding } from '#contracts/assistant-embedding.ts'
import { audienceOf, reachOf } from '#contracts/reach.ts'
import { DEFAULT_LOOK, lookOf } from '#contracts/widget-look.ts'
import type { TagOptions } from '#contracts/widget-tag.ts'
import { mistakesOf } from '../../renderer/screens/embed/check.ts'
import { draftOf, mergedWith } from '../../renderer/screens/embed/draft.ts'
import { NEW_FIELD } from '../../renderer/screens/embed/form-fields.ts'
import { createEmbedModel } from '../../renderer/screens/embed/model.ts'
import { isSameCode, snippetsOf } from '../../renderer/screens/embed/snippets.ts'
import { originOf } from '../../renderer/screens/embed/websites-model.ts'
import { fakeServer, invalid } from './support.ts'

const EMBEDDING: Embedding = {
  uuid: '0190a1b2-0000-7000-8000-000000000001',
  allowed_origins: [],
  draft_preview: true,
  chat_mode: 'auto',
  picture: null,
  snippet: '',
  pinned: { url: 'https://chat.example.com/widget/widget-abc.js', integrity: 'sha384-xyz' },
  origin: 'https://chat.example.com',
  is_public: true,
}

const PLAIN: TagOptions = { look: DEFAULT_LOOK, fallback: '', isInviting: false }

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

test('websites are added, rejected beside the field, and removed', async () => {
  const server = fakeServer()
  const embedding = { uuid: 'u', allowed_origins: ['https://a.example'], snippet: '', origin: '' }
  server.on('GET /user/assistant/5', { id: 5, widget_settings: {} })
  server.on('GET /user/assistant/5/embedding', embedding)
  server.on('PUT /user/assistant/5/embedding', ({ body }) => ({
    ...embedding,
    ...(body as object),
  }))
  const { open, websites: model, embedding: kept } = createEmbedModel(server.api, 5)
  await open()

  model.edit('https://a.example/again')
  expect(await model.add()).toBe(false)
  expect(model.error.value).toContain('Already')

  model.edit('b.example')
  expect(await model.add()).toBe(true)
  expect(model.draft.value).toBe('')
  await model.remove('https://a.example')
  expect(kept.value?.allowed_origins).toEqual(['https://b.example'])

  server.on('PUT /user/assistant/5/embedding', () =>
    invalid({ 'allowed_origins.1': ['The allowed origins.1 must be a valid URL.'] }),
  )
  model.edit('c.example')
  expect(await model.add()).toBe(false)
  expect(model.draft.value).toBe('c.example')
  expect(model.error.value).toContain('must be a valid URL')
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

test('the tag contains only settings that differ from the default', () => {
  const { tag } = snippetsOf(EMBEDDING, PLAIN)
  expect(tag).toBe(
    `<script src="https://chat.example.com/widget.js" data-assistant="${EMBEDDING.uuid}" async></script>`,
  )
  const { tag: dressed, pinned } = snippetsOf(EMBEDDING, {
    look: {
      ...DEFAULT_LOOK,
      color: '#1d4ed8',
      position: 'top-left',
      offset_x: '24',
      icon: 'own',
      icon_text: '?!',
    },
    fallback: 'mailto:help@example.com',
    isInviting: true,
  })
  expect(dressed).toContain(
    ' data-color="#1d4ed8" data-position="top-left" data-offset-x="24" data-icon="?!" data-fallback="mailto:help@example.com" data-invite async',
  )
  expect(pinned).toContain(
    'src="https://chat.example.com/widget/widget-abc.js" integrity="sha384-xyz" crossorigin="anonymous"',
  )
  expect(snippetsOf({ ...EMBEDDING, pinned: null }, PLAIN).pinned).toBeUndefined()
})

test('element, module, React and self-hosted snippets are equivalent to the tag', () => {
  const look = { ...DEFAULT_LOOK, offset_y: '0', label: 'Ask' }
  const told = { look, fallback: '', isInviting: true }
  const { element, inline, module, react, copy } = snippetsOf(EMBEDDING, told)
  const { uuid } = EMBEDDING
  const attributes = `assistant="${uuid}" offset-y="0" label="Ask" invite`
  expect(element).toContain(`<parley-chat ${attributes}></parley-chat>`)
  expect(inline).toContain(`<parley-chat ${attributes} inline></parley-chat>`)
  expect(module).toContain("from 'https://chat.example.com/widget/parley.js'")
  expect(module).toContain(
    `assistant: "${uuid}",\n  offsetY: "0",\n  label: "Ask",\n  invite: true,`,
  )
  expect(react).toContain('chat.dataset.offsetY = "0"')
  expect(copy).toContain(
    'src="/chat/widget.js" data-server="https://chat.example.com" data-assistant',
  )
})

test('whatever the button’s label is, the tag and the script contain it exactly', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (label) => {
      const { tag, script } = snippetsOf(EMBEDDING, {
        ...PLAIN,
        look: { ...DEFAULT_LOOK, label },
      })
      const parsed = new DOMParser().parseFromString(tag, 'text/html').querySelector('script')
      expect(parsed?.dataset['label']?.replaceAll('\r\n', '\n')).toBe(label)
      expect(script.slice('<script>'.length)).not.toMatch(/<(?!\/script>$)/)
      const chat = { dataset: {} as Record<string, string> }
      const line = script.split('\n').find((one) => one.startsWith('chat.dataset.label'))
      new Function('chat', line!)(chat)
      expect(chat.dataset['label']).toBe(label)
    }),
  )
})

test('a look stored by another program is used as far as it is valid', () => {
  expect(lookOf({})).toEqual(DEFAULT_LOOK)
  const nonsense = {
    color: 'red',
    position: 3,
    theme: 'blue',
    label: null,
    offset_x: -3,
    icon: 'abc',
  }
  expect(lookOf(nonsense)).toEqual(DEFAULT_LOOK)
  const stored = {
    color: '#fff',
    position: 'left',
    theme: 'dark',
    label: 'Hi',
    offset_x: 30,
    icon: '👋🏽',
  }
  expect(lookOf(stored)).toEqual({
    color: '#fff',
    position: 'bottom-left',
    theme: 'dark',
    label: 'Hi',
    offset_x: '30',
    offset_y: '',
    icon: 'own',
    icon_text: '👋🏽',
  })
})

/** A server that stores the settings of one assistant, and a model using it. */
async function opened(before: object) {
  const server = fakeServer()
  const kept = { widget_settings: before }
  server.on('GET /user/assistant/5', () => ({ id: 5, timezone: 'UTC', ...kept }))
  server.on('GET /user/assistant/5/embedding', EMBEDDING)
  server.on('PUT /user/assistant/5', ({ body }) => {
    Object.assign(kept, body)
    return { message: '', data: {} }
  })
  const model = createEmbedModel(server.api, 5)
  await model.open()
  return { server, kept, model }
}

test('defaults are not stored, unknown keys are kept, and an incomplete colour is neither shown nor saved', async () => {
  const { kept, model } = await opened({ greeting: 'kept', color: '#1d4ed8', theme: 'dark' })
  expect(model.look.value.color).toBe('#1d4ed8')
  expect(model.hasChanged.value).toBe(false)

  model.change({ color: '#be18' })
  expect(model.mistakes.value['color']).toBeDefined()
  expect(model.look.value.color).toBe('#1d4ed8')
  expect(await model.save()).toBe('refused')
  expect(model.draft.value.color).toBe('#be18')

  model.change({ color: '#be185d', label: 'Ask us', theme: 'auto' })
  expect(await model.save()).toBe('saved')
  expect(kept.widget_settings).toEqual({ greeting: 'kept', color: '#be185d', label: 'Ask us' })
  expect(model.hasChanged.value).toBe(false)
})

test('changes by another program during editing survive saving', async () => {
  const { kept, model } = await opened({})
  kept.widget_settings = { campaign: 'spring' }
  model.change({ starters: ['What does it cost?', ' '] })
  expect(await model.save()).toBe('saved')
  expect(kept.widget_settings).toEqual({ campaign: 'spring', starters: ['What does it cost?'] })
})

test('an error elsewhere is reported on saving, not while typing, and nothing is sent', async () => {
  const { server, model } = await opened({})
  model.change({ form: [NEW_FIELD], privacy_url: 'example.com' })
  expect(model.mistakes.value).toEqual({})
  expect(await model.save()).toBe('refused')
  expect(Object.keys(model.mistakes.value)).toEqual(['form.0.label', 'privacy_url'])
  expect(server.bodies('PUT /user/assistant/5')).toEqual([])
  const undo = model.discard()
  expect(model.hasChanged.value).toBe(false)
  undo()
  expect(model.draft.value.privacy_url).toBe('example.com')
})

test('a failed save keeps all input and says why', async () => {
  const { server, model } = await opened({})
  server.off('PUT /user/assistant/5')
  model.change({ label: 'Ask us' })
  expect(await model.save()).toBe('failed')
  expect(model.notice.value).toBeDefined()
  expect(model.draft.value.label).toBe('Ask us')
  expect(model.hasChanged.value).toBe(true)
})

test('everything stored is read back unchanged', () => {
  const stored = {
    position: 'top-right',
    icon: 'none',
    label: 'Help',
    starters: ['One?', 'Two?'],
    replies: ['Talk to a person'],
    form: [
      { name: 'email', label: 'E-mail', type: 'email', required: true },
      { name: 'topic', label: 'Topic', type: 'choice', options: ['Sales', 'Support'] },
    ],
    invitation: { text: 'Can we help?', after: 30, path: '/pricing', exit: true },
    hours: [
      [
        ['09:00', '12:00'],
        ['13:00', '24:00'],
      ],
      [],
      [],
      [],
      [],
      [],
      [],
    ],
    away: 'Tomorrow!',
    rating: false,
    files: false,
    sound: true,
    privacy_url: 'https://www.example.com/privacy',
    fallback: 'mailto:help@example.com',
  }
  expect(mergedWith({}, draftOf(stored))).toEqual(stored)
  expect(mistakesOf(draftOf(stored))).toEqual({})
  const nonsense = Object.fromEntries(Object.keys(stored).map((name) => [name, { no: 1 }]))
  expect(mergedWith({}, draftOf(nonsense))).toEqual({})
})

test('the code must be pasted again only after changes that affect it', () => {
  const plain = draftOf({ label: 'Ask' })
  expect(isSameCode(plain, draftOf({ label: 'Ask', starters: ['One?'], away: 'Later' }))).toBe(true)
  for (const change of [
    { label: 'Help' },
    { label: 'Ask', invitation: { text: 'Hello?' } },
    { label: 'Ask', fallback: 'mailto:help@example.com' },
  ]) {
    expect(isSameCode(plain, draftOf(change))).toBe(false)
  }
})
