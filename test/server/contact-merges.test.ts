import { expect, test } from 'vitest'
import {
  listContactMerges,
  listDuplicateContacts,
  previewContactMerge,
} from '#contracts/contact-merges.ts'
import { getContact, listContacts, updateContact } from '#contracts/contacts.ts'
import { getConversation } from '#contracts/conversations.ts'
import { addToDoNotCall } from '#contracts/do-not-call.ts'
import { eraseVisitor, identifyVisitor } from '#contracts/identity.ts'
import { createNote } from '#contracts/notes.ts'
import { listVisitorConversations, openVisitorConversation } from '#contracts/widget.ts'
import { doNotCallQueries } from '../../server/features/calls/do-not-call/queries.ts'
import { smsChatQueries } from '../../server/features/sms/chat/queries.ts'
import { anotherAccount } from '../support/accounts.ts'
import { website } from '../support/identity.ts'
import { merge, split, storedContacts, twoBrowsers } from '../support/merges.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor, type TestVisitor } from '../support/visitor.ts'

test('a preview compares both contacts and says what moves, and changes nothing', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  await call(createNote, {
    params: { uuid: phone.conversationId },
    body: { client_id: crypto.randomUUID(), content: 'Called twice' },
  })
  const before = storedContacts(server.context)
  const preview = await call(previewContactMerge, {
    params: { id: ada.id },
    query: { contact_id: phone.id },
  })
  expect(preview.moves).toMatchObject({ conversations: 1, notes: 1, calls: 0, labels: 0 })
  expect(preview.fields).toEqual([
    { name: 'name', kept: 'Ada Lovelace', merged: 'Ada', choice: 'kept', is_conflict: true },
    {
      name: 'email',
      kept: 'ada@example.com',
      merged: 'ada@example.org',
      choice: 'kept',
      is_conflict: true,
    },
    { name: 'phone', kept: null, merged: '+4930901820', choice: 'merged', is_conflict: false },
    { name: 'notes', kept: 'Friendly', merged: 'In a hurry', choice: 'both', is_conflict: true },
  ])
  expect(storedContacts(server.context)).toEqual(before)
})

test('a merged contact has the conversations of both, and is found by the addresses of both', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  const { data } = await merge(server, ada, phone, { email: 'merged' })
  expect(data).toMatchObject({
    id: ada.id,
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    phone: '+4930901820',
    notes: 'Friendly\nIn a hurry',
    conversation_count: 2,
  })
  const contact = await call(getContact, { params: { id: ada.id } })
  expect(contact.conversations.map(({ id }) => id)).toEqual([
    phone.conversationId,
    ada.conversationId,
  ])
  expect(contact.other_emails).toEqual(['ada@example.com'])
  // An old link leads to the contact that stayed.
  expect((await call(getContact, { params: { id: phone.id } })).id).toBe(ada.id)
  for (const search of ['ada@example.com', 'ada@example.org', undefined]) {
    const list = await call(listContacts, { query: search === undefined ? {} : { search } })
    expect([search, list.total, list.data.map(({ id }) => id)]).toEqual([search, 1, [ada.id]])
  }
  const { visitor, earlier } = await call(getConversation, {
    params: { uuid: phone.conversationId },
  })
  expect(visitor).toMatchObject({ id: ada.id, name: 'Ada Lovelace' })
  expect(earlier.map(({ id }) => id)).toEqual([ada.conversationId])
})

test('each browser still sees its own conversations only', async () => {
  const { server, ada, phone } = await twoBrowsers()
  await merge(server, ada, phone)
  const own = async ({ call }: TestVisitor) =>
    (await call(listVisitorConversations)).data.map(({ id }) => id)
  expect(await own(ada)).toEqual([ada.conversationId])
  expect(await own(phone)).toEqual([phone.conversationId])
})

test('the desk hears of a merge and of a split', async () => {
  const { server, ada, phone } = await twoBrowsers()
  const desk = await followStream(`${server.url}/api/user/stream`, {
    authorization: 'Bearer 1|test-key-of-the-owner',
  })
  const { merge_id } = await merge(server, ada, phone)
  await desk.next(({ type, data }) => type === 'contact.deleted' && data.id === phone.id)
  await desk.next(({ type, data }) => type === 'contact.updated' && data.conversation_count === 2)
  await desk.next(
    ({ type, data }) => type === 'conversation.updated' && data.id === phone.conversationId,
  )
  await split(server, ada, merge_id)
  await desk.next(({ type, data }) => type === 'contact.updated' && data.id === phone.id)
  await desk.next(
    ({ type, data }) =>
      type === 'conversation.updated' &&
      data.id === phone.conversationId &&
      data.visitor.id === phone.id &&
      data.visitor.name === 'Ada',
  )
})

test('a split gives back everything, with what has come in since and without what was edited since', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  const { merge_id } = await merge(server, ada, phone, { name: 'merged' })
  const { id: later } = await phone.call(openVisitorConversation, {
    body: { client_id: crypto.randomUUID() },
  })
  await call(updateContact, { params: { id: ada.id }, body: { email: 'countess@example.com' } })
  const { data } = await call(listContactMerges, { params: { id: ada.id } })
  expect(data).toMatchObject([
    {
      id: merge_id,
      contact: { id: phone.id, name: 'Ada' },
      leaves: { conversations: 2 },
      restores: [
        { name: 'name', from: 'Ada', to: 'Ada Lovelace' },
        { name: 'phone', from: '+4930901820', to: null },
        { name: 'notes', from: 'Friendly\nIn a hurry', to: 'Friendly' },
      ],
    },
  ])
  const done = await split(server, ada, merge_id)
  expect(done.data).toMatchObject({
    name: 'Ada Lovelace',
    email: 'countess@example.com',
    phone: null,
  })
  expect(done.contact).toMatchObject({ id: phone.id, name: 'Ada', email: 'ada@example.org' })
  const { conversations } = await call(getContact, { params: { id: phone.id } })
  expect(conversations.map(({ id }) => id)).toEqual([later, phone.conversationId])
  await expect(split(server, ada, merge_id)).rejects.toMatchObject({ status: 404 })
})

test('merging twice, or at the same moment, merges once', async () => {
  const { server, ada, phone } = await twoBrowsers()
  const [one, other] = await Promise.all([merge(server, ada, phone), merge(server, ada, phone)])
  expect(other).toEqual(one)
  expect(await merge(server, ada, phone, { name: 'merged' })).toEqual(one)
})

test('of two operators who merge a contact in different ways, the second is told', async () => {
  const { server, ada, phone } = await twoBrowsers()
  const told = { status: 409, message: 'This contact has been merged with another one already.' }
  const results = await Promise.allSettled([merge(server, ada, phone), merge(server, phone, ada)])
  const [rejected, ...others] = results.filter((result) => result.status === 'rejected')
  expect(rejected?.reason).toMatchObject(told)
  expect(others).toEqual([])
  const merged = results[0].status === 'fulfilled' ? phone : ada
  const third = await createVisitor(server)
  await expect(merge(server, third, merged)).rejects.toMatchObject(told)
  await expect(merge(server, merged, third)).rejects.toMatchObject(told)
})

test('a contact is not merged with itself, with an unknown one or with one of another account', async () => {
  const { server, ada, phone } = await twoBrowsers()
  const other = await anotherAccount(server)
  const before = storedContacts(server.context)
  await expect(merge(server, ada, ada)).rejects.toMatchObject({
    status: 422,
    errors: { contact_id: [expect.any(String)] },
  })
  await expect(merge(server, ada, { ...phone, id: crypto.randomUUID() })).rejects.toMatchObject({
    status: 404,
  })
  await expect(merge(other, ada, phone)).rejects.toMatchObject({ status: 404 })
  expect(storedContacts(server.context)).toEqual(before)
})

test('contacts whom the website has verified as different people are not merged', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  const { vouch } = await website(server)
  await ada.call(identifyVisitor, { body: { identity: await vouch({ sub: 'a' }) } })
  await phone.call(identifyVisitor, { body: { identity: await vouch({ sub: 'b' }) } })
  const before = storedContacts(server.context)
  const refusal = {
    status: 409,
    message:
      'The website has verified these contacts as different people, so they cannot be merged.',
  }
  await expect(merge(server, ada, phone)).rejects.toMatchObject(refusal)
  await expect(
    call(previewContactMerge, { params: { id: ada.id }, query: { contact_id: phone.id } }),
  ).rejects.toMatchObject(refusal)
  expect(storedContacts(server.context)).toEqual(before)
})

test('a website that verifies one of them as somebody else splits them', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  const { vouch } = await website(server)
  await ada.call(identifyVisitor, { body: { identity: await vouch({ sub: 'a' }) } })
  await merge(server, ada, phone)
  await phone.call(identifyVisitor, { body: { identity: await vouch({ sub: 'b', name: 'Bert' }) } })
  const [first, second] = await Promise.all(
    [ada, phone].map(({ id }) => call(getContact, { params: { id } })),
  )
  expect(first).toMatchObject({ id: ada.id, external_id: 'a', conversation_count: 1 })
  expect(second).toMatchObject({
    id: phone.id,
    external_id: 'b',
    name: 'Bert',
    conversation_count: 1,
  })
})

test('a merged browser that is verified as the same contact becomes it for good', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  const { vouch } = await website(server)
  const third = await createVisitor(server)
  await ada.call(identifyVisitor, { body: { identity: await vouch({ sub: 'a' }) } })
  await merge(server, phone, third)
  await merge(server, ada, phone)
  await phone.call(identifyVisitor, { body: { identity: await vouch({ sub: 'a' }) } })
  expect(await call(getContact, { params: { id: third.id } })).toMatchObject({
    id: ada.id,
    conversation_count: 3,
  })
  const { data } = await call(listContactMerges, { params: { id: ada.id } })
  expect(data.map(({ contact }) => contact.id)).toEqual([third.id])
})

test('erasing a merged contact erases both parts', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  await merge(server, ada, phone)
  await phone.call(eraseVisitor)
  for (const { id } of [ada, phone])
    await expect(call(getContact, { params: { id } })).rejects.toMatchObject({ status: 404 })
  const left = storedContacts(server.context)
  expect(left).toMatchObject({ visitors: [], conversations: [], merges: [], tokens: [] })
  expect((await call(listContacts)).total).toBe(0)
})

test('opt-outs of one number apply to all numbers of a merged contact, until the contacts are split', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  const { db, write, now } = server.context
  await call(updateContact, { params: { id: ada.id }, body: { phone: '+4930111111' } })
  await call(addToDoNotCall, { body: { phone_number: '+4930901820' } })
  await write((tx) => smsChatQueries(db).stop(tx, 1, '+4930901820', now()))
  const isLeftAlone = () => [
    doNotCallQueries(db).has(1, '+4930111111'),
    smsChatQueries(db).isStopped(1, '+4930111111'),
  ]
  expect(isLeftAlone()).toEqual([false, false])
  const { merge_id } = await merge(server, ada, phone, { phone: 'merged' })
  expect(isLeftAlone()).toEqual([true, true])
  await split(server, ada, merge_id)
  expect(isLeftAlone()).toEqual([false, false])
})

test('contacts with the same address, number or name are suggested, likeliest first', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  const [sameName, sameMail, nobody] = [
    await createVisitor(server),
    await createVisitor(server),
    await createVisitor(server),
  ]
  await call(updateContact, { params: { id: sameName.id }, body: { name: 'ada lovelace' } })
  await call(updateContact, {
    params: { id: sameMail.id },
    body: { name: 'A. L.', email: 'ADA@example.com' },
  })
  const suggested = async () =>
    (await call(listDuplicateContacts, { params: { id: ada.id } })).data.map(({ contact, by }) => [
      contact.id,
      by,
    ])
  expect(await suggested()).toEqual([
    [sameMail.id, ['email']],
    [sameName.id, ['name']],
  ])
  expect(nobody.id).not.toBe(phone.id)
  await merge(server, ada, sameMail)
  expect(await suggested()).toEqual([[sameName.id, ['name']]])
})
