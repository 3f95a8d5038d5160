import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deactivateAssistant } from '#contracts/assistants.ts'
import {
  disableAi,
  enableAi,
  getConversation,
  listConversations,
  readConversation,
  replyToConversation,
} from '#contracts/conversations.ts'
import { listInbox } from '#contracts/inbox.ts'
import {
  readPublicConversation,
  sendPublicMessage,
  startConversation,
} from '#contracts/public-chat.ts'
import { getVisitorConversation, openVisitorConversation } from '#contracts/widget.ts'
import { scaled } from '../../server/limits.ts'
import { idle } from '../support/idle.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor, starterAssistant, type TestVisitor } from '../support/visitor.ts'

/** Waits until the conversation's latest message is a complete one from the assistant. */
async function answerOf({ call, conversationId: uuid }: TestVisitor) {
  return await expect
    .poll(async () => (await call(getVisitorConversation, { params: { uuid } })).messages.at(-1), {
      timeout: 5000,
    })
    .toMatchObject({ author: 'assistant', status: 'complete' })
    .then(async () => (await call(getVisitorConversation, { params: { uuid } })).messages.at(-1)!)
}

const params = ({ conversationId: uuid }: TestVisitor) => ({ params: { uuid } })

/** A server with a slow built-in model, so that something can happen while it speaks. */
const slowServer = () => startServer({ limits: { builtInWordMs: 40 } })

async function streamOf({ url }: TestServer, { token }: TestVisitor) {
  return followStream(`${url}/api/widget/stream`, { authorization: `Bearer ${token}` })
}

test('a visitor asks and the assistant answers from its knowledge', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  await visitor.say('What does Parley cost?')
  expect((await answerOf(visitor)).content).toContain('free')
  const detail = await server.call(getConversation, params(visitor))
  expect(detail.messages.map(({ author, seq }) => [seq, author])).toEqual([
    [1, 'assistant'],
    [2, 'visitor'],
    [3, 'assistant'],
  ])
  expect(detail).toMatchObject({
    type: 'widget',
    message_count: 3,
    ai_enabled: true,
    total_cost: 0,
  })
})

test('a follow-up question is understood in context', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  await visitor.say('Which licence does Parley have?')
  expect((await answerOf(visitor)).content).toContain('MIT')
  await visitor.say('And what does it cost?')
  await expect.poll(async () => (await answerOf(visitor)).content).toContain('free')
})

test('resending a message returns the same message', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const id = randomUUID()
  const [first, again] = [await visitor.say('hello', id), await visitor.say('hello', id)]
  expect(again).toEqual(first)
  const both = await Promise.all([
    visitor.say('twice', first.client_id!),
    visitor.say('twice', first.client_id!),
  ])
  expect(both).toEqual([first, first])
})

test('repeating the request that starts a conversation returns the same conversation', async () => {
  const server = await startServer()
  const { call } = await createVisitor(server)
  const body = { client_id: randomUUID() }
  const [first, again] = [
    await call(openVisitorConversation, { body }),
    await call(openVisitorConversation, { body }),
  ]
  expect(again.id).toBe(first.id)
})

test('the list has the documented conversation fields, key by key', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const { data } = await server.call(listConversations)
  expect(data).toEqual([
    {
      id: visitor.conversationId,
      assistant_id: (await starterAssistant(server)).uuid,
      assistant_name: expect.any(String),
      type: 'widget',
      message_count: 1,
      total_cost: 0,
      ai_enabled: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    },
  ])
  expect(Object.keys(data[0]!)).toEqual([
    'id',
    'assistant_id',
    'assistant_name',
    'type',
    'message_count',
    'total_cost',
    'ai_enabled',
    'created_at',
    'updated_at',
  ])
})

test('the list is filtered by type, assistant and whole days, and its page links keep the filters', async () => {
  let now = new Date('2026-03-01T12:00:00Z')
  const server = await startServer({ outside: { now: () => now } })
  const { id, uuid } = await starterAssistant(server)
  const begin = (type: 'test' | 'widget') =>
    server
      .call(startConversation, { body: { assistant_id: uuid, type } })
      .then((reply) => reply.conversation_id)
  const march = await begin('widget')
  now = new Date('2026-04-01T23:59:59Z')
  const april = await begin('test')
  const ids = async (query: object) =>
    (await server.call(listConversations, { query })).data.map((item) => item.id)
  expect(await ids({})).toEqual([april, march])
  expect(await ids({ type: 'test' })).toEqual([april])
  expect(await ids({ assistant_id: id })).toEqual([april, march])
  expect(await ids({ date_from: '2026-04-01' })).toEqual([april])
  expect(await ids({ date_to: '2026-03-31' })).toEqual([march])
  expect(await ids({ date_from: '2026-03-01', date_to: '2026-04-01', type: 'widget' })).toEqual([
    march,
  ])
  const page = await server.call(listConversations, {
    query: { per_page: 1, type: 'widget', page: 3 },
  })
  expect(page.first_page_url).toBe(
    `${server.url}/api/user/conversations?type=widget&per_page=1&page=1`,
  )
  expect(page).toMatchObject({ current_page: 3, data: [], total: 1 })
})

test.each([
  ['per_page=0', 'per_page'],
  ['per_page=101', 'per_page'],
  ['per_page=1.5', 'per_page'],
  ['per_page=', 'per_page'],
  ['per_page=1&per_page=2', 'per_page'],
  ['type=phone', 'type'],
  ['date_from=2024-02-30', 'date_from'],
  ['date_from=2024-1-1', 'date_from'],
  ['date_to=0000-01-01', 'date_to'],
  ['date_from=2024-02-02&date_to=2024-02-01', 'date_to'],
  ['assistant_id=999', 'assistant_id'],
  ['assistant_id=1e0', 'assistant_id'],
])('the filter %s is rejected by name', async (query, field) => {
  const { fetch } = await startServer()
  const response = await fetch(`/api/user/conversations?${query}`)
  expect(response.status).toBe(422)
  const body = await response.json()
  expect(body.message).toBe('The given data was invalid.')
  expect(Object.keys(body.errors)).toEqual([field])
})

test.each([['0'], ['-1'], ['1.5'], ['abc'], ['1e3'], ['']])('page=%s is page 1', async (page) => {
  const { fetch } = await startServer()
  const response = await fetch(`/api/user/conversations?page=${page}`)
  expect(await response.json()).toMatchObject({ current_page: 1 })
})

test('an operator’s reply reaches the visitor at once, as from a person', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const stream = await streamOf(server, visitor)
  const body = { client_id: randomUUID(), content: 'Hello, this is Ann.' }
  await server.call(replyToConversation, { ...params(visitor), body })
  const { data } = await stream.next(
    ({ type, data }) => type === 'message.created' && data.message.author === 'operator',
  )
  expect(data.message).toMatchObject({ content: body.content, author_name: 'The team' })
})

test('a takeover stops the answer mid-sentence, and no token comes after it', async () => {
  const server = await slowServer()
  const visitor = await createVisitor(server)
  const stream = await streamOf(server, visitor)
  await visitor.say('What does Parley cost?')
  await stream.next(({ type }) => type === 'message.delta')
  expect(await server.call(disableAi, params(visitor))).toEqual({ status: true, ai_enabled: false })
  const cut = await stream.next(
    ({ type, data }) => type === 'message.updated' && data.message.status === 'interrupted',
  )
  await idle(server.context.db)
  // Anything that had arrived by then comes before this one.
  const content = 'Hello, this is Ann.'
  const own = { client_id: randomUUID(), content }
  await server.call(replyToConversation, { ...params(visitor), body: own })
  await stream.next(({ data }) => data?.message?.content === content)
  const after = stream.events.slice(stream.events.indexOf(cut) + 1).map(({ type }) => type)
  expect(after).not.toContain('message.delta')
  const { messages, ai_enabled } = await server.call(getConversation, params(visitor))
  expect(ai_enabled).toBe(false)
  expect(messages.at(-2)).toEqual(cut.data.message)
})

test('while an operator answers the AI is silent; handed back, it answers what is open', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const stream = await streamOf(server, visitor)
  await server.call(disableAi, params(visitor))
  await stream.next(
    ({ type, data }) => type === 'conversation.updated' && data.ai_enabled === false,
  )
  await visitor.say('What does Parley cost?')
  await idle(server.context.db)
  expect((await server.call(getConversation, params(visitor))).messages.at(-1)!.author).toBe(
    'visitor',
  )
  expect(await server.call(enableAi, params(visitor))).toEqual({ status: true, ai_enabled: true })
  expect((await answerOf(visitor)).content).toContain('free')
})

test('the inbox is ordered by latest activity and counts unread messages, and reading clears them everywhere', async () => {
  const server = await startServer()
  const [first, second] = [await createVisitor(server), await createVisitor(server)]
  await answerOf(first).catch(() => undefined)
  await first.say('hello')
  await answerOf(first)
  const inbox = () => server.call(listInbox)
  const { data } = await inbox()
  expect(data.map(({ id }) => id)).toEqual([first.conversationId, second.conversationId])
  expect(data[0]).toMatchObject({
    unread: 1,
    message_count: 3,
    visitor: { online: false },
    last_message: { author: 'assistant' },
  })
  await server.call(readConversation, { ...params(first), body: { seq: 3 } })
  expect((await inbox()).data[0]!.unread).toBe(0)
})

test('a visitor sees only their own conversations', async () => {
  const server = await startServer()
  const [mine, theirs] = [await createVisitor(server), await createVisitor(server)]
  const foreign = await mine
    .call(getVisitorConversation, params(theirs))
    .catch((error: unknown) => error)
  const missing = await mine
    .call(getVisitorConversation, { params: { uuid: randomUUID() } })
    .catch((error: unknown) => error)
  expect(foreign).toMatchObject({ status: 404, body: { message: 'Conversation not found' } })
  expect(foreign).toEqual(missing)
})

test('API keys and visitor tokens work only in their own API', async () => {
  const server = await startServer()
  const { token } = await createVisitor(server)
  const asVisitor = await fetch(`${server.url}/api/user/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(asVisitor.status).toBe(401)
  expect((await server.fetch('/api/widget/conversations')).status).toBe(401)
})

test('a visitor may send ten messages a minute, and a retry does not count', async () => {
  const server = await startServer({
    rates: { ...scaled(1), visitorSessions: { max: 50, windowMs: 1000 } },
  })
  const visitor = await createVisitor(server)
  for (let count = 0; count < 10; count += 1) await visitor.say(`message ${count}`)
  const { messages } = await server.call(getConversation, params(visitor))
  const [known] = messages.filter(({ author }) => author === 'visitor')
  await visitor.say(known!.content, known!.client_id!)
  await expect(visitor.say('one more')).rejects.toMatchObject({ status: 429 })
})

test.each([
  ['nothing', ''],
  ['only spaces', '   \n'],
  ['2,001 code points', 'x'.repeat(2001)],
])('a message of %s is rejected and writes nothing', async (_, content) => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  await expect(visitor.say(content)).rejects.toMatchObject({ status: 422 })
  expect((await server.call(getConversation, params(visitor))).message_count).toBe(1)
})

test('2,000 emoji are a valid message, returned unchanged', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const content = '👩‍🚀'.repeat(500) + '😀'.repeat(500)
  expect((await visitor.say(content)).content).toBe(content)
})

test('the public endpoints start, continue and read a chat without a key', async () => {
  const server = await startServer()
  const { uuid: assistant_id } = await starterAssistant(server)
  const anybody = server.as()
  const { conversation_id: uuid, history } = await anybody(startConversation, {
    body: { assistant_id, variables: { name: 'Ada' } },
  })
  expect(history).toEqual([{ role: 'assistant', content: expect.any(String) }])
  const answer = await anybody(sendPublicMessage, {
    params: { uuid },
    body: { message: 'What does Parley cost?' },
  })
  expect(answer).toEqual({
    status: true,
    message: expect.stringContaining('free'),
    function_calls: [],
  })
  expect(await anybody(readPublicConversation, { params: { uuid } })).toEqual({
    status: true,
    history: [
      ...history,
      { role: 'user', content: 'What does Parley cost?' },
      { role: 'assistant', content: answer.message },
    ],
    variables: { name: 'Ada' },
  })
  await server.call(disableAi, { params: { uuid } })
  expect(
    await anybody(sendPublicMessage, { params: { uuid }, body: { message: 'And now?' } }),
  ).toEqual({
    status: true,
    message: '',
    function_calls: [],
    ai_enabled: false,
  })
})

test('the public endpoints use the API family’s error shape', async () => {
  const server = await startServer()
  const { id, uuid: assistant_id } = await starterAssistant(server)
  const anybody = server.as()
  const failed = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      ({ status, body }) => [status, body],
    )
  const missing = { params: { uuid: randomUUID() } }
  const notFound = [404, { status: false, error: 'Conversation not found' }]
  expect(await failed(anybody(readPublicConversation, missing))).toEqual(notFound)
  expect(await failed(anybody(sendPublicMessage, { ...missing, body: { message: 'x' } }))).toEqual(
    notFound,
  )
  expect(
    await failed(anybody(startConversation, { body: { assistant_id: randomUUID() } })),
  ).toEqual([404, { status: false, error: 'Assistant not found' }])
  expect(
    await failed(anybody(startConversation, { body: { assistant_id, type: 'test' } })),
  ).toEqual([401, { message: 'Unauthenticated.' }])
  const { conversation_id: uuid } = await anybody(startConversation, { body: { assistant_id } })
  expect(
    await failed(anybody(sendPublicMessage, { params: { uuid }, body: { message: ' ' } })),
  ).toEqual([422, { status: false, error: 'The message field is required.' }])
  await server.call(deactivateAssistant, { params: { id } })
  expect(
    await failed(anybody(sendPublicMessage, { params: { uuid }, body: { message: 'x' } })),
  ).toEqual(notFound)
  const trial = await server.call(startConversation, { body: { assistant_id, type: 'test' } })
  const turn = { params: { uuid: trial.conversation_id }, body: { message: 'hello' } }
  expect(await anybody(sendPublicMessage, turn)).toMatchObject({ status: true })
})
