import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteAssistant, updateAssistant } from '#contracts/assistants.ts'
import { endConversation, getConversation, replyToConversation } from '#contracts/conversations.ts'
import { listModels } from '#contracts/lookups.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import {
  endVisitorConversation,
  getVisitorConversation,
  openVisitorConversation,
  openVisitorSession,
  sendVisitorMessage,
} from '#contracts/widget.ts'
import { startServer as start } from '../../server/start.ts'
import { anotherAccount } from '../support/accounts.ts'
import { activeAssistant, chat } from '../support/chats.ts'
import { createClock } from '../support/clock.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import {
  allowing,
  emptyDataFolder,
  KEY,
  startServer,
  testConfig,
  testServer,
} from '../support/server.ts'
import { followStream } from '../support/stream.ts'

const MINUTE = 60_000

/** An active assistant whose conversation ends are sent to a receiver, on a server with its own clock. */
async function setUp(fields: Parameters<typeof activeAssistant>[1] = {}, receiver?: Receiver) {
  const hook = receiver ?? (await startReceiver())
  const clock = createClock('2026-03-01T12:00:00Z')
  const server = await startServer({
    ...allowing(hook.host),
    outside: clock.outside,
  })
  const assistant = await activeAssistant(server, {
    conversation_ended_webhook_url: hook.url,
    ...fields,
  })
  return { server, clock, hook, assistant }
}

/** The received webhooks, parsed. */
const payloads = ({ requests }: Receiver) => requests.map(({ body }) => JSON.parse(body))

/** Waits for this many webhooks, and checks that no more arrive. */
async function received(hook: Receiver, count: number) {
  await expect.poll(() => hook.requests.length).toBe(count)
  return payloads(hook)
}

test('the thread records who ended a chat, and who reopened it', async () => {
  const { server, clock, assistant } = await setUp({
    conversation_inactivity_timeout: 5,
    conversation_ended_retrigger: true,
  })
  const { say, end, params } = await chat(server, assistant)
  const reply = () =>
    server.call(replyToConversation, { params, body: { client_id: randomUUID(), content: 'Yes' } })
  await say('Hello')
  await end()
  await reply()
  await clock.advance(6 * MINUTE)
  await say('Are you there?')
  const { activities } = await server.call(getConversation, { params })
  expect(activities.filter(({ kind }) => kind !== 'mode')).toMatchObject([
    { kind: 'ended', by: { id: 1 }, after_seq: 2 },
    { kind: 'reopened', by: { id: 1 }, after_seq: 3 },
    { kind: 'ended', by: null, data: { by: 'silence' }, after_seq: 3 },
    { kind: 'reopened', by: null, after_seq: 4 },
  ])
})

test('an operator ends a chat: response, events and webhook say so', async () => {
  const { server, clock, hook, assistant } = await setUp()
  const { url, call } = server
  const variables = { customer_name: 'Ada', email: 'ada@example.com', phone: '+4930123456', n: 1 }
  const { uuid, params, say, end, detail } = await chat(server, assistant, 'widget', variables)
  await clock.jump(5000)
  await say('Are you open on Sunday?')
  await call(replyToConversation, {
    params,
    body: { client_id: randomUUID(), content: 'Yes,\nfrom nine.' },
  })
  const stream = await followStream(`${url}/api/user/stream`, { authorization: `Bearer ${KEY}` })
  await clock.jump(55_000)
  expect(await end()).toEqual({
    message: 'Conversation ended successfully',
    data: {
      id: uuid,
      assistant_id: assistant.uuid,
      assistant_name: assistant.name,
      type: 'widget',
      message_count: 3,
      total_cost: 0,
      ai_enabled: false,
      created_at: '2026-03-01 12:00:00',
      updated_at: '2026-03-01 12:00:05',
      ended_at: '2026-03-01T12:01:00.000Z',
    },
  })
  const event = await stream.next(({ type }) => type === 'conversation.updated')
  expect(event.data).toMatchObject({ id: uuid, ended_at: '2026-03-01T12:01:00.000Z' })

  const [payload] = await received(hook, 1)
  const transcript = [
    {
      role: 'assistant',
      content: 'Hello!',
      timestamp: '2026-03-01T13:00:00.000+01:00',
      timestamp_unix: 1_772_366_400,
    },
    {
      role: 'user',
      content: 'Are you open on Sunday?',
      timestamp: '2026-03-01T13:00:05.000+01:00',
      timestamp_unix: 1_772_366_405,
    },
    {
      role: 'assistant',
      content: 'Yes,\nfrom nine.',
      timestamp: '2026-03-01T13:00:05.000+01:00',
      timestamp_unix: 1_772_366_405,
    },
  ]
  const expected = {
    event: 'conversation_ended',
    conversation_id: uuid,
    id: expect.any(Number),
    assistant_id: assistant.uuid,
    type: 'widget',
    message_count: 3,
    status: 'ended',
    extracted_variables: {},
    input_variables: variables,
    transcript,
    formatted_transcript: 'AI: Hello!\nCustomer: Are you open on Sunday?\nAI: Yes,\nfrom nine.',
    customer_phone: '+4930123456',
    customer_name: 'Ada',
    customer_email: 'ada@example.com',
    sender: null,
    attachments: [],
    created_at: '2026-03-01T13:00:00.000+01:00',
    ended_at: '2026-03-01T13:01:00.000+01:00',
  }
  expect(payload).toEqual(expected)
  expect(Object.keys(payload)).toEqual(Object.keys(expected))

  await expect.poll(async () => (await detail()).webhook_deliveries[0]?.status).toBe('delivered')
  expect((await detail()).webhook_deliveries).toEqual([
    {
      allowable_address: null,
      id: hook.requests[0]!.headers['webhook-id'],
      event: 'conversation_ended',
      url: hook.url,
      is_test: false,
      assistant_id: assistant.id,
      conversation_id: uuid,
      call_id: null,
      status: 'delivered',
      attempts: 1,
      response_status: 200,
      response_body: '{"ok":true}',
      error: null,
      duration_ms: 0,
      last_attempt_at: '2026-03-01T12:01:00.000Z',
      next_attempt_at: null,
      created_at: '2026-03-01T12:01:00.000Z',
    },
  ])
})

test('ending again changes nothing', async () => {
  const { server, clock, hook, assistant } = await setUp()
  const { end, detail } = await chat(server, assistant)
  const first = await end()
  await clock.jump(60 * MINUTE)
  expect(await end()).toEqual(first)
  expect((await detail()).webhook_deliveries).toHaveLength(1)
  await received(hook, 1)
})

test('an anonymous request, another account and a missing id end nothing', async () => {
  const { server, assistant } = await setUp()
  const { uuid, detail } = await chat(server, assistant)
  const post = (id: string, send: (path: string, init: RequestInit) => Promise<Response>) =>
    send(`/api/user/conversations/${id}/end`, { method: 'POST' })
  expect((await post(uuid, (path, init) => fetch(server.url + path, init))).status).toBe(401)
  const other = await anotherAccount(server)
  const foreign = await post(uuid, other.fetch)
  const missing = await post(randomUUID(), other.fetch)
  expect(foreign.status).toBe(404)
  const text = await foreign.text()
  expect(text).toBe('{"message":"Conversation not found"}')
  expect(await missing.text()).toBe(text)
  expect((await detail()).ended_at).toBeNull()
})

test('a chat ends by itself after the assistant’s silence timeout', async () => {
  const { server, clock, hook, assistant } = await setUp({ conversation_inactivity_timeout: 10 })
  const { say, detail } = await chat(server, assistant)
  await clock.jump(9 * MINUTE)
  await say('Still here')
  await clock.jump(10 * MINUTE - 1)
  expect((await detail()).ended_at).toBeNull()
  await clock.jump(1)
  expect((await detail()).ended_at).toBe('2026-03-01T12:19:00.000Z')
  const [payload] = await received(hook, 1)
  expect(payload).toMatchObject({ message_count: 2, ended_at: '2026-03-01T13:19:00.000+01:00' })
  await clock.jump(24 * 60 * MINUTE)
  await received(hook, 1)
})

test('a shorter timeout applies to chats already open', async () => {
  const { server, clock, assistant } = await setUp({ conversation_inactivity_timeout: 1440 })
  const { detail } = await chat(server, assistant)
  await clock.jump(5 * MINUTE)
  await server.call(updateAssistant, {
    params: { id: assistant.id },
    body: { conversation_inactivity_timeout: 2 },
  })
  await clock.jump(31_000)
  expect((await detail()).ended_at).not.toBeNull()
})

test('a chat that fell silent while the server was down ends after the start', async () => {
  const hook = await startReceiver()
  const clock = createClock()
  const config = testConfig({
    dataDir: emptyDataFolder(),
    ...allowing(hook.host),
  })
  const first = await start(config, clock.outside)
  const before = testServer(first)
  const assistant = await activeAssistant(before, {
    conversation_ended_webhook_url: hook.url,
    conversation_inactivity_timeout: 1,
  })
  const { params } = await chat(before, assistant)
  await first.stop()
  await clock.jump(60 * MINUTE)
  const second = await start(config, clock.outside)
  try {
    await received(hook, 1)
    const { ended_at } = await testServer(second).call(getConversation, { params })
    expect(ended_at).not.toBeNull()
  } finally {
    await second.stop()
  }
})

test.each([
  [false, 'is stored, and no second end is reported', 1],
  [true, 'begins a new period, which ends and is reported by itself', 2],
])('with retrigger %s, a message after the end %s', async (retrigger, _, ends) => {
  const { server, clock, hook, assistant } = await setUp({
    conversation_inactivity_timeout: 1,
    conversation_ended_retrigger: retrigger,
  })
  const { say, end, detail } = await chat(server, assistant)
  await say('One')
  await clock.jump(MINUTE)
  await received(hook, 1)
  await say('Two')
  const after = await detail()
  expect(after.message_count).toBe(3)
  expect(after.ended_at === null).toBe(retrigger)
  await clock.jump(10 * MINUTE)
  const all = await received(hook, ends)
  expect(all.at(-1)).toMatchObject({ message_count: ends + 1 })
  await end()
  await clock.jump(10 * MINUTE)
  await received(hook, ends)
})

test('an operator’s reply starts a new period, too', async () => {
  const { server, assistant } = await setUp({ conversation_ended_retrigger: true })
  const { params, end, detail } = await chat(server, assistant)
  await end()
  const body = { client_id: randomUUID(), content: 'One more thing' }
  await server.call(replyToConversation, { params, body })
  expect((await detail()).ended_at).toBeNull()
  await end()
  await server.call(replyToConversation, { params, body })
  // A resent message does not.
  expect((await detail()).ended_at).not.toBeNull()
})

test('a test chat ends, and nobody outside is told', async () => {
  const { server, clock, hook, assistant } = await setUp({ conversation_inactivity_timeout: 1 })
  const trial = await chat(server, assistant, 'test')
  const real = await chat(server, assistant)
  await clock.jump(MINUTE)
  expect((await trial.detail()).ended_at).not.toBeNull()
  expect((await trial.detail()).webhook_deliveries).toEqual([])
  expect(await received(hook, 1)).toMatchObject([{ conversation_id: real.uuid }])
})

test('a deleted assistant sends no more reports', async () => {
  const { server, clock, assistant } = await setUp({ conversation_inactivity_timeout: 1 })
  const { detail } = await chat(server, assistant)
  await server.call(deleteAssistant, { params: { id: assistant.id } })
  await clock.jump(MINUTE)
  expect(await detail()).toMatchObject({ webhook_deliveries: [], ended_at: expect.any(String) })
})

test('without an address nothing is sent', async () => {
  const { server, assistant } = await setUp({ conversation_ended_webhook_url: null })
  const { end, detail } = await chat(server, assistant)
  await end()
  expect(await detail()).toMatchObject({ webhook_deliveries: [], ended_at: expect.any(String) })
})

test('a visitor can end their own chat, sees it ended, and can end nobody else’s', async () => {
  const { server, hook, assistant } = await setUp()
  const visitor = async () => {
    const session = await server.as()(openVisitorSession, {
      body: { assistant_id: assistant.uuid },
    })
    const call = server.as({ authorization: `Bearer ${session.token}` })
    const { id } = await call(openVisitorConversation, { body: { client_id: randomUUID() } })
    return { call, token: session.token, params: { uuid: id } }
  }
  const [mine, theirs] = [await visitor(), await visitor()]
  const stream = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${mine.token}`,
  })
  await expect(mine.call(endVisitorConversation, { params: theirs.params })).rejects.toMatchObject({
    status: 404,
    body: { message: 'Conversation not found' },
  })
  const { data } = await mine.call(endVisitorConversation, { params: mine.params })
  expect(data).toMatchObject({ id: mine.params.uuid, ended: true })
  const event = await stream.next(({ type }) => type === 'conversation.updated')
  expect(event.data).toMatchObject({ id: mine.params.uuid, ended: true })
  const view = await mine.call(getVisitorConversation, { params: mine.params })
  expect(view.ended).toBe(true)
  const other = await theirs.call(getVisitorConversation, { params: theirs.params })
  expect(other.ended).toBe(false)
  expect(await received(hook, 1)).toMatchObject([{ conversation_id: mine.params.uuid }])
  await mine.call(sendVisitorMessage, {
    params: mine.params,
    body: { client_id: randomUUID(), content: 'Thanks' },
  })
  const after = await mine.call(getVisitorConversation, { params: mine.params })
  expect(after.ended).toBe(true)
})

test('ending cuts off the AI’s answer, and no token comes after it', async () => {
  const server = await startServer({ limits: { builtInWordMs: 40 } })
  const assistant = await activeAssistant(server, {})
  const { conversation_id: uuid } = await server.call(startConversation, {
    body: { assistant_id: assistant.uuid },
  })
  const params = { uuid }
  const stream = await followStream(`${server.url}/api/user/stream`, {
    authorization: `Bearer ${KEY}`,
  })
  const sent = server
    .call(sendPublicMessage, { params, body: { message: 'Can you bake a cake for me?' } })
    .catch(() => undefined)
  await stream.next(({ type }) => type === 'message.delta')
  await server.call(endConversation, { params })
  await sent
  const { messages } = await server.call(getConversation, { params })
  expect(messages.at(-1)!.status).toBe('interrupted')
  const end = stream.events.findIndex(
    ({ type, data }) => type === 'conversation.updated' && data.ended_at,
  )
  expect(stream.events.slice(end + 1).map(({ type }) => type)).not.toContain('message.delta')
})

test('ending before the first word keeps the AI silent', async () => {
  const answers: (() => void)[] = []
  const model = await startReceiver((res) => {
    const choice = { message: { role: 'assistant', content: 'Too late' }, finish_reason: 'stop' }
    res.setHeader('content-type', 'application/json')
    answers.push(() => res.end(JSON.stringify({ choices: [choice] })))
  })
  const llm = { url: `http://${model.host}/v1`, key: undefined, model: 'slow' }
  const server = await startServer({ llm })
  const { id } = (await server.call(listModels)).find(({ name }) => name === 'slow')!
  const assistant = await activeAssistant(server, { llm_model_id: id })
  const { conversation_id: uuid } = await server.call(startConversation, {
    body: { assistant_id: assistant.uuid },
  })
  const params = { uuid }
  const sent = server
    .call(sendPublicMessage, { params, body: { message: 'Hello?' } })
    .catch(({ status }) => status)
  await expect.poll(() => answers.length).toBe(1)
  await server.call(endConversation, { params })
  answers[0]!()
  expect(await sent).toBe(503)
  expect((await server.call(getConversation, { params })).message_count).toBe(2)
})

test('the schema is extracted from the chat as it was at its end', async () => {
  const { server, hook, assistant } = await setUp({
    post_call_schema: [
      { name: 'email', type: 'string', description: 'Email address of the customer' },
      { name: 'guests', type: 'number', description: 'How many guests come' },
      { name: 'newsletter', type: 'bool', description: 'Whether the newsletter is wanted' },
      { name: 'colour', type: 'string', description: 'Favourite colour' },
    ],
    conversation_ended_retrigger: true,
  })
  const { say, end } = await chat(server, assistant)
  await say('Hello, a table for 4 people please. Write to ada@example.com')
  await end()
  await say('Sorry: bob@example.com')
  const [payload] = await received(hook, 1)
  expect(payload.extracted_variables).toEqual({ email: 'ada@example.com', guests: 4 })
  expect(payload.transcript).toHaveLength(2)
})
