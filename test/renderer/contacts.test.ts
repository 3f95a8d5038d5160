import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Contact, ContactDetail } from '#contracts/contacts.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { wholeContact } from '../../renderer/screens/contacts/contact-export.ts'
import { createContactModel } from '../../renderer/screens/contacts/contact-model.ts'
import { createDetailsModel } from '../../renderer/screens/contacts/details-model.ts'
import { createContactsModel } from '../../renderer/screens/contacts/list-model.ts'
import { ADA, at, BOB, fakeLive, fakeServer, invalid, message } from './support.ts'

const contact = (changes: Partial<Contact> = {}): Contact => ({
  id: ADA,
  name: 'Ada',
  email: null,
  phone: null,
  external_id: null,
  notes: null,
  online: false,
  assistant_name: 'Guide',
  page_url: null,
  page_title: null,
  user_agent: null,
  language: null,
  timezone: null,
  conversation_count: 1,
  created_at: at(1),
  last_seen_at: at(2),
  ...changes,
})

const whole = (changes: Partial<ContactDetail> = {}): ContactDetail => ({
  ...contact(),
  variables: {},
  other_emails: [],
  other_phones: [],
  merge_count: 0,
  pages: [],
  conversations: [
    {
      id: BOB,
      assistant_name: 'Guide',
      message_count: 2,
      last_message: 'Hello',
      unread: 0,
      ended_at: null,
      created_at: at(1),
      updated_at: at(2),
    },
  ],
  ...changes,
})

const page = (data: readonly Contact[]) => ({
  data,
  current_page: 1,
  per_page: 25,
  total: data.length,
  online_total: 1,
  next_page_url: null,
})

function list(at_ = '/app/contacts', storage = memoryStorage()) {
  const server = fakeServer()
  const live = fakeLive()
  const address = memoryAddress(at_)
  server.on('GET /user/contacts', () => page([contact(), contact({ id: BOB, name: null })]))
  const model = createContactsModel({ api: server.api, live, address, storage })
  const asked = () => server.calls.at(-1)!.query
  return { server, live, address, storage, model, asked }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('the URL reflects the query once typing pauses', async () => {
  const { server, address, model, asked } = list('/app/contacts?q=ada&show=online&page=3')
  await pass(0)
  expect(asked()).toEqual({ search: 'ada', online: '1', page: '3' })
  model.narrow({ q: 'ad' }, true)
  model.narrow({ q: 'a', show: undefined }, true)
  await pass(300)
  expect(server.calls).toHaveLength(2)
  expect(asked()).toEqual({ search: 'a', page: '1' })
  expect(address.url.value).toBe('/app/contacts?q=a')
  // The export request uses the list's filters, not one page of it.
  expect(model.narrowed.value).toEqual({ search: 'a' })
})

test('arrivals, departures and edits update the list without refetching it each time', async () => {
  const { server, live, model } = list()
  await pass(0)
  const of = (id: string) => model.page.value!.data.find((one) => one.id === id)
  live.emit({ id: 1, type: 'contact.updated', data: contact({ name: 'Ada Lovelace' }) })
  live.emit({ id: undefined, type: 'presence', data: { visitor_id: BOB, online: true } })
  expect([of(ADA)?.name, of(BOB)?.online]).toEqual(['Ada Lovelace', true])
  for (let turn = 0; turn < 5; turn += 1)
    live.emit({
      id: undefined,
      type: 'presence',
      data: { visitor_id: BOB, online: turn % 2 === 0 },
    })
  await pass(1500)
  expect(server.calls).toHaveLength(2)
})

test('a list that fails to refresh stays, with the reason beside it', async () => {
  const { server, live, model } = list()
  await pass(0)
  server.off('GET /user/contacts')
  live.resume()
  await pass(0)
  expect(model.page.value?.data).toHaveLength(2)
  expect(model.error.value).toMatch(/Can’t reach Parley/)
})

test('the chosen columns persist', () => {
  const storage = memoryStorage()
  list(undefined, storage).model.hidden.value = ['email']
  expect(list(undefined, storage).model.hidden.value).toEqual(['email'])
})

test('a field is saved trimmed, cleared when empty, and not sent when unchanged', async () => {
  const server = fakeServer()
  const PUT = `PUT /user/contacts/${ADA}`
  server.on(PUT, ({ body }) => ({ message: 'ok', data: contact(body as object) }))
  const told: unknown[] = []
  const model = createDetailsModel({
    api: server.api,
    storage: memoryStorage(),
    contact: ADA,
    onChange: ({ name }) => told.push(name),
  })
  const save = async (text: string) => {
    model.edit('name', 'Ada')
    model.type(text)
    await model.save(contact())
  }
  await save(' Ada Lovelace ')
  await save('  ')
  await save('Ada')
  expect(server.bodies(PUT)).toEqual([{ name: 'Ada Lovelace' }, { name: null }])
  expect([told, model.editing.value]).toEqual([['Ada Lovelace', null], undefined])
})

test('typed text survives a reload until it is saved or given up, and takes no focus then', async () => {
  const server = fakeServer()
  const storage = memoryStorage()
  server.on(`PUT /user/contacts/${ADA}`, ({ body }) => ({
    message: 'ok',
    data: contact(body as object),
  }))
  const open = () =>
    createDetailsModel({ api: server.api, storage, contact: ADA, onChange: () => undefined })
  const first = open()
  expect(first.editing.value).toBeUndefined()
  first.edit('notes', null)
  first.type('Prefers the phone')
  expect(first.takesFocus()).toBe(true)
  const second = open()
  expect(second.editing.value).toEqual({ name: 'notes', text: 'Prefers the phone' })
  expect(second.takesFocus()).toBe(false)
  await second.save(contact())
  expect(open().editing.value).toBeUndefined()
})

test('a rejected value stays in its field with the reason', async () => {
  const server = fakeServer()
  server.on(`PUT /user/contacts/${ADA}`, invalid({ email: ['No address.'] }))
  const model = createDetailsModel({
    api: server.api,
    storage: memoryStorage(),
    contact: ADA,
    onChange: () => undefined,
  })
  model.edit('email', null)
  model.type('ada')
  await model.save(contact())
  expect([model.editing.value, model.error.value]).toEqual([
    { name: 'email', text: 'ada' },
    'No address.',
  ])
  model.cancel()
  expect([model.editing.value, model.error.value]).toEqual([undefined, undefined])
})

test('a contact follows the visitor’s page, and is refetched when a message arrives', async () => {
  const server = fakeServer()
  const live = fakeLive()
  let reads = 0
  server.on(`GET /user/contacts/${ADA}`, () => {
    reads += 1
    return whole()
  })
  const model = createContactModel({ api: server.api, live, storage: memoryStorage(), id: ADA })
  await model.load()
  const visit = (url: string) =>
    live.emit({
      id: undefined,
      type: 'visiting',
      data: { visitor_id: ADA, url, title: 'Page', at: at(3) },
    })
  visit('https://www.example.com/a')
  visit('https://www.example.com/a')
  visit('https://www.example.com/b')
  expect(model.contact.value?.pages.map(({ url }) => url)).toEqual([
    'https://www.example.com/b',
    'https://www.example.com/a',
  ])
  const said = { conversation_id: BOB, message: message(3) }
  live.emit({ id: 9, type: 'message.created', data: said })
  live.emit({ id: 10, type: 'message.created', data: { ...said, message: message(4) } })
  await pass(600)
  expect(reads).toBe(2)
  model.stop()
  expect(live.count()).toBe(0)
})

test('a contact’s data is downloaded as a file, or fails with an error', async () => {
  const answers = [new Response('PK'), new Response('', { status: 507 })]
  const asked: string[] = []
  const fetch = async (url: string) => {
    asked.push(url)
    return answers.shift()!
  }
  const whole = await wholeContact(fetch as typeof globalThis.fetch, ADA)
  expect(await whole.text()).toBe('PK')
  await expect(wholeContact(fetch as typeof globalThis.fetch, ADA)).rejects.toThrow('507')
  expect(asked[0]).toBe(`/api/user/contacts/${ADA}/archive`)
})

test('an erased contact leaves the list, and their page says so', async () => {
  const { server, live, model } = list()
  await pass(0)
  live.emit({ id: 1, type: 'contact.deleted', data: { id: ADA } })
  expect(model.page.value!.data.map(({ id }) => id)).toEqual([BOB])
  await pass(1000)
  expect(server.calls).toHaveLength(2)
  server.on(`GET /user/contacts/${BOB}`, whole({ id: BOB }))
  const one = createContactModel({ api: server.api, live, storage: memoryStorage(), id: BOB })
  await one.load()
  server.on(`GET /user/contacts/${BOB}`, () =>
    Response.json({ message: 'Contact not found' }, { status: 404 }),
  )
  live.emit({ id: 2, type: 'contact.deleted', data: { id: BOB } })
  await pass(0)
  expect([one.contact.value, one.error.value]).toEqual([undefined, 'Contact not found'])
})
