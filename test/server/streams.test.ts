import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createApiKey, deleteApiKey } from '#contracts/accounts.ts'
import {
  getConversation,
  replyToConversation,
  typeInConversation,
} from '#contracts/conversations.ts'
import { getVisitorConversation, typeAsVisitor } from '#contracts/widget.ts'
import { LIMITS } from '../../server/limits.ts'
import { colleague } from '../support/operators.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'
import { followStream, type StreamEvent } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

const asOwner = { authorization: `Bearer ${KEY}` }

const followAll = ({ url }: TestServer, query = '', headers = {}) =>
  followStream(`${url}/api/user/stream${query}`, { ...asOwner, ...headers })

const isAnswer = ({ type, data }: StreamEvent) =>
  type === 'message.updated' &&
  data.message.author === 'assistant' &&
  data.message.status === 'complete'

test('a stream without a cursor starts now; one with a cursor gets exactly what came after it', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const fromStart = await followAll(server, '?after=0')
  const fromNow = await followAll(server)
  await visitor.say('What does Parley cost?')
  const answer = await fromStart.next(isAnswer)
  await fromNow.next(isAnswer)
  expect(fromNow.events.some(({ type }) => type === 'conversation.created')).toBe(false)
  const rows = fromStart.events.filter(({ id }) => id !== undefined)
  expect(rows.map(({ id }) => id)).toEqual(
    [...new Set(rows.map(({ id }) => id))].sort((a, b) => a! - b!),
  )
  for (const { id } of rows) {
    const resumed = await followAll(server, '', { 'last-event-id': String(id) })
    if (id! < answer.id!) await resumed.next(isAnswer)
    const ids = resumed.events.flatMap((event) => event.id ?? [])
    expect(ids.every((seen) => seen > id!)).toBe(true)
    resumed.close()
  }
})

test('the concatenated deltas are a prefix of the answer, and its end brings the whole', async () => {
  const server = await startServer({ limits: { builtInWordMs: 5 } })
  const visitor = await createVisitor(server)
  const stream = await followAll(server)
  await visitor.say('What does Parley cost?')
  const answer = await stream.next(isAnswer)
  const begun = await stream.next(
    ({ type, data }) => type === 'message.created' && data.message.author === 'assistant',
  )
  let text: string = begun.data.message.content
  for (const { data } of stream.events.filter(({ type }) => type === 'message.delta')) {
    expect(data.offset).toBe(text.length)
    text += data.text
  }
  expect(text.length).toBeGreaterThan(begun.data.message.content.length)
  expect(answer.data.message.content).toSatisfy((whole: string) => whole.startsWith(text))
})

test('a visitor’s stream contains only their own conversations, and nothing internal to the desk', async () => {
  const server = await startServer()
  const [mine, theirs] = [await createVisitor(server), await createVisitor(server)]
  const stream = await followStream(`${server.url}/api/widget/stream?after=0`, {
    authorization: `Bearer ${mine.token}`,
  })
  await theirs.say('secret of somebody else')
  await mine.say('hello')
  await stream.next(isAnswer)
  expect(JSON.stringify(stream.events)).not.toContain(theirs.conversationId)
  expect(JSON.stringify(stream.events)).not.toContain('assistant.created')
})

test('the desk knows which operator wrote a message, and visitors and programs do not', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const ada = await colleague(server, 'Ada')
  const theirs = await followStream(`${server.url}/api/widget/stream?after=0`, {
    authorization: `Bearer ${visitor.token}`,
  })
  const desk = await followAll(server, '?after=0')
  const say = (by: Pick<TestServer, 'call'>, content: string) =>
    by.call(replyToConversation, { params, body: { client_id: crypto.randomUUID(), content } })
  const { data } = await say(ada, 'from the desk')
  await say(server, 'from a program')

  const said = async ({ next }: typeof desk, content: string) =>
    (await next(({ data: { message } }) => message?.content === content)).data.message
  const ids = (messages: readonly { readonly author_id?: number | undefined }[]) =>
    messages.slice(-2).map(({ author_id }) => author_id)
  const { messages } = await server.call(getConversation, { params })
  expect(ids(messages)).toEqual([ada.operator.id, undefined])
  expect(data.author_id).toBe(ada.operator.id)
  expect((await said(desk, 'from the desk')).author_id).toBe(ada.operator.id)
  expect(await said(theirs, 'from the desk')).toEqual({ ...data, author_id: undefined })
  expect(await said(theirs, 'from the desk')).not.toHaveProperty('author_id')
  const read = await visitor.call(getVisitorConversation, { params })
  for (const message of read.messages) expect(message).not.toHaveProperty('author_id')
})

test('typing goes both ways and is not stored', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const desk = await followAll(server)
  const widget = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${visitor.token}`,
  })
  const typing = { params: { uuid: visitor.conversationId }, body: { active: true } }
  await visitor.call(typeAsVisitor, typing)
  await server.call(typeInConversation, typing)
  const seen = { id: undefined, type: 'typing' }
  expect(await desk.next(({ type }) => type === 'typing')).toMatchObject({
    ...seen,
    data: { author: 'visitor', active: true },
  })
  expect(await widget.next(({ type }) => type === 'typing')).toMatchObject({
    ...seen,
    data: { author: 'operator', active: true },
  })
})

test('operators see a visitor arrive', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const desk = await followAll(server)
  const widget = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${visitor.token}`,
  })
  expect((await desk.next(({ type }) => type === 'presence')).data).toEqual({
    visitor_id: visitor.id,
    online: true,
  })
  widget.close()
})

test('a heartbeat distinguishes a quiet stream from a dead one', async () => {
  const server = await startServer({ limits: { heartbeatMs: 20 } })
  const stream = await followAll(server)
  expect(await stream.next(({ type }) => type === 'ping')).toMatchObject({
    id: undefined,
    data: {},
  })
})

test('a visitor’s stream has its own heartbeat, because a widget must notice sooner', async () => {
  const server = await startServer({ limits: { visitorHeartbeatMs: 20 } })
  const { token } = await createVisitor(server)
  const desk = await followAll(server)
  const widget = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${token}`,
  })
  await widget.next(({ type }) => type === 'ping')
  expect(desk.heartbeats).toEqual([])
  expect(server.context.config.limits.heartbeatMs).toBe(15_000)
  expect(LIMITS.visitorHeartbeatMs).toBe(3000)
})

test('a revoked key ends its streams and opens no more', async () => {
  const server = await startServer()
  const { api_key } = await server.call(createApiKey, { body: { name: 'script' } })
  const headers = { authorization: `Bearer ${api_key.token}` }
  const stream = await followStream(`${server.url}/api/user/stream`, headers)
  await server.call(deleteApiKey, { params: { id: api_key.id } })
  await stream.ended
  expect((await fetch(`${server.url}/api/user/me`, { headers })).status).toBe(401)
})

test('a reader that does not read is dropped, and the others are served', async () => {
  const server = await startServer()
  const { port, host } = new URL(server.url)
  const stalled = connect(Number(port), '127.0.0.1')
  stalled.write(
    `GET /api/user/stream HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${KEY}\r\n\r\n`,
  )
  stalled.pause()
  const healthy = await followAll(server)
  const { context } = server
  const dropped = new Promise((resolve) => stalled.once('close', resolve))
  stalled.on('error', () => undefined)
  const padding = 'x'.repeat(20_000)
  for (let written = 0; written < 1000; written += 1) {
    const payload = { data: [{ id: written, name: padding, colour: 'grey' as const }] }
    await context.write((tx) =>
      context.events.record(tx, { userId: 1, type: 'labels.changed', payload }),
    )
    await healthy.next(({ data }) => data.data?.[0].id === written)
  }
  stalled.resume()
  await dropped
  expect(await server.fetch('/api/user/me').then(({ status }) => status)).toBe(200)
})

test('a stream that is opened during a shutdown ends at once, and does not hold it up', async () => {
  const server = await startServer({ limits: { drainMs: 60_000 } })
  const { token } = await createVisitor(server)
  server.context.hub.close()
  const desk = await followAll(server)
  const widget = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${token}`,
  })
  await Promise.all([desk.ended, widget.ended])
  await server.server.stop()
})

test('a shutdown ends streams cleanly', async () => {
  const server = await startServer()
  const stream = await followAll(server)
  await server.server.stop()
  await stream.ended
})
