import { expect, test } from 'vitest'
import {
  blockSender,
  getSender,
  listBlocks,
  restoreBlock,
  unblockSender,
} from '#contracts/blocks.ts'
import { getConversation } from '#contracts/conversations.ts'
import { startConversation } from '#contracts/public-chat.ts'
import { eraseContact } from '../../server/features/contacts/erase.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { createTurns } from '../../server/features/conversations/turns/run.ts'
import { anotherAccount } from '../support/accounts.ts'
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

test('erasing a contact deletes their block with what they were recognised by', async () => {
  const { server, call, params } = await world()
  const { context } = server
  await call(blockSender, { params, body: {} })
  const { visitor_id: id } = conversationQueries(context.db).byUuid(params.uuid)!
  await eraseContact({ ...context, turns: createTurns(context) }, id!)
  expect(context.db.prepare('SELECT count(*) FROM blocks').pluck().get()).toBe(0)
  expect(context.db.prepare('SELECT count(*) FROM block_keys').pluck().get()).toBe(0)
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
