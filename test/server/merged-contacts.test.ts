import { expect, test } from 'vitest'
import { updateAssistantSettings } from '#contracts/assistant-settings.ts'
import { listContactMerges } from '#contracts/contact-merges.ts'
import { getContact, listContacts, updateContact } from '#contracts/contacts.ts'
import { getConversation, listConversations } from '#contracts/conversations.ts'
import { addToDoNotCall } from '#contracts/do-not-call.ts'
import { listEmails } from '#contracts/email.ts'
import { eraseVisitor, identifyVisitor } from '#contracts/identity.ts'
import { listInbox } from '#contracts/inbox.ts'
import { setVisitorVariables } from '#contracts/widget.ts'
import { doNotCallQueries } from '../../server/features/calls/do-not-call/queries.ts'
import { smsChatQueries } from '../../server/features/sms/chat/queries.ts'
import { createClock } from '../support/clock.ts'
import { AWAY_MS, outboxOf, reply, serverWithOutbox, visitorWithAddress } from '../support/email.ts'
import { website } from '../support/identity.ts'
import { merge, split, twoBrowsers } from '../support/merges.ts'
import { startServer } from '../support/server.ts'
import { RECIPIENT } from '../support/sms.ts'
import { PUBLIC_URL, serverWithProvider } from '../support/sms-provider.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const HOUR_MS = 3_600_000

test('an unread reply is emailed to the address that its own visitor has given, or to nobody', async () => {
  const server = await serverWithOutbox()
  const anonymous = await visitorWithAddress(server, '')
  const other = await visitorWithAddress(server, 'other@example.org')
  await reply(server, anonymous, 'Your table is kept.')
  const { data } = await merge(server, anonymous, other)
  expect(data.email).toBe('other@example.org')
  await server.clock.advance(AWAY_MS)
  expect((await server.call(listEmails)).data).toEqual([])
  await anonymous.leave('own@example.org')
  await server.clock.advance(AWAY_MS)
  const sent = await outboxOf(server, ['sandbox'])
  expect(sent).toMatchObject([{ address: 'own@example.org' }])
})

test('a merge leaves the links in earlier emails as they are', async () => {
  const server = await serverWithOutbox()
  const kept = await visitorWithAddress(server, 'kept@example.org')
  const other = await visitorWithAddress(server, 'other@example.org')
  await reply(server, kept, 'Your table is kept.')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['sandbox'])
  const { db } = server.context
  db.prepare(`
    INSERT INTO chat_links (hash, visitor_id, conversation_id, email_id, seq, expires_at)
    SELECT randomblob(32), visitor_id, conversation_id, emails.id, 1, 2000000000000
    FROM emails JOIN conversations ON conversations.id = conversation_id
  `).run()
  const links = () => db.prepare('SELECT * FROM chat_links').all()
  const before = links()
  expect(before).toHaveLength(1)
  const { data } = await merge(server, kept, other, { email: 'merged' })
  expect(data.email).toBe('other@example.org')
  expect(links()).toEqual(before)
})

test('erasing a merged contact leaves nothing about the addresses that it did not show', async () => {
  const { server, ada, phone } = await twoBrowsers()
  const { db } = server.context
  const addresses = ['ada@example.com', 'ada@example.org', 'bob@example.org']
  for (const address of addresses)
    db.prepare('INSERT INTO email_bounces VALUES (1, ?, 0)').run(address)
  await merge(server, ada, phone, { email: 'merged' })
  await ada.call(eraseVisitor)
  expect(db.prepare('SELECT address FROM email_bounces').pluck().all()).toEqual(['bob@example.org'])
})

test('messages carry the name of their own visitor, whatever the contact is called', async () => {
  const server = await startServer()
  const [unnamed, bob] = [await createVisitor(server), await createVisitor(server)]
  await server.call(updateContact, { params: { id: bob.id }, body: { name: 'Bob' } })
  const before = await unnamed.say('Hello')
  const { data } = await merge(server, unnamed, bob)
  expect(data.name).toBe('Bob')
  const after = await unnamed.say('Is anybody there?')
  expect(after.author_name).toBe(before.author_name)
  const params = { uuid: unnamed.conversationId }
  expect((await server.call(getConversation, { params })).visitor?.name).toBe('Bob')
})

test('what a visitor or an operator changes is shown instead of what a merge has chosen, and stays after a split', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  const params = { id: ada.id }
  const { merge_id } = await merge(server, ada, phone, { name: 'merged', email: 'merged' })
  // A value that it has itself, but did not show.
  await call(updateContact, { params, body: { name: 'Ada Lovelace' } })
  await ada.call(setVisitorVariables, {
    params: { uuid: ada.conversationId },
    body: { variables: { email: 'countess@example.com' } },
  })
  const details = { name: 'Ada Lovelace', email: 'countess@example.com' }
  expect(await call(getContact, { params })).toMatchObject({ ...details, phone: '+4930901820' })
  const { data } = await split(server, ada, merge_id)
  expect(data).toMatchObject({ ...details, phone: null, notes: 'Friendly' })
})

test('the list is in the order of the names that contacts show', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  const other = await createVisitor(server)
  await call(updateContact, { params: { id: other.id }, body: { name: 'Adam' } })
  const inOrder = async (query: { search?: string } = {}) =>
    (await call(listContacts, { query: { sort: 'name', ...query } })).data.map(({ name }) => name)
  expect(await inOrder()).toEqual(['Ada', 'Ada Lovelace', 'Adam'])
  await call(updateContact, { params: { id: phone.id }, body: { name: 'Zoe' } })
  await merge(server, ada, phone, { name: 'merged' })
  expect(await inOrder()).toEqual(['Adam', 'Zoe'])
  expect(await inOrder({ search: 'Z' })).toEqual(['Zoe'])
})

test('conversations are found by the number of their own visitor', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  await call(updateContact, { params: { id: ada.id }, body: { phone: '+4930111111' } })
  await merge(server, ada, phone, { phone: 'merged' })
  const found = async (customer_phone: string) =>
    (await call(listConversations, { query: { customer_phone } })).data.map(({ id }) => id)
  expect(await found('+4930111111')).toEqual([ada.conversationId])
  expect(await found('+4930901820')).toEqual([phone.conversationId])
})

test('a contact no longer shows details of a part whose retention period has ended', async () => {
  const clock = createClock('2026-03-01T12:00:00Z')
  const server = await startServer({ outside: clock.outside })
  const { id } = await starterAssistant(server)
  await server.call(updateAssistantSettings, { params: { id }, body: { retention_days: 10 } })
  const people = [
    await createVisitor(server),
    await createVisitor(server),
    await createVisitor(server),
  ] as const
  const [old, between, kept] = people
  await server.call(updateContact, {
    params: { id: old.id },
    body: { name: 'Old', email: 'old@example.org', notes: 'Long ago' },
  })
  await server.call(updateContact, { params: { id: kept.id }, body: { name: 'Kept' } })
  await merge(server, between, old)
  await merge(server, kept, between, { name: 'merged' })
  const pass = async (ms: number) => {
    await clock.jump(ms)
    await clock.advance(2000)
  }
  await pass(HOUR_MS)
  const contact = () => server.call(getContact, { params: { id: kept.id } })
  expect(await contact()).toMatchObject({ name: 'Old', email: 'old@example.org' })
  await pass(9 * 24 * HOUR_MS)
  for (const visitor of [between, kept]) await visitor.say('I am still here')
  await pass(3 * 24 * HOUR_MS)
  expect(await contact()).toMatchObject({
    name: 'Kept',
    email: null,
    notes: null,
    conversation_count: 2,
  })
})

test('of nested merges the latest is split first, and a contact shows nothing of what has left', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  const third = await createVisitor(server)
  const inner = await merge(server, third, phone)
  const outer = await merge(server, ada, third, { email: 'merged', phone: 'merged' })
  expect(outer.data).toMatchObject({ email: 'ada@example.org', phone: '+4930901820' })
  const { data } = await call(listContactMerges, { params: { id: ada.id } })
  expect(data.map(({ id }) => id)).toEqual([outer.merge_id])
  for (const { id } of [ada, third])
    await expect(split(server, { id }, inner.merge_id)).rejects.toMatchObject({ status: 404 })
  // A website splits them in any order.
  const { vouch } = await website(server)
  await ada.call(identifyVisitor, { body: { identity: await vouch({ sub: 'a' }) } })
  await phone.call(identifyVisitor, { body: { identity: await vouch({ sub: 'b' }) } })
  expect(await call(getContact, { params: { id: phone.id } })).toMatchObject({ id: phone.id })
  expect(await call(getContact, { params: { id: ada.id } })).toMatchObject({
    email: null,
    phone: null,
    conversation_count: 2,
  })
})

test('a merge outlasts that its browser becomes a verified visitor', async () => {
  const { server, ada, phone, call } = await twoBrowsers()
  const { vouch } = await website(server)
  const known = await createVisitor(server)
  await known.call(identifyVisitor, { body: { identity: await vouch({ sub: 'k' }) } })
  await call(addToDoNotCall, { body: { phone_number: '+4930901820' } })
  await call(updateContact, { params: { id: known.id }, body: { phone: '+4930222222' } })
  // Of the two, the phone's contact stays, and it is Ada's browser that signs in.
  await merge(server, phone, ada)
  await ada.call(identifyVisitor, { body: { identity: await vouch({ sub: 'k' }) } })
  expect(await call(getContact, { params: { id: phone.id } })).toMatchObject({
    id: known.id,
    conversation_count: 3,
  })
  expect(doNotCallQueries(server.context.db).has(1, '+4930222222')).toBe(true)
  const deleted = server.context.db
    .prepare("SELECT payload ->> '$.id' FROM events WHERE type = 'contact.deleted'")
    .pluck()
    .all()
  expect(deleted.slice(-2).toSorted()).toEqual([ada.id, phone.id].toSorted())
})

test('START counts for the number that it comes from, and is nothing special while only another one has sent STOP', async () => {
  const server = await serverWithProvider({ publicUrl: PUBLIC_URL })
  const { db, write, now } = server.context
  const text = (MessageSid: string, Body: string) =>
    server.report('/api/provider/sms/inbound', {
      MessageSid,
      From: RECIPIENT,
      To: '+14155552671',
      Body,
      NumMedia: '0',
    })
  await text('SM1', 'Hello')
  const { data } = await server.call(listInbox)
  const uuid = data[0]!.id
  const other = await createVisitor(server)
  await server.call(updateContact, { params: { id: other.id }, body: { phone: '+4930111111' } })
  await merge(server, { id: data[0]!.visitor!.id! }, other)
  const kinds = async () =>
    (await server.call(getConversation, { params: { uuid } })).activities
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('sms_'))
  await write((tx) => smsChatQueries(db).stop(tx, 1, '+4930111111', now()))
  await text('SM2', 'START')
  expect(await kinds()).toEqual([])
  expect(smsChatQueries(db).isStopped(1, RECIPIENT)).toBe(true)
  await text('SM3', 'STOP')
  await text('SM4', 'START')
  expect(await kinds()).toEqual(['sms_stopped', 'sms_started'])
})
