import { expect, test } from 'vitest'
import { endConversation } from '#contracts/conversations.ts'
import { listMcpServers, updateMcpServer } from '#contracts/mcp-servers.ts'
import { listNotifications } from '#contracts/notifications.ts'
import { approveToolCall, declineToolCall } from '#contracts/tool-approvals.ts'
import { getTool, listTools } from '#contracts/tools.ts'
import { asksFor, chattingWith } from '../support/mcp-chat.ts'
import { listedTool, startMcpServer } from '../support/mcp-server.ts'
import { colleague } from '../support/operators.ts'
import { startReceiver } from '../support/receiver.ts'
import { allowing } from '../support/server.ts'
import { talking } from '../support/talking.ts'
import { stockTool } from '../support/tools.ts'

const CHECKING = /check that with a colleague/

type Chat = Pick<Awaited<ReturnType<typeof talking>>, 'read' | 'server' | 'params' | 'standIn'>

/** A chat whose only tool asks first, with the shop that it calls. */
async function asking(script: readonly object[], limits: object = {}) {
  const shop = await startReceiver((res) => res.end('{"booked":true}'))
  const chat = await talking({
    standIn: { script: script as [] },
    server: { ...allowing(shop.host), limits },
    tools: [{ ...stockTool(shop.url), asks_first: true }],
  })
  return { shop, chat }
}

const callsIn = async ({ read }: Pick<Chat, 'read'>) =>
  (await read()).messages.flatMap(({ function_calls }) => function_calls ?? [])

const needsPerson = ({ server, params }: Pick<Chat, 'server' | 'params'>) =>
  server.context.db
    .prepare('SELECT needs_person FROM conversations WHERE uuid = ?')
    .pluck()
    .get(params.uuid)

const lastOf = async ({ read }: Pick<Chat, 'read'>) => (await read()).messages.at(-1)!.content

test('a call waits with its arguments, and is made once and as shown when a person approves it', async () => {
  const { shop, chat } = await asking([
    { says: 'Let me see. ', ...asksFor({ item: 'rye' }, 'stock') },
    { says: 'It is booked.' },
  ])
  await using _ = chat
  const { call } = chat.server
  const reply = await chat.say('Book it')
  expect(reply.message).toMatch(/^Let me see\. \n\nI need to check that with a colleague/)
  expect(reply.function_calls).toEqual([
    { name: 'stock', arguments: { item: 'rye' }, result: null },
  ])
  expect(chat.standIn.requests).toHaveLength(1)
  const [waiting] = await callsIn(chat)
  expect(waiting).toMatchObject({
    status: 'waiting',
    arguments: { item: 'rye' },
    result: null,
    approval: { by: null, decided_at: null, reason: null, expires_at: expect.any(String) },
  })
  expect(needsPerson(chat)).toBe(1)
  const { data: notified } = await call(listNotifications)
  expect(notified[0]).toMatchObject({
    kind: 'needs_person',
    cause: 'approval',
    conversation_id: chat.params.uuid,
  })

  const params = { ...chat.params, id: waiting!.id }
  // Answering visitors is not enough to change a tool.
  const ben = await colleague(chat.server, 'Ben')
  const always = ben.call(approveToolCall, { params, body: { always: true } })
  await expect(always).rejects.toMatchObject({ status: 403 })
  const approve = () => ben.call(approveToolCall, { params, body: {} })
  const outcomes = await Promise.allSettled([approve(), approve()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(approve()).rejects.toMatchObject({ status: 409 })
  await expect.poll(() => lastOf(chat)).toBe('It is booked.')
  expect(shop.requests.map(({ body }) => body)).toEqual(['{"item":"rye"}'])
  const [done] = await callsIn(chat)
  expect(done).toMatchObject({
    status: 'done',
    result: '{"booked":true}',
    approval: { by: { name: 'Ben' }, decided_at: expect.any(String), is_always: false },
  })
  // What the assistant said and what it asked for are one message, followed by the result.
  const { messages } = chat.sent(1)
  expect(messages.at(-1)).toMatchObject({ role: 'tool', content: '{"booked":true}' })
  expect(messages.at(-2)).toMatchObject({
    role: 'assistant',
    content: expect.stringMatching(CHECKING),
    tool_calls: [{ function: { name: 'stock', arguments: '{"item":"rye"}' } }],
  })
  expect(needsPerson(chat)).toBe(0)
})

test('a declined call is never made: the model hears the reason, and cannot ask again in that answer', async () => {
  const { shop, chat } = await asking([
    asksFor({ item: 7 }, 'stock'),
    asksFor({ item: 'rye' }, 'stock'),
    { says: 'Sorry, not today.' },
  ])
  await using _ = chat
  const { call } = chat.server
  expect((await chat.say('Book it')).message).toMatch(CHECKING)
  const [wrong, waiting] = await callsIn(chat)
  // Wrong arguments bother nobody.
  expect(wrong).toMatchObject({ status: 'refused', result: expect.stringContaining('Wrong') })
  const params = { ...chat.params, id: waiting!.id }
  await expect(
    call(declineToolCall, { params: { ...params, id: wrong!.id }, body: {} }),
  ).rejects.toMatchObject({ status: 404 })
  await call(declineToolCall, { params, body: { reason: 'Closed on Monday' } })
  await expect.poll(() => lastOf(chat)).toBe('Sorry, not today.')
  expect(shop.requests).toEqual([])
  expect((await callsIn(chat))[1]).toMatchObject({
    status: 'declined',
    approval: { reason: 'Closed on Monday' },
  })
  const { messages, tools } = chat.sent(2)
  expect(messages.at(-1)!.content).toContain('a colleague declined it: Closed on Monday')
  expect(tools).toBeUndefined()
})

test('a call that nobody decides expires, and the assistant continues without it', async () => {
  const { shop, chat } = await asking(
    [asksFor({ item: 'rye' }, 'stock'), { says: 'Somebody will write to you.' }],
    { approvalMs: 1 },
  )
  await using _ = chat
  await chat.say('Book it')
  await expect.poll(() => lastOf(chat)).toBe('Somebody will write to you.')
  const [expired] = await callsIn(chat)
  expect(expired).toMatchObject({ status: 'expired', approval: { by: null, decided_at: null } })
  expect(chat.sent(1).messages.at(-1)!.content).toContain('no colleague approved it in time')
  const params = { ...chat.params, id: expired!.id }
  const late = chat.server.call(approveToolCall, { params, body: {} })
  await expect(late).rejects.toMatchObject({ status: 409 })
  expect(shop.requests).toEqual([])
})

test('what the visitor writes meanwhile is answered, the same call is not asked for twice, and the end withdraws it', async () => {
  const { shop, chat } = await asking([
    asksFor({ item: 'rye' }, 'stock'),
    asksFor({ item: 'rye' }, 'stock'),
    asksFor({ item: 'oat' }, 'stock'),
  ])
  await using _ = chat
  const { call } = chat.server
  await chat.say('Book it')
  await chat.say('Well?')
  expect(chat.sent(1).messages.find(({ role }) => role === 'tool')!.content).toMatch(
    /^Not made yet/,
  )
  expect(await callsIn(chat)).toHaveLength(1)
  await chat.say('Oat, too')
  expect((await callsIn(chat)).map(({ status }) => status)).toEqual(['waiting', 'waiting'])
  await call(endConversation, { params: chat.params })
  const ended = await callsIn(chat)
  expect(ended.map(({ status }) => status)).toEqual(['expired', 'expired'])
  const params = { ...chat.params, id: ended[0]!.id }
  const late = call(approveToolCall, { params, body: {} })
  await expect(late).rejects.toMatchObject({ status: 409 })
  expect(shop.requests).toEqual([])
})

const ORDERS = { earlier: [0, 1], later: [1, 0] } as const

test.for(['earlier', 'later'] as const)(
  'once the calls for two messages are decided, the %s one first, no person is needed',
  async (first) => {
    const { chat } = await asking([
      asksFor({ item: 'rye' }, 'stock'),
      asksFor({ item: 'oat' }, 'stock'),
      { says: 'Sorry, not today.' },
    ])
    await using _ = chat
    await chat.say('Book it')
    await chat.say('Oat, too')
    const calls = await callsIn(chat)
    expect(calls.map(({ status }) => status)).toEqual(['waiting', 'waiting'])
    for (const index of ORDERS[first]) {
      expect(needsPerson(chat)).toBe(1)
      const params = { ...chat.params, id: calls[index]!.id }
      await chat.server.call(declineToolCall, { params, body: {} })
    }
    expect(needsPerson(chat)).toBe(0)
  },
)

test('always allowing a tool ends the questions, for custom tools and for those of MCP servers', async () => {
  const { shop, chat } = await asking([
    asksFor({ item: 'rye' }, 'stock'),
    { says: 'Done.' },
    asksFor({ item: 'oat' }, 'stock'),
    { says: 'Again.' },
  ])
  await using _ = chat
  await chat.say('Book it')
  const [waiting] = await callsIn(chat)
  const params = { ...chat.params, id: waiting!.id }
  await chat.server.call(approveToolCall, { params, body: { always: true } })
  await expect.poll(() => lastOf(chat)).toBe('Done.')
  const [tool] = await chat.server.call(listTools)
  expect(tool!.asks_first).toBe(false)
  expect((await chat.say('Once more')).message).toBe('Again.')
  expect(shop.requests).toHaveLength(2)
  expect(await chat.server.call(getTool, { params: { id: tool!.id } })).toEqual(tool)

  const mcp = await startMcpServer({
    pages: [[listedTool('find_stock')]],
    call: async ({ item }) => ({ content: [{ type: 'text', text: `7 ${item}` }] }),
  })
  const other = await chattingWith(mcp, [asksFor({ item: 'rye' }), { says: 'Seven.' }])
  await using __ = other.chat
  const { server } = other.chat
  const asks = { tools_ask: ['find_stock'] }
  const { data } = await server.call(updateMcpServer, { params: { id: other.id }, body: asks })
  expect(data.tools[0]).toMatchObject({ asks_first: true })
  expect((await other.chat.say('How many?')).message).toMatch(CHECKING)
  expect(mcp.calls).toEqual([])
  const [call] = await callsIn(other.chat)
  const which = { ...other.chat.params, id: call!.id }
  await server.call(approveToolCall, { params: which, body: { always: true } })
  await expect.poll(() => lastOf(other.chat)).toBe('Seven.')
  expect(mcp.calls).toEqual([{ name: 'find_stock', arguments: { item: 'rye' } }])
  await expect.poll(() => mcp.sessions.size).toBe(0)
  expect((await server.call(listMcpServers)).data[0]).toMatchObject({ tools_ask: [] })
})
