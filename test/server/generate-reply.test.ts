import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deactivateAssistant, deleteAssistant } from '#contracts/assistants.ts'
import {
  disableAi,
  endConversation,
  getConversation,
  listConversations,
} from '#contracts/conversations.ts'
import {
  readPublicConversation,
  sendPublicMessage,
  startConversation,
} from '#contracts/public-chat.ts'
import { generateReply } from '#contracts/replies.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant } from '../support/assistants.ts'
import { startReceiver } from '../support/receiver.ts'
import { allowing, startServer, type TestServer } from '../support/server.ts'
import { starterAssistant } from '../support/visitor.ts'

/** Posts a body as it is; resolves to the status and the text of the answer. */
async function ask({ fetch }: Pick<TestServer, 'fetch'>, body: object) {
  const response = await fetch('/api/user/ai/generate-reply', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return [response.status, await response.text()] as const
}

/** Gives the model of a server a price, which the free one of the tests does not have. */
function putPrice({ context }: TestServer): void {
  context.db.prepare('UPDATE llm_models SET input_price = 1000000').run()
}

const BALANCE = 'Insufficient balance. Please top up your account.'

test('a customer is answered, in one conversation for each assistant and customer', async () => {
  const server = await startServer()
  const { id, uuid } = await starterAssistant(server)
  const body = {
    assistant_id: id,
    customer_identifier: '+49 30 123456',
    message: 'What does Parley cost?',
    variables: { name: 'Ada' },
  }
  const first = await server.call(generateReply, { body })
  expect(first).toEqual({
    success: true,
    conversation_id: expect.any(String),
    customer_identifier: '+49 30 123456',
    reply: expect.stringContaining('free'),
    function_calls: [],
    ai_disabled: false,
  })
  expect(Object.keys(first)).toEqual([
    'success',
    'conversation_id',
    'customer_identifier',
    'reply',
    'function_calls',
    'ai_disabled',
  ])
  const again = await server.call(generateReply, {
    body: {
      ...body,
      assistant_id: uuid,
      message: 'Which licence does it have?',
      variables: { tier: 2 },
    },
  })
  expect(again.conversation_id).toBe(first.conversation_id)
  expect(again.reply).toContain('MIT')
  const elsewhere = await server.call(generateReply, {
    body: { ...body, assistant_id: String(id), customer_identifier: 'somebody else' },
  })
  expect(elsewhere.conversation_id).not.toBe(first.conversation_id)

  const params = { uuid: first.conversation_id }
  expect(await server.call(getConversation, { params })).toMatchObject({
    type: 'api',
    message_count: 5,
    variables: { name: 'Ada', tier: 2 },
  })
  const { total } = await server.call(listConversations, { query: { type: 'api' } })
  expect(total).toBe(2)
})

test('the endpoint is also at /ai/generate-reply, with a key', async () => {
  const server = await startServer()
  const { id } = await starterAssistant(server)
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ assistant_id: id, customer_identifier: 'ada', message: 'hello' }),
  }
  const response = await server.fetch('/api/ai/generate-reply', init)
  expect([response.status, await response.json()]).toMatchObject([200, { success: true }])
  expect((await fetch(`${server.url}/api/ai/generate-reply`, init)).status).toBe(401)
})

test('messages of one customer at the same time are one conversation, and each is answered', async () => {
  const server = await startServer()
  const { id } = await starterAssistant(server)
  const replies = await Promise.all(
    ['What does Parley cost?', 'Which licence does Parley have?', 'hello'].map((message) =>
      server.call(generateReply, {
        body: { assistant_id: id, customer_identifier: 'ada', message },
      }),
    ),
  )
  expect(new Set(replies.map(({ conversation_id }) => conversation_id)).size).toBe(1)
  for (const { reply } of replies) expect(reply).toEqual(expect.any(String))
})

test('while a person answers the message is kept and the AI is silent', async () => {
  const server = await startServer()
  const { id } = await starterAssistant(server)
  const body = { assistant_id: id, customer_identifier: 'ada', message: 'hello' }
  const { conversation_id: uuid } = await server.call(generateReply, { body })
  await server.call(disableAi, { params: { uuid } })
  putPrice(server)
  expect(await server.call(generateReply, { body })).toEqual({
    success: true,
    conversation_id: uuid,
    customer_identifier: 'ada',
    reply: '',
    function_calls: [],
    ai_disabled: true,
  })
  const { messages } = await server.call(getConversation, { params: { uuid } })
  expect(messages.at(-1)).toMatchObject({ author: 'visitor', content: 'hello' })
})

test('a foreign, a missing and a deleted assistant are the same', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const foreign = await createdAssistant(other)
  const answer = [
    404,
    '{"success":false,"error":"Assistant not found or does not belong to you","error_code":"ASSISTANT_NOT_FOUND"}',
  ]
  const deleted = await createdAssistant(server)
  await server.call(deleteAssistant, { params: { id: deleted } })
  for (const assistant_id of [foreign, deleted, 999_999, randomUUID()]) {
    const body = { assistant_id, customer_identifier: 'ada', message: 'hello' }
    expect(await ask(server, body)).toEqual(answer)
  }
  const { uuid } = await starterAssistant(server)
  const body = { assistant_id: uuid, customer_identifier: 'ada', message: 'hello' }
  expect(await ask(other, body)).toEqual(answer)
  const anonymous = {
    fetch: (path: string, init: RequestInit = {}) => fetch(server.url + path, init),
  }
  expect(await ask(anonymous, body)).toEqual([401, '{"message":"Unauthenticated."}'])
})

test.each<[object, string]>([
  [{ assistant_id: undefined }, 'The assistant id field is required.'],
  [{ assistant_id: true }, 'The assistant id must be an integer.'],
  [{ assistant_id: '1e0' }, 'The assistant id must be an integer.'],
  [{ assistant_id: 0 }, 'The assistant id must be an integer.'],
  [{ customer_identifier: ' ' }, 'The customer identifier field is required.'],
  [
    { customer_identifier: 'x'.repeat(256) },
    'The customer identifier must not be greater than 255 characters.',
  ],
  [{ customer_identifier: 5 }, 'The customer identifier must be a string.'],
  [{ message: '' }, 'The message field is required.'],
  [{ message: 'x'.repeat(2001) }, 'The message must not be greater than 2000 characters.'],
  [{ variables: [1] }, 'The variables must be an object.'],
])('%o is refused in the family’s shape, and nothing is written', async (change, error) => {
  const server = await startServer()
  const { id } = await starterAssistant(server)
  const body = { assistant_id: id, customer_identifier: 'ada', message: 'hello', ...change }
  expect(await ask(server, body)).toEqual([
    422,
    JSON.stringify({
      success: false,
      error,
      error_code: 'VALIDATION_ERROR',
      errors: { [Object.keys(change)[0]!]: [error] },
    }),
  ])
  expect((await server.call(listConversations)).total).toBe(0)
})

test('255 code points are an identifier, and the ends are reported with it', async () => {
  const receiver = await startReceiver()
  const server = await startServer({
    ...allowing(receiver.host),
  })
  const { id } = await starterAssistant(server)
  server.context.db
    .prepare('UPDATE assistants SET conversation_ended_webhook_url = ?')
    .run(receiver.url)
  const customer = '👩'.repeat(255)
  const { conversation_id: uuid, customer_identifier } = await server.call(generateReply, {
    body: { assistant_id: id, customer_identifier: customer, message: 'hello' },
  })
  expect(customer_identifier).toBe(customer)
  await server.call(endConversation, { params: { uuid } })
  await expect.poll(() => receiver.requests.length).toBe(1)
  expect(JSON.parse(receiver.requests[0]!.body)).toMatchObject({ type: 'api', sender: customer })
})

test('a model with a price needs a balance: on every endpoint, in its own shape, and nothing is written', async () => {
  const server = await startServer()
  const { id, uuid } = await starterAssistant(server)
  const anybody = server.as()
  const { conversation_id } = await anybody(startConversation, { body: { assistant_id: uuid } })
  putPrice(server)
  const body = { assistant_id: id, customer_identifier: 'ada', message: 'hello' }
  expect(await ask(server, body)).toEqual([
    402,
    JSON.stringify({ success: false, error: BALANCE, error_code: 'INSUFFICIENT_BALANCE' }),
  ])
  const refused = { status: 400, body: { status: false, error: BALANCE } }
  await expect(anybody(startConversation, { body: { assistant_id: uuid } })).rejects.toMatchObject(
    refused,
  )
  const params = { uuid: conversation_id }
  await expect(
    anybody(sendPublicMessage, { params, body: { message: 'hello' } }),
  ).rejects.toMatchObject(refused)
  const { total, data } = await server.call(listConversations)
  expect([total, data[0]!.message_count]).toEqual([1, 1])

  server.context.db.prepare('UPDATE users SET balance = 1').run()
  expect(await server.call(generateReply, { body })).toMatchObject({ success: true })
})

test('an inactive assistant is not there for the public, and answers its owner’s programs and tests', async () => {
  const server = await startServer()
  const { id, uuid } = await starterAssistant(server)
  const anybody = server.as()
  const { conversation_id } = await anybody(startConversation, { body: { assistant_id: uuid } })
  await server.call(deactivateAssistant, { params: { id } })
  const chat = { params: { uuid: conversation_id } }
  for (const call of [
    () => anybody(readPublicConversation, chat),
    () => anybody(sendPublicMessage, { ...chat, body: { message: 'hello' } }),
  ]) {
    await expect(call()).rejects.toMatchObject({
      status: 404,
      body: { status: false, error: 'Conversation not found' },
    })
  }
  await expect(anybody(startConversation, { body: { assistant_id: uuid } })).rejects.toMatchObject({
    status: 404,
    body: { status: false, error: 'Assistant not found' },
  })
  const trial = await server.call(startConversation, { body: { assistant_id: uuid, type: 'test' } })
  const turn = { params: { uuid: trial.conversation_id }, body: { message: 'hello' } }
  expect((await anybody(sendPublicMessage, turn)).message).toEqual(expect.any(String))
  const body = { assistant_id: id, customer_identifier: 'ada', message: 'hello' }
  expect((await server.call(generateReply, { body })).reply).toEqual(expect.any(String))
})
