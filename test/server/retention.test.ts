import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getAssistantSettings, updateAssistantSettings } from '#contracts/assistant-settings.ts'
import { exportAssistant, importAssistant } from '#contracts/assistant-transfer.ts'
import { duplicateAssistant } from '#contracts/assistant-versions.ts'
import { blockSender, listBlocks, unblockSender } from '#contracts/blocks.ts'
import { listCalls } from '#contracts/calls.ts'
import { endConversation, getConversation, replyToConversation } from '#contracts/conversations.ts'
import { saveDraft } from '#contracts/drafts.ts'
import { createNote } from '#contracts/notes.ts'
import { updatePhoneNumber } from '#contracts/phone-numbers.ts'
import { setVisitorVariables } from '#contracts/widget.ts'
import { wrongTallies } from '../../server/db/tallies.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant } from '../support/assistants.ts'
import {
  callDesk,
  activeAssistant as callingAssistant,
  dial,
  NUMBERS,
  playOut,
} from '../support/calls.ts'
import { activeAssistant, chat } from '../support/chats.ts'
import { createClock } from '../support/clock.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { RECIPIENT } from '../support/sms.ts'
import { PUBLIC_URL, serverWithProvider } from '../support/sms-provider.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A server whose clock the test advances, and whose starter assistant keeps its chats for ten days. */
async function setUp() {
  const clock = createClock('2026-03-01T12:00:00Z')
  const server = await startServer({ outside: clock.outside })
  await keepFor(server, 10)
  const { db } = server.context
  return {
    clock,
    server,
    db,
    conversations: () => db.prepare('SELECT uuid FROM conversations ORDER BY id').pluck().all(),
    contacts: () => db.prepare('SELECT uuid FROM visitors ORDER BY id').pluck().all(),
    /** Advances the clock by this much, and runs the work that is due. */
    async pass(ms: number) {
      await clock.jump(ms)
      await clock.advance(2000)
    },
  }
}

async function keepFor(server: Pick<TestServer, 'call'>, days: number | null) {
  const { id } = await starterAssistant(server)
  await server.call(updateAssistantSettings, { params: { id }, body: { retention_days: days } })
}

test('chats are kept forever unless their assistant sets a retention period', async () => {
  const { server, pass, conversations } = await setUp()
  const { id } = await starterAssistant(server)
  await keepFor(server, null)
  expect((await server.call(getAssistantSettings, { params: { id } })).fields.retention_days).toBe(
    null,
  )
  const visitor = await createVisitor(server)
  await visitor.say('Hello')
  await pass(HOUR)
  await pass(4000 * DAY)
  expect(conversations()).toEqual([visitor.conversationId])
})

test('a chat exists until the day before its period ends, and is gone the day after with its contact', async () => {
  const { server, pass, conversations, contacts, db } = await setUp()
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  await visitor.say('Quxzebra says hello')
  await server.call(createNote, {
    params,
    body: { client_id: randomUUID(), content: 'Quxzebra again' },
  })
  await server.call(saveDraft, {
    params: { ...params, kind: 'reply' },
    body: { content: 'Dear Quxzebra' },
  })
  await visitor.call(setVisitorVariables, { params, body: { variables: { name: 'Quxzebra' } } })
  await pass(HOUR)
  await pass(9 * DAY)
  expect([conversations(), contacts()]).toEqual([[visitor.conversationId], [visitor.id]])
  await pass(2 * DAY)
  expect([conversations(), contacts()]).toEqual([[], []])
  await expect(server.call(getConversation, { params })).rejects.toMatchObject({ status: 404 })
  for (const table of ['messages', 'notes', 'drafts', 'proposals', 'search_documents'])
    expect([table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]).toEqual([table, 0])
  expect(wrongTallies(db, 1)).toEqual([])
  expect(db.pragma('foreign_key_check')).toEqual([])
  expect(
    db.prepare("SELECT count(*) FROM events WHERE payload LIKE '%Quxzebra%'").pluck().get(),
  ).toBe(0)
  expect(server.context.jobs.count('retention.erase')).toBe(1)
})

test('a blocked contact is kept until the block ends, so that it does not end unnoticed', async () => {
  const { server, pass, conversations, contacts } = await setUp()
  const [visitor, other] = [await createVisitor(server), await createVisitor(server)]
  for (const one of [visitor, other]) await one.say('Hello')
  const { data } = await server.call(blockSender, {
    params: { uuid: visitor.conversationId },
    body: {},
  })
  await pass(HOUR)
  await pass(30 * DAY)
  expect([conversations(), contacts()]).toEqual([[], [visitor.id]])
  expect((await server.call(listBlocks)).data.map(({ id }) => id)).toEqual([data.id])
  await server.call(unblockSender, { params: { id: data.id } })
  await pass(2 * DAY)
  expect(contacts()).toEqual([])
})

test('calls have the same retention, including recordings; another assistant keeps its own', async () => {
  const desk = await callDesk()
  const record = { record: true }
  const [short, long] = [await callingAssistant(desk, record), await callingAssistant(desk, record)]
  await desk.call(updateAssistantSettings, {
    params: { id: short },
    body: { retention_days: 10 },
  })
  const expired = await playOut(desk, await dial(desk, short, NUMBERS.ordinary))
  const kept = await playOut(desk, await dial(desk, long, NUMBERS.ordinary))
  const ids = async () => (await desk.call(listCalls)).data.map(({ id }) => id).sort()
  const recordings = () => readdirSync(desk.context.recordings.folder()).length
  const pass = async (days: number) => {
    await desk.clock.jump(days * DAY)
    await desk.clock.advance(2000)
  }
  await pass(9)
  expect([await ids(), recordings()]).toEqual([[expired.id, kept.id], 2])
  await pass(2)
  expect([await ids(), recordings()]).toEqual([[kept.id], 1])
  const { db } = desk.context
  const told = db
    .prepare("SELECT payload ->> 'id' FROM events WHERE type GLOB 'call.*ated'")
    .pluck()
  expect(told.all()).not.toContain(expired.id)
  expect(wrongTallies(db, 1)).toEqual([])
})

test('a chat with a message within the period is kept', async () => {
  const { server, pass, conversations } = await setUp()
  const visitor = await createVisitor(server)
  const silent = await createVisitor(server)
  await visitor.say('Hello')
  await silent.say('Hello')
  await pass(HOUR)
  await pass(9 * DAY)
  const body = { client_id: randomUUID(), content: 'Is all well?' }
  await server.call(replyToConversation, { params: { uuid: visitor.conversationId }, body })
  await pass(2 * DAY)
  expect(conversations()).toEqual([visitor.conversationId])
  await pass(10 * DAY)
  expect(conversations()).toEqual([])
})

test('the period counts from the end of a chat, so that its webhook is sent first', async () => {
  const { server, pass, conversations } = await setUp()
  const { say, uuid } = await chat(server, await starterAssistant(server))
  await say('Hello')
  server.context.db.exec('UPDATE assistants SET conversation_inactivity_timeout = 100000000')
  await pass(12 * DAY)
  expect(conversations()).toEqual([uuid])
  await server.call(endConversation, { params: { uuid } })
  await pass(9 * DAY)
  expect(conversations()).toEqual([uuid])
  await pass(2 * DAY)
  expect(conversations()).toEqual([])
})

test('a contact seen within the period stays, without the expired chats', async () => {
  const { server, pass, conversations, contacts, db } = await setUp()
  const visitor = await createVisitor(server)
  await visitor.say('Hello')
  await pass(HOUR)
  await pass(9 * DAY)
  db.prepare('UPDATE visitors SET last_seen_at = ?').run(server.context.now().getTime())
  await pass(2 * DAY)
  expect([conversations(), contacts()]).toEqual([[], [visitor.id]])
  await pass(9 * DAY)
  expect(contacts()).toEqual([])
})

test('nothing of another assistant or account is erased', async () => {
  const { server, pass, conversations } = await setUp()
  const other = await activeAssistant(server, {})
  const mine = await chat(server, await starterAssistant(server))
  const kept = await chat(server, other)
  const somebody = await anotherAccount(server)
  const theirs = await activeAssistant(somebody, {})
  const foreign = await chat(somebody, theirs)
  for (const each of [mine, kept, foreign]) {
    await each.say('Hello')
    await each.end()
  }
  await pass(11 * DAY)
  expect(conversations()).toEqual([kept.uuid, foreign.uuid])
  for (const userId of [1, somebody.id]) expect(wrongTallies(server.context.db, userId)).toEqual([])
})

test.each([
  ['delivered', []],
  ['unknown', ['unknown']],
])(
  'a text message chat is erased with its messages, unless one is still open (%s)',
  async (status, left) => {
    const server = await serverWithProvider({ publicUrl: PUBLIC_URL })
    const { clock, from, report } = server
    const { db } = server.context
    await keepFor(server, 10)
    const { id } = await starterAssistant(server)
    await server.call(updatePhoneNumber, { params: { id: from }, body: { sms_assistant_id: id } })
    const text = {
      From: RECIPIENT,
      To: '+14155552671',
      Body: 'What does Parley cost?',
      NumMedia: '0',
    }
    await report('/api/provider/sms/inbound', { MessageSid: 'SM1', ...text })
    const sent = db.prepare<[], string>('SELECT status FROM sms_messages').pluck()
    await expect
      .poll(async () => {
        await clock.advance(100)
        return sent.all()
      })
      .toEqual(['sent'])
    // Nothing reports its outcome.
    db.exec("DELETE FROM jobs WHERE kind = 'sms.follow'")
    db.prepare('UPDATE sms_messages SET status = ?').run(status)
    await clock.jump(HOUR)
    await clock.jump(11 * DAY)
    await clock.advance(2000)
    expect(db.prepare('SELECT count(*) FROM conversations').pluck().get()).toBe(0)
    expect(sent.all()).toEqual(left)
    expect(wrongTallies(db, 1)).toEqual([])
    expect(db.pragma('foreign_key_check')).toEqual([])
  },
)

test('a copy of an assistant, here or in another Parley, has the same retention', async () => {
  const server = await startServer()
  const id = await createdAssistant(server, { retention_days: 30 })
  const document = await server.call(exportAssistant, { params: { id } })
  await server.call(importAssistant, { body: { document } })
  await server.call(duplicateAssistant, { params: { id } })
  const kept = server.context.db.prepare('SELECT retention_days FROM assistants ORDER BY id')
  expect(kept.pluck().all()).toEqual([null, 30, 30, 30])
})
