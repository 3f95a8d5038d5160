import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getEmbedding, updateEmbedding } from '#contracts/assistant-embedding.ts'
import {
  getConversation,
  listMessages,
  readConversation,
  replyToConversation,
} from '#contracts/conversations.ts'
import { identifyVisitor } from '#contracts/identity.ts'
import { rateConversation } from '#contracts/ratings.ts'
import { getPublicAssistant, readAsVisitor, typeAsVisitor } from '#contracts/widget.ts'
import { website } from '../support/identity.ts'
import { KEY, startServer } from '../support/server.ts'
import { everythingStored } from '../support/stored.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const OWNER = { authorization: `Bearer ${KEY}` }

async function scene() {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const follow = () => followStream(`${server.url}/api/user/stream`, OWNER)
  return { server, visitor, params, follow, call: server.call }
}

async function longThread() {
  const all = await scene()
  const { server, params } = all
  const { db } = server.context
  const id = db.prepare('SELECT id FROM conversations WHERE uuid = ?').pluck().get(params.uuid)
  const insert = db.prepare(`
    INSERT INTO messages (conversation_id, seq, author, author_name, content, status, created_at)
    VALUES (?, ?, ?, 'x', 'Text', 'complete', 1)
  `)
  for (let seq = 2; seq <= 500; seq += 1) insert.run(id, seq, seq % 2 ? 'visitor' : 'operator')
  db.prepare(
    'UPDATE conversations SET message_count = 500, unread_count = 50, operator_read_seq = 400 WHERE id = ?',
  ).run(id)
  return all
}

const seqs = (messages: readonly { seq: number }[]) => [messages[0]?.seq, messages.at(-1)?.seq]

test('a long thread is read in pages, in order and without gaps', async () => {
  const { params, call } = await longThread()
  const part = async (query: object) => {
    const { data, total } = await call(listMessages, { params, query })
    expect(total).toBe(500)
    return [...seqs(data), data.length]
  }
  expect(await part({})).toEqual([451, 500, 50])
  expect(await part({ before: 451, limit: 100 })).toEqual([351, 450, 100])
  expect(await part({ before: 1 })).toEqual([undefined, undefined, 0])
  expect(await part({ after: 480 })).toEqual([481, 500, 20])
  expect(await part({ around: 100, limit: 30 })).toEqual([90, 119, 30])
  expect(await part({ around: 1, limit: 30 })).toEqual([1, 30, 30])
  expect(await part({ around: 9_999_999, limit: 30 })).toEqual([471, 500, 30])
})

test('a thread opens around the first unread message, and completely when no limit is requested', async () => {
  const { params, call } = await longThread()
  const detail = (query: object) => call(getConversation, { params, query })
  expect((await detail({})).messages).toHaveLength(500)
  const unread = await detail({ limit: 60, around: 'unread' })
  expect(unread.read_seq).toBe(400)
  expect(unread.messages.map(({ seq }) => seq)).toContain(401)
  expect(unread.messages).toHaveLength(60)
  await call(readConversation, { params, body: { seq: 500 } })
  expect(seqs((await detail({ limit: 60, around: 'unread' })).messages)).toEqual([441, 500])
  expect(seqs((await detail({ limit: 60, around: '10' })).messages)).toEqual([1, 60])
})

test('the desk sees what a visitor is typing, and it is not stored', async () => {
  const { server, visitor, params, follow } = await scene()
  const desk = await follow()
  const text = 'I was about to say'
  await visitor.call(typeAsVisitor, { params, body: { active: true, text } })
  const { data, id } = await desk.next(({ type }) => type === 'typing')
  expect(data).toEqual({ conversation_id: params.uuid, author: 'visitor', active: true, text })
  expect(id).toBeUndefined()
  expect(everythingStored(server.context.db)).not.toContain(text)
})

test('an assistant with previews off forwards none, whatever the widget sends', async () => {
  const { server, visitor, params, follow, call } = await scene()
  const { id, uuid } = await starterAssistant(server)
  const read = () => server.as()(getPublicAssistant, { params: { uuid } })
  expect((await read()).draft_preview).toBe(true)
  await call(updateEmbedding, {
    params: { id },
    body: { allowed_origins: [], draft_preview: false },
  })
  expect((await read()).draft_preview).toBe(false)
  await call(updateEmbedding, { params: { id }, body: { allowed_origins: [] } })
  expect((await call(getEmbedding, { params: { id } })).draft_preview).toBe(false)
  const desk = await follow()
  await visitor.call(typeAsVisitor, { params, body: { active: true, text: 'Private' } })
  const { data } = await desk.next(({ type }) => type === 'typing')
  expect(data).toEqual({ conversation_id: params.uuid, author: 'visitor', active: true })
})

test('the desk learns how far the visitor has read, which only ever advances', async () => {
  const { visitor, params, follow, call } = await scene()
  const desk = await follow()
  await call(replyToConversation, { params, body: { client_id: randomUUID(), content: 'Hello' } })
  const read = (seq: number) => visitor.call(readAsVisitor, { params, body: { seq } })
  await read(2)
  expect((await desk.next(({ type }) => type === 'conversation.seen')).data.seq).toBe(2)
  await read(1)
  await read(99)
  expect((await call(getConversation, { params })).visitor_read_seq).toBe(2)
})

test('the desk sees the visitor’s rating of a conversation, and their verified identity', async () => {
  const { server, visitor, params, call } = await scene()
  const read = () => call(getConversation, { params })
  expect(await read()).toMatchObject({ rating: null, visitor: { external_id: null } })
  const { vouch } = await website(server)
  await visitor.call(rateConversation, { params, body: { rating: 4, comment: 'Quick.' } })
  await visitor.call(identifyVisitor, { body: { identity: await vouch({ sub: 'customer-7' }) } })
  expect(await read()).toMatchObject({
    rating: { rating: 4, comment: 'Quick.' },
    visitor: { external_id: 'customer-7' },
  })
})
