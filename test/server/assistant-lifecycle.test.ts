import { expect, test } from 'vitest'
import { getEmbedding, updateEmbedding } from '#contracts/assistant-embedding.ts'
import {
  activateAssistant,
  deactivateAssistant,
  deleteAssistant,
  listAllAssistants,
  listAssistants,
} from '#contracts/assistants.ts'
import { listConversations } from '#contracts/conversations.ts'
import { encodeFault, fault } from '#contracts/faults.ts'
import { createPhoneNumber, listAssignableNumbers } from '#contracts/phone-numbers.ts'
import { getPublicAssistant } from '#contracts/widget.ts'
import { deleteAssistant as deleteAssistantNow } from '../../server/features/assistants/delete.ts'
import { messageQueries } from '../../server/features/conversations/messages/queries.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { createTurns } from '../../server/features/conversations/turns/run.ts'
import { say } from '../../server/features/conversations/turns/say.ts'
import { endpointQueries } from '../../server/features/webhooks/endpoint-queries.ts'
import { anotherAccount } from '../support/accounts.ts'
import { assistantBody, assistantRow, createdAssistant, send } from '../support/assistants.ts'
import { startServer } from '../support/server.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const GONE = 'Assistant not found or does not belong to the authenticated user'

const REFUSED = encodeFault(fault('receiver_answered', { status: 410 }))

test('an assistant is activated and deactivated; visitors cannot see an inactive one', async () => {
  const server = await startServer()
  const { id, uuid } = await starterAssistant(server)
  const seen = () => server.as()(getPublicAssistant, { params: { uuid } })
  expect(await seen()).toMatchObject({ id: uuid, language: 'en' })
  const off = await server.call(deactivateAssistant, { params: { id } })
  expect(off).toMatchObject({
    message: 'Assistant deactivated successfully',
    data: { status: 'inactive' },
  })
  await expect(seen()).rejects.toMatchObject({
    status: 404,
    body: { message: 'Assistant not found' },
  })
  const on = await server.call(activateAssistant, { params: { id } })
  expect(on).toEqual({
    message: 'Assistant activated successfully',
    data: { ...off.data, status: 'active' },
  })
  await seen()
})

test('a status change is recorded once', async () => {
  const server = await startServer()
  const last = server.context.events.last()
  for (const verb of ['deactivate', 'deactivate', 'activate', 'activate']) {
    expect((await send(server, 'POST', `/user/assistant/1/${verb}`)).status).toBe(200)
  }
  const events = server.context.events.after(last)
  expect(events.map(({ type, payload }) => [type, JSON.parse(payload).status])).toEqual([
    ['assistant.updated', 'inactive'],
    ['assistant.updated', 'active'],
  ])
})

test('an assistant whose model is gone cannot be activated', async () => {
  const server = await startServer()
  await server.call(deactivateAssistant, { params: { id: 1 } })
  server.context.db.prepare('UPDATE llm_models SET is_available = 0').run()
  await expect(server.call(activateAssistant, { params: { id: 1 } })).rejects.toMatchObject({
    status: 422,
    errors: { llm_model_id: [expect.any(String)] },
  })
})

test('a deleted assistant is gone everywhere, and its number is free', async () => {
  const server = await startServer()
  await server.call(createPhoneNumber, { body: { phone_number: '+4930123456', type: 'normal' } })
  const id = await createdAssistant(server, { phone_number_id: 1 })
  const { uuid } = assistantRow(server, id)
  await server.call(activateAssistant, { params: { id } })
  const last = server.context.events.last()
  const answer = await send(server, 'DELETE', `/user/assistant/${id}`)
  expect([answer.status, answer.text]).toEqual([
    200,
    '{"message":"Assistant deleted successfully"}',
  ])

  const events = server.context.events.after(last)
  expect(events.map(({ type, payload }) => [type, JSON.parse(payload)])).toEqual([
    [
      'assistant.deleted',
      { id, name: 'Bakery', status: 'inactive', type: 'inbound', mode: 'pipeline' },
    ],
  ])
  expect(assistantRow(server, id)).toMatchObject({
    deleted_at: expect.any(Number),
    phone_number_id: null,
  })
  const lists = [await server.call(listAllAssistants), (await server.call(listAssistants)).data]
  expect(lists.map((list) => list.map((one) => one.id))).toEqual([[1], [1]])
  await expect(server.as()(getPublicAssistant, { params: { uuid } })).rejects.toMatchObject({
    status: 404,
  })
  const [number] = await server.call(listAssignableNumbers, { query: { type: 'inbound' } })
  expect(number).toMatchObject({ id: 1, is_available: true })
  await createdAssistant(server, { phone_number_id: 1 })
})

const places: [method: string, path: (id: number) => string, body: (id: number) => object][] = [
  ['GET', (id) => `/user/assistant/${id}`, () => ({})],
  ['PUT', (id) => `/user/assistant/${id}`, () => ({ name: 'x' })],
  ['POST', (id) => `/user/assistant/${id}/activate`, () => ({})],
  ['POST', (id) => `/user/assistant/${id}/deactivate`, () => ({})],
  ['GET', (id) => `/user/assistant/${id}/embedding`, () => ({})],
  ['PUT', (id) => `/user/assistant/${id}/embedding`, () => ({ allowed_origins: [] })],
  ...['enable-webhook', 'enable-inbound-webhook', 'enable-conversation-ended-webhook'].map(
    (verb): (typeof places)[number] => [
      'POST',
      () => `/user/assistants/${verb}`,
      (id) => ({ assistant_id: id, webhook_url: 'https://example.com' }),
    ],
  ),
  ...['disable-webhook', 'disable-inbound-webhook', 'disable-conversation-ended-webhook'].map(
    (verb): (typeof places)[number] => [
      'POST',
      () => `/user/assistants/${verb}`,
      (id) => ({ assistant_id: id }),
    ],
  ),
]

test('a foreign, a deleted and a missing assistant give the same bytes everywhere', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const foreign = await createdAssistant(other)
  const deleted = await createdAssistant(server)
  await server.call(deleteAssistant, { params: { id: deleted } })
  const before = assistantRow(server, foreign)
  for (const [method, path, body] of places) {
    for (const id of [foreign, deleted, 9999]) {
      const sent = method === 'GET' ? undefined : body(id)
      const answer = await send(server, method, path(id), sent)
      expect([method, path(0), answer.status, answer.text]).toEqual([
        method,
        path(0),
        404,
        '{"message":"Assistant not found"}',
      ])
    }
  }
  for (const id of [foreign, deleted, 9999]) {
    const answer = await send(server, 'DELETE', `/user/assistant/${id}`)
    expect([answer.status, answer.text]).toEqual([404, JSON.stringify({ message: GONE })])
  }
  expect(assistantRow(server, foreign)).toEqual(before)
})

test('visitors of a deactivated or deleted assistant are disconnected, and see what a missing one gives', async () => {
  const server = await startServer()
  for (const [method, path] of [
    ['POST', '/user/assistant/1/deactivate'],
    ['DELETE', '/user/assistant/1'],
  ] as const) {
    await server.call(activateAssistant, { params: { id: 1 } })
    const { token, conversationId } = await createVisitor(server)
    const headers = { authorization: `Bearer ${token}` }
    const stream = await fetch(`${server.url}/api/widget/stream`, { headers })
    expect(stream.status).toBe(200)
    expect((await send(server, method, path)).status).toBe(200)
    // The server ends the stream; otherwise reading to its end would never return.
    await stream.text()
    for (const target of ['/widget/stream', `/widget/conversations/${conversationId}`]) {
      expect((await fetch(`${server.url}/api${target}`, { headers })).status).toBe(401)
    }
  }
})

test('a conversation of a deleted assistant is still listed, with its name', async () => {
  const server = await startServer()
  const { conversationId } = await createVisitor(server)
  const { name, uuid } = await starterAssistant(server)
  await server.call(deleteAssistant, { params: { id: 1 } })
  const { data } = await server.call(listConversations)
  expect(data).toMatchObject([{ id: conversationId, assistant_id: uuid, assistant_name: name }])
  const filtered = await send(server, 'GET', '/user/conversations?assistant_id=1')
  const missing = await send(server, 'GET', '/user/conversations?assistant_id=9999')
  expect(filtered).toEqual(missing)
  expect(filtered.status).toBe(422)
})

const webhooks: [name: string, says: string, on: object, off: object][] = [
  [
    'webhook',
    'Webhook',
    { is_webhook_active: 1, webhook_url: 'https://example.com/a' },
    { is_webhook_active: 0, webhook_url: 'https://example.com/a' },
  ],
  [
    'inbound-webhook',
    'Inbound webhook',
    { inbound_webhook_url: 'https://example.com/a' },
    { inbound_webhook_url: null },
  ],
  [
    'conversation-ended-webhook',
    'Conversation ended webhook',
    { conversation_ended_webhook_url: 'https://example.com/a' },
    { conversation_ended_webhook_url: null },
  ],
]

test.each(webhooks)('the %s is switched on and off', async (name, says, on, off) => {
  const server = await startServer()
  const last = server.context.events.last()
  const before = assistantRow(server, 1)
  const { updated_at: _, ...others } = before
  const enabled = await send(server, 'POST', `/user/assistants/enable-${name}`, {
    assistant_id: '1',
    webhook_url: 'https://example.com/a',
    is_webhook_active: true,
  })
  expect([enabled.status, enabled.text]).toEqual([
    200,
    JSON.stringify({ message: `${says} enabled successfully`, data: [] }),
  ])
  expect(assistantRow(server, 1)).toMatchObject({ ...others, ...on })
  const disabled = await send(server, 'POST', `/user/assistants/disable-${name}`, {
    assistant_id: 1,
  })
  expect([disabled.status, disabled.text]).toEqual([
    200,
    JSON.stringify({ message: `${says} disabled successfully`, data: [] }),
  ])
  expect(assistantRow(server, 1)).toMatchObject({ ...others, ...off })
  const events = server.context.events.after(last)
  expect(events.map(({ type }) => type)).toEqual(['assistant.updated', 'assistant.updated'])
})

test.each(webhooks)('the %s is rejected without an assistant or a URL', async (name) => {
  const server = await startServer()
  const before = assistantRow(server, 1)
  const id = 'The assistant id must be an integer.'
  const url = 'The webhook url must be a valid URL.'
  const rows: [verb: string, body: object, errors: Record<string, string>][] = [
    [
      'enable',
      {},
      {
        assistant_id: 'The assistant id field is required.',
        webhook_url: 'The webhook url field is required.',
      },
    ],
    ['enable', { assistant_id: 1 }, { webhook_url: 'The webhook url field is required.' }],
    [
      'enable',
      { assistant_id: 1, webhook_url: null },
      { webhook_url: 'The webhook url field is required.' },
    ],
    ['enable', { assistant_id: 1, webhook_url: 'javascript:1' }, { webhook_url: url }],
    ['enable', { assistant_id: 1, webhook_url: 'https://a:b@example.com' }, { webhook_url: url }],
    ['enable', { assistant_id: 9999, webhook_url: '' }, { webhook_url: url }],
    ['enable', { assistant_id: '1e0', webhook_url: 'https://example.com' }, { assistant_id: id }],
    ['disable', {}, { assistant_id: 'The assistant id field is required.' }],
    ['disable', { assistant_id: [1] }, { assistant_id: id }],
  ]
  for (const [verb, body, errors] of rows) {
    const answer = await send(server, 'POST', `/user/assistants/${verb}-${name}`, body)
    const expected = Object.entries(errors).map(([field, text]) => [field, [text]])
    expect([body, answer.status, answer.body]).toEqual([
      body,
      422,
      { message: 'The given data was invalid.', errors: Object.fromEntries(expected) },
    ])
  }
  expect(assistantRow(server, 1)).toEqual(before)
})

test('an endpoint disabled by 410 receives deliveries again once its URL is set again', async () => {
  const server = await startServer()
  const { db, now } = server.context
  const endpoints = endpointQueries(db)
  const webhook_url = 'https://example.com/a'
  const ways: [method: string, path: string, body: object][] = [
    ['POST', '/user/assistants/enable-webhook', { assistant_id: 1, webhook_url }],
    [
      'POST',
      '/user/assistants/enable-conversation-ended-webhook',
      { assistant_id: 1, webhook_url },
    ],
    ['PUT', '/user/assistant/1', { webhook_url }],
    ['PUT', '/user/assistant/1', { conversation_ended_webhook_url: webhook_url }],
    ['POST', '/user/assistant', { ...(await assistantBody(server)), webhook_url }],
  ]
  for (const [method, path, body] of ways) {
    await server.context.write((tx) => endpoints.disable(tx, 1, webhook_url, REFUSED, now()))
    expect((await send(server, 'PUT', '/user/assistant/1', { name: 'x' })).status).toBe(200)
    expect(endpoints.isDisabled(1, webhook_url)).toBe(true)
    expect((await send(server, method, path, body)).status).toBeLessThan(300)
    expect([path, endpoints.isDisabled(1, webhook_url)]).toEqual([path, false])
  }
})

test('visitors’ messages to a deleted assistant stay unanswered', async () => {
  const server = await startServer()
  const { context } = server
  const { conversationId } = await createVisitor(server)
  const conversation = conversationQueries(context.db).byUuid(conversationId)!
  const { jobId } = await context.write((tx) =>
    say(tx, { ...context, turns: createTurns(context) }, conversation, {
      content: 'What is Parley?',
    }),
  )
  await deleteAssistantNow(context, assistantRow(server, 1))
  await context.jobs.ended(jobId!)
  const authors = messageQueries(context.db)
    .all(conversation.id)
    .map(({ author }) => author)
  expect(authors).toEqual(['assistant', 'visitor'])
})

test('the embedding returns the tag, stores exact origins and warns that loopback is not public', async () => {
  const server = await startServer()
  const { id, uuid } = await starterAssistant(server)
  const params = { id }
  expect(await server.call(getEmbedding, { params })).toEqual({
    uuid,
    picture: null,
    allowed_origins: [],
    draft_preview: true,
    chat_mode: 'auto',
    pinned: null,
    snippet: `<script src="${server.url}/widget.js" data-assistant="${uuid}" async></script>`,
    origin: server.url,
    is_public: false,
  })
  const body = {
    allowed_origins: ['https://Shop.example/path?x', 'https://shop.example', 'http://a.test:8080'],
  }
  const { allowed_origins } = await server.call(updateEmbedding, { params, body })
  expect(allowed_origins).toEqual(['https://shop.example', 'http://a.test:8080'])
})
