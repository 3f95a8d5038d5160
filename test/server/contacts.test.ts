import { expect, test } from 'vitest'
import { getContact, listContacts, updateContact } from '#contracts/contacts.ts'
import { getConversation } from '#contracts/conversations.ts'
import { visitPage } from '#contracts/widget.ts'
import { anotherAccount } from '../support/accounts.ts'
import { startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

async function scene() {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const params = { id: visitor.id }
  return { server, visitor, params, call: server.call }
}

test('a visitor who has written is a contact, with conversations and pages', async () => {
  const { visitor, params, call } = await scene()
  await visitor.say('Hello')
  const list = await call(listContacts)
  expect(list).toMatchObject({ total: 1, online_total: 0 })
  expect(list.data[0]).toMatchObject({ id: visitor.id, conversation_count: 1, online: false })
  const one = await call(getContact, { params })
  expect(one.conversations).toMatchObject([{ id: visitor.conversationId }])
})

test('details can be edited, and everyone viewing them is told', async () => {
  const { server, visitor, params, call } = await scene()
  const desk = await followStream(`${server.url}/api/user/stream?after=0`, {
    authorization: 'Bearer 1|test-key-of-the-owner',
  })
  const body = { name: ' Ada Lovelace ', email: 'ada@example.com', phone: '+49 30 901820' }
  const { data } = await call(updateContact, { params, body })
  expect(data).toMatchObject({ name: 'Ada Lovelace', phone: '+4930901820' })
  await desk.next((event) => event.type === 'contact.updated' && event.data.name === data.name)
  const renamed = await desk.next(({ type }) => type === 'conversation.updated')
  expect(renamed.data.visitor.name).toBe('Ada Lovelace')
  const uuid = visitor.conversationId
  expect((await call(getConversation, { params: { uuid } })).visitor?.email).toBe(data.email)
  await call(updateContact, { params, body: { email: null } })
  expect(await call(getContact, { params })).toMatchObject({ email: null, name: 'Ada Lovelace' })
})

test('an invalid address or number is rejected by field, and changes nothing', async () => {
  const { params, call } = await scene()
  for (const [field, value] of [
    ['email', 'ada'],
    ['phone', '030 123456'],
    ['phone', '+49 1'],
    ['name', 'x'.repeat(256)],
  ] as const) {
    await expect(
      call(updateContact, { params, body: { notes: 'Changed', [field]: value } }),
    ).rejects.toMatchObject({ status: 422, errors: { [field]: [expect.any(String)] } })
  }
  expect((await call(getContact, { params })).notes).toBeNull()
})

test('any part of a name, address or number finds a contact', async () => {
  const { server, params, call } = await scene()
  await createVisitor(server)
  const body = { name: 'Ada Lovelace', email: 'countess@example.com', phone: '+4930901820' }
  await call(updateContact, { params, body })
  const found = async (search: string) =>
    (await call(listContacts, { query: { search } })).data.map(({ name }) => name)
  for (const search of ['lovel', 'LACE ada', 'countess@', '901820', 'A', '"'])
    expect([search, await found(search)]).toEqual([search, search === '"' ? [] : ['Ada Lovelace']])
  await call(updateContact, { params, body: { name: 'Grace Hopper' } })
  expect(await found('lovelace')).toEqual([])
  expect(await found('hopper')).toEqual(['Grace Hopper'])
})

test('the list is sorted by last visit, or by name with nameless ones last', async () => {
  const { server, params, call } = await scene()
  const second = await createVisitor(server)
  await createVisitor(server)
  await call(updateContact, { params, body: { name: 'bert' } })
  await call(updateContact, { params: { id: second.id }, body: { name: 'Ada' } })
  const { data, total } = await call(listContacts, { query: { sort: 'name' } })
  expect(data.map(({ name }) => name)).toEqual(['Ada', 'bert', null])
  expect(total).toBe(3)
})

test('a visitor currently on a website is online', async () => {
  const { server, visitor, call } = await scene()
  await createVisitor(server)
  await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${visitor.token}`,
  })
  const { data, total, online_total } = await call(listContacts, { query: { online: '1' } })
  expect({ total, online_total }).toEqual({ total: 1, online_total: 1 })
  expect(data).toMatchObject([{ id: visitor.id, online: true }])
})

test('the last fifty pages are kept, without consecutive duplicates, fragments or passwords', async () => {
  const { visitor, params, call } = await scene()
  const visit = (page_url: string, page_title = 'Page') =>
    visitor.call(visitPage, { body: { page_url, page_title } })
  await visit('https://www.example.com/a#part', 'Loading')
  await visit('https://www.example.com/a#other', 'A')
  await visit('https://www.example.com/b')
  await visit('https://www.example.com/a')
  const { pages, page_url } = await call(getContact, { params })
  expect(pages.map(({ url }) => url)).toEqual([
    'https://www.example.com/a',
    'https://www.example.com/b',
    'https://www.example.com/a',
  ])
  expect(page_url).toBe('https://www.example.com/a')
  for (let page = 0; page < 60; page += 1) await visit(`https://www.example.com/${page}`)
  const kept = (await call(getContact, { params })).pages
  expect(kept).toHaveLength(50)
  expect(kept[0]?.url).toBe('https://www.example.com/59')
})

test('another account can neither find nor change a contact', async () => {
  const { server, params } = await scene()
  const other = await anotherAccount(server)
  expect((await other.call(listContacts)).total).toBe(0)
  await expect(other.call(getContact, { params })).rejects.toMatchObject({ status: 404 })
  await expect(other.call(updateContact, { params, body: { name: 'Mine' } })).rejects.toMatchObject(
    { status: 404 },
  )
})
