import { expect, test } from 'vitest'
import {
  blockSender,
  getSender,
  listBlocks,
  restoreBlock,
  unblockSender,
} from '#contracts/blocks.ts'
import { updateContact } from '#contracts/contacts.ts'
import { getConversation } from '#contracts/conversations.ts'
import { startConversation } from '#contracts/public-chat.ts'
import { eraseContact } from '../../server/features/contacts/erase.ts'
import { erasureQueries } from '../../server/features/contacts/erasure-queries.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { createTurns } from '../../server/features/conversations/turns/run.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createClock } from '../support/clock.ts'
import { colleague } from '../support/operators.ts'
import { startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const DAY_MS = 86_400_000

async function world() {
  let time = Date.now()
  const server = await startServer({ outside: { now: () => new Date(time) } })
  const pass = (ms: number) => {
    time += ms
  }
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const writes = () =>
    visitor.say('Hello').then(
      () => true,
      () => false,
    )
  return { server, pass, call: server.call, visitor, params, writes }
}

test('a block says who, when and why, and lasts a day, a week or until it is lifted', async () => {
  const { server, pass, params, writes } = await world()
  const lena = await colleague(server, 'Lena')
  const { data } = await lena.call(blockSender, {
    params,
    body: { reason: ' Insults ', duration: 'day' },
  })
  expect(data).toMatchObject({
    reason: 'Insults',
    by: { name: 'Lena' },
    conversation_id: params.uuid,
    keys: [{ kind: 'visitor' }],
  })
  expect(Date.parse(data.ends_at!) - Date.parse(data.created_at)).toBe(DAY_MS)
  expect((await lena.call(listBlocks)).data).toEqual([data])
  expect(await writes()).toBe(false)
  pass(DAY_MS)
  expect(await writes()).toBe(true)
  expect((await lena.call(listBlocks)).data).toEqual([])
  const { data: open } = await lena.call(blockSender, { params, body: {} })
  expect(open.ends_at).toBeNull()
  pass(10 * DAY_MS)
  expect(await writes()).toBe(false)
})

test('blocking ends the conversation, is noted in it, and replaces an earlier block', async () => {
  const { call, params } = await world()
  await call(blockSender, { params, body: { duration: 'week' } })
  const second = await call(blockSender, { params, body: { reason: 'Spam' } })
  expect((await call(listBlocks)).data).toEqual([second.data])
  expect((await call(getSender, { params })).block).toEqual(second.data)
  const { ended_at, activities } = await call(getConversation, { params })
  expect(ended_at).not.toBeNull()
  expect(activities.map(({ kind }) => kind)).toEqual(['blocked', 'ended', 'blocked'])
})

test('unblocking is undone for an hour, and every change is announced', async () => {
  const { server, call, pass, params, writes } = await world()
  const lena = await colleague(server, 'Lena')
  const stream = await followStream(`${server.url}/api/user/stream?after=0`, {
    cookie: lena.cookie,
  })
  const { data } = await call(blockSender, { params, body: {} })
  await stream.next((event) => event.type === 'blocks.changed')
  await call(unblockSender, { params: { id: data.id } })
  expect(await writes()).toBe(true)
  expect((await call(restoreBlock, { params: { id: data.id } })).data).toEqual(data)
  expect(await writes()).toBe(false)
  await call(unblockSender, { params: { id: data.id } })
  pass(3_600_001)
  await expect(call(restoreBlock, { params: { id: data.id } })).rejects.toMatchObject({
    status: 404,
  })
})

test('a chat of a program has no sender who could be blocked', async () => {
  const { server, call } = await world()
  const { uuid: assistant_id } = await starterAssistant(server)
  const { conversation_id } = await call(startConversation, {
    body: { assistant_id, type: 'widget' },
  })
  const params = { uuid: conversation_id }
  expect((await call(getSender, { params })).keys).toEqual([])
  await expect(call(blockSender, { params, body: {} })).rejects.toMatchObject({ status: 409 })
})

test('erasing a contact deletes their block with what they were recognised by, and says so', async () => {
  const { server, call, params, visitor } = await world()
  const { context } = server
  await call(updateContact, {
    params: { id: visitor.id },
    body: { name: 'Ada', email: 'ada@example.org' },
  })
  // By the address alone, and the conversation goes before the contact does.
  await call(blockSender, { params, body: { kinds: ['email'], reason: 'Insults' } })
  const { id, visitor_id } = conversationQueries(context.db).byUuid(params.uuid)!
  await context.write((tx) => erasureQueries(context.db).removeConversation(tx, id))
  expect((await call(listBlocks)).data).toHaveLength(1)
  const changes = () =>
    context.db.prepare("SELECT count(*) FROM events WHERE type = 'blocks.changed'").pluck().get()
  const before = Number(changes())
  await eraseContact({ ...context, turns: createTurns(context) }, visitor_id!)
  expect(context.db.prepare('SELECT count(*) FROM blocks').pluck().get()).toBe(0)
  expect(context.db.prepare('SELECT count(*) FROM block_keys').pluck().get()).toBe(0)
  expect(changes()).toBe(before + 1)
})

test('blocks that have ended or were lifted are deleted after an hour, with their addresses', async () => {
  const clock = createClock('2026-03-01T12:00:00Z')
  const server = await startServer({ outside: clock.outside })
  const kept = () =>
    server.context.db.prepare('SELECT block_id FROM block_keys').pluck().all().length
  const blocked = async (duration?: 'day') => {
    const { conversationId: uuid } = await createVisitor(server)
    const body = { ...(duration && { duration }) }
    return (await server.call(blockSender, { params: { uuid }, body })).data.id
  }
  await blocked()
  await blocked('day')
  await server.call(unblockSender, { params: { id: await blocked() } })
  expect(kept()).toBe(3)
  await clock.jump(2 * 3_600_000)
  await clock.advance(2000)
  expect(kept()).toBe(2)
  await clock.jump(DAY_MS)
  await clock.advance(2000)
  expect(kept()).toBe(1)
})

test('another account sees and changes no blocks of this one', async () => {
  const { server, call, params } = await world()
  const stranger = await anotherAccount(server)
  const { data } = await call(blockSender, { params, body: {} })
  expect((await stranger.call(listBlocks)).data).toEqual([])
  const own = { params: { id: data.id } }
  await expect(stranger.call(unblockSender, own)).rejects.toMatchObject({ status: 404 })
  await expect(stranger.call(restoreBlock, own)).rejects.toMatchObject({ status: 404 })
  await expect(stranger.call(getSender, { params })).rejects.toMatchObject({ status: 404 })
})
