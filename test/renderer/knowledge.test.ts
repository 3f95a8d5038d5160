import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contracts/client.ts'
import type { KnowledgeBase, KnowledgeDocument } from '#contracts/knowledge.ts'
import { createBaseModel } from '../../renderer/screens/knowledge/base-model.ts'
import { createKnowledgeModel } from '../../renderer/screens/knowledge/list-model.ts'
import { createTryModel, piecesOf } from '../../renderer/screens/knowledge/try-model.ts'
import { createWebsiteModel, withScheme } from '../../renderer/screens/knowledge/website-model.ts'
import { fakeLive, fakeServer, invalid } from './support.ts'

const BASE: KnowledgeBase = {
  id: 1,
  name: 'Shop',
  description: null,
  status: 'active',
  status_label: 'Active',
  documents_count: 1,
  assistants_count: 1,
  processing_count: 0,
  failed_count: 0,
  created_at: '2026-01-01T12:00:00.000000Z',
  updated_at: '2026-01-01T12:00:00.000000Z',
}

const document = (id: number, changes: Partial<KnowledgeDocument> = {}): KnowledgeDocument => ({
  id,
  knowledgebase_id: 1,
  name: `${id}.md`,
  description: null,
  type: 'md',
  type_label: 'MD',
  url: null,
  links: [],
  relative_links_limit: null,
  status: 'active',
  status_label: 'Active',
  error: null,
  size: 10,
  sha256: null,
  created_at: '2026-01-01T12:00:00.000000Z',
  updated_at: '2026-01-01T12:00:00.000000Z',
  ...changes,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An open knowledge base with two documents. */
async function opened(
  send = vi.fn(async (_base: number, file: File) => document(9, { name: file.name })),
) {
  const server = fakeServer()
  const live = fakeLive()
  server.on('GET /user/knowledgebases/1', { data: BASE })
  server.on('GET /user/knowledgebases/1/documents', { data: [document(1), document(2)] })
  server.on('GET /user/assistants', [{ name: 'Ada', knowledgebase_id: 1 }])
  server.on('DELETE /user/knowledgebases/1/documents/1', { message: 'ok' })
  const model = createBaseModel({ api: server.api, live, id: 1, send })
  await model.load()
  return { server, live, model, send }
}

const ids = (model: Awaited<ReturnType<typeof opened>>['model']) =>
  model.documents.value.map(({ id }) => id)

test('knowledge bases show who uses them, and follow the stream', async () => {
  const server = fakeServer()
  const live = fakeLive()
  server.on('GET /user/knowledgebases', { data: [BASE] })
  server.on('GET /user/assistants', [
    { name: 'Ada', knowledgebase_id: 1 },
    { name: 'Bob', knowledgebase_id: null },
  ])
  const model = createKnowledgeModel({ api: server.api, live })
  await model.load()
  expect(model.users.value.get(1)).toEqual(['Ada'])
  live.emit({ type: 'knowledgebase.updated', id: 5, data: { ...BASE, status: 'processing' } })
  live.emit({ type: 'knowledgebase.created', id: 6, data: { ...BASE, id: 2 } })
  expect(model.bases.value?.map(({ status }) => status)).toEqual(['processing', 'active'])
  live.emit({ type: 'knowledgebase.deleted', id: 7, data: { id: 1 } })
  expect(model.bases.value?.map(({ id }) => id)).toEqual([2])
})

test('a rejected name stays, with the reason', async () => {
  const server = fakeServer()
  server.on('POST /user/knowledgebases', invalid({ name: ['The name field is required.'] }))
  const model = createKnowledgeModel({ api: server.api, live: fakeLive() })
  expect(await model.create()).toBeUndefined()
  expect(model.nameError.value).toBeTruthy()
})

test('a removed document is hidden at once, deleted later, and restored by undo', async () => {
  const { model, server, live } = await opened()
  const undo = model.remove(document(1))
  expect(ids(model)).toEqual([2])
  // Events about it do not bring it back.
  live.emit({ type: 'document.updated', id: 5, data: document(1) })
  expect(ids(model)).toEqual([2])
  undo()
  expect(ids(model)).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(server.bodies('DELETE /user/knowledgebases/1/documents/1')).toHaveLength(0)
  model.remove(document(1))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(server.bodies('DELETE /user/knowledgebases/1/documents/1')).toHaveLength(1)
})

test('leaving the page commits the removal', async () => {
  const { model, server } = await opened()
  model.remove(document(1))
  model.stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.bodies('DELETE /user/knowledgebases/1/documents/1')).toHaveLength(1)
})

test('crawl progress arrives with the stream', async () => {
  const { model, live } = await opened()
  const crawl = { read: 3, found: 7, status: 'running' } as KnowledgeDocument['crawl']
  live.emit({ type: 'document.updated', id: 5, data: document(2, { crawl }) })
  expect(model.documents.value[1]?.crawl).toMatchObject({ read: 3, found: 7 })
})

test('files are uploaded one after another, and each failure says why', async () => {
  const send = vi.fn(async (_base: number, file: File) => {
    if (file.name === 'bad.exe') {
      throw new ApiError(422, { message: 'Invalid', errors: { file: ['No such kind.'] } })
    }
    return document(9, { name: file.name })
  })
  const { model } = await opened(send)
  const huge = new File(['x'], 'huge.pdf')
  Object.defineProperty(huge, 'size', { value: 21 * 1024 * 1024 })
  model.uploads.add([new File(['a'], 'bad.exe'), new File(['b'], 'good.md'), huge])
  await vi.advanceTimersByTimeAsync(0)
  expect(send.mock.calls.map(([, file]) => file.name)).toEqual(['bad.exe', 'good.md'])
  expect(model.uploads.files.value.map(({ name, error }) => [name, Boolean(error)])).toEqual([
    ['bad.exe', true],
    ['huge.pdf', true],
  ])
  expect(ids(model)).toEqual([1, 2, 9])
})

test('a website is added with its limits, a page without, and an address gets its scheme', async () => {
  const server = fakeServer()
  server.on('POST /user/knowledgebases/1/documents', { message: 'ok', data: document(3) })
  const model = createWebsiteModel(server.api, 1)
  model.url.value = 'example.com/help'
  model.pages.value = '20'
  await model.add()
  model.choose('pages')
  await model.add()
  expect(server.bodies('POST /user/knowledgebases/1/documents')).toEqual([
    {
      type: 'website',
      url: 'https://example.com/help',
      crawl: { depth: 2, pages: 20, schedule: 'never' },
    },
    { type: 'website', url: 'https://example.com/help', relative_links_limit: 0 },
  ])
  expect(withScheme('http://x')).toBe('http://x')
})

test('named pages are added line by line, with a name and linked pages, and an error names its line', async () => {
  const server = fakeServer()
  const POST = 'POST /user/knowledgebases/1/documents'
  server.on(POST, () => invalid({ 'links.1.link': ['The URL is invalid.'] }))
  const model = createWebsiteModel(server.api, 1)
  model.url.value = 'example.com'
  model.choose('pages')
  // The address that was typed already is the first line.
  expect(model.addresses.value).toBe('example.com')
  model.addresses.value = 'example.com\n\n example.com/prices \nhttp://other.example/a\n'
  model.linked.value = '5'
  model.name.value = ' Prices '
  expect(await model.add()).toBeUndefined()
  expect(model.addressError()).toBe('Line 3: The URL is invalid.')
  expect(server.bodies(POST)).toEqual([
    {
      type: 'website',
      url: 'https://example.com',
      links: [{ link: 'https://example.com/prices' }, { link: 'http://other.example/a' }],
      relative_links_limit: 5,
      name: 'Prices',
    },
  ])
  expect(model.addresses.value).toContain('other.example')
})

test('of two requests only the later one’s response is used', async () => {
  const server = fakeServer()
  const answers: ((value: object) => void)[] = []
  server.on(
    'POST /user/knowledgebases/1/search',
    () => new Promise((resolve) => answers.push(resolve)),
  )
  const model = createTryModel(server.api, 1, 'en')
  model.question.value = 'first'
  const first = model.ask()
  model.question.value = 'second'
  const second = model.ask()
  await vi.advanceTimersByTimeAsync(0)
  answers[1]?.({ method: 'words', data: [] })
  answers[0]?.({ method: 'words_and_meaning', data: [] })
  await Promise.all([first, second])
  expect([model.isHybrid.value, model.isBusy.value]).toEqual([false, false])
})

test('the search terms are highlighted, whatever characters they contain', () => {
  expect(piecesOf('Open 9 (a.m.) today', ['9', '(a.m.)'])).toEqual([
    { text: 'Open ', isHit: false },
    { text: '9', isHit: true },
    { text: ' ', isHit: false },
    { text: '(a.m.)', isHit: true },
    { text: ' today', isHit: false },
  ])
  expect(piecesOf('Nothing', [])).toEqual([{ text: 'Nothing', isHit: false }])
})
