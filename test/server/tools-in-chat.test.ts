import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { turnDial } from '#contracts/dial.ts'
import { generateReply } from '#contracts/replies.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { allowing, KEY } from '../support/server.ts'
import { openStream } from '../support/stream.ts'
import { talking } from '../support/talking.ts'
import { SECRET, stockTool } from '../support/tools.ts'

const asks = (args: string | object, name = 'stock') => ({ calls: [{ name, args }] })

test('the model calls a custom tool, receives its result, and uses it in the answer', async () => {
  const shop = await startReceiver((res) => res.end('{"count":7}'))
  await using chat = await talking({
    standIn: {
      script: [{ says: 'Let me look. ', ...asks({ item: 'rye bread' }) }, { says: 'Seven.' }],
    },
    server: allowing(shop.host),
    tools: [stockTool(shop.url)],
  })
  const reply = await chat.say('How many rye breads?')
  expect(reply).toEqual({
    status: true,
    message: 'Let me look. \n\nSeven.',
    function_calls: [{ name: 'stock', arguments: { item: 'rye bread' }, result: '{"count":7}' }],
  })
  expect(shop.requests).toHaveLength(1)
  expect(shop.requests[0]).toMatchObject({
    method: 'POST',
    body: '{"item":"rye bread"}',
    headers: { authorization: SECRET, 'content-type': 'application/json' },
  })
  const [first] = chat.sent(0).tools!
  expect(first!.function).toMatchObject({
    name: 'stock',
    parameters: { properties: { item: { type: 'string' } }, required: ['item'] },
  })
  // A tool's result is data: a message with its own role, never part of the system prompt.
  const { messages } = chat.sent(1)
  expect(messages.at(-1)).toMatchObject({ role: 'tool', content: '{"count":7}' })
  expect(messages.at(-2)).toMatchObject({
    role: 'assistant',
    tool_calls: [{ function: { name: 'stock' } }],
  })
  expect(messages[0]!.content).not.toContain('count')
})

test('the desk sees each call with arguments, result and duration, live and later; the next turn includes it', async () => {
  const shop = await startReceiver((res) => res.end('7'))
  await using chat = await talking({
    standIn: { script: [asks({ item: 'rye' }), { says: 'Seven.' }] },
    server: allowing(shop.host),
    tools: [stockTool(shop.url)],
  })
  const stream = await openStream(`${chat.server.url}/api/user/stream`, {
    authorization: `Bearer ${KEY}`,
  })
  await chat.say('How many?')
  const isCall = ({ type }: { type: string }) => type === 'function_call.updated'
  await stream.next((event) => isCall(event) && event.data.call.status === 'done')
  const told = stream.events.filter(isCall)
  stream.close()
  expect(told.map(({ data }) => [data.seq, data.call.status])).toEqual([
    [2, 'running'],
    [2, 'done'],
  ])
  const { messages } = await chat.read()
  expect(messages.map(({ function_calls }) => function_calls?.length)).toEqual([
    undefined,
    1,
    undefined,
  ])
  expect(messages[1]!.function_calls![0]).toEqual({
    id: told[0]!.data.call.id,
    name: 'stock',
    arguments: { item: 'rye' },
    status: 'done',
    result: '7',
    detail: null,
    duration_ms: expect.any(Number),
  })
  await chat.say('Sure?')
  const roles = chat.sent(2).messages.map(({ role }) => role)
  expect(roles).toEqual(['system', 'assistant', 'user', 'assistant', 'tool', 'assistant', 'user'])
})

test('a GET tool has its arguments in the query, and keeps its URL’s own query', async () => {
  const shop = await startReceiver((res) => res.end('7'))
  await using chat = await talking({
    standIn: { script: [asks({ item: 'a&b=c' }), { says: 'Seven.' }] },
    server: allowing(shop.host),
    tools: [stockTool(`${shop.url}?shop=1`, { method: 'GET' })],
  })
  await chat.say('How many?')
  expect(shop.requests[0]).toMatchObject({
    method: 'GET',
    path: '/hook?shop=1&item=a%26b%3Dc',
    body: '',
  })
})

test('anything not offered is never run: wrong names, wrong arguments, none at all', async () => {
  const shop = await startReceiver()
  const script = [
    asks({ to: '+19005550100' }, 'call_transfer'),
    asks({ item: 'x', url: 'http://evil.example/' }),
    asks({ item: 7 }),
    asks('[1]'),
    { says: 'Sorry.' },
  ]
  await using chat = await talking({
    standIn: { script },
    server: allowing(shop.host),
    tools: [stockTool(shop.url)],
    assistant: {
      tools: [
        { type: 'call_transfer', phone_number: '+15550001' },
        { type: 'dtmf_input' },
        { type: 'collect_keypad' },
      ],
    },
  })
  const { message } = await chat.say('Transfer me')
  expect(message).toBe('Sorry.')
  expect(shop.requests).toEqual([])
  expect(chat.sent(0).tools!.map((tool) => tool.function.name)).toEqual(['stock'])
  const { messages } = await chat.read()
  const calls = messages[1]!.function_calls!
  expect(calls.map((call) => call.status)).toEqual(['refused', 'refused', 'refused', 'refused'])
  expect(calls[0]!.result).toBe('There is no such function.')
  expect(calls[1]!.result).toContain('Wrong arguments')
})

test('a failing tool gives the model a sentence; the reason is for the desk', async () => {
  const shop = await startReceiver(status(500, {}, `no: ${SECRET}`))
  await using chat = await talking({
    standIn: { script: [asks({ item: 'x' }), asks({ item: 'x' }, 'away'), { says: 'Later.' }] },
    server: allowing(shop.host),
    tools: [stockTool(shop.url), stockTool('http://127.0.0.1:9/', { name: 'away' })],
  })
  const { function_calls } = await chat.say('How many?')
  expect(function_calls.map(({ result }) => result)).toEqual([
    'The tool answered with HTTP 500: no: [hidden]',
    'The tool could not be reached.',
  ])
  const calls = (await chat.read()).messages[1]!.function_calls!
  expect(calls.map((call) => call.status)).toEqual(['failed', 'failed'])
  expect(calls[1]!.detail).toContain('127.0.0.1')
})

test('a tool’s long response is truncated, and a slow one abandoned after its own timeout', async () => {
  const shop = await startReceiver((res, _, index) => {
    if (index === 0) res.end('x'.repeat(200_000))
  })
  await using chat = await talking({
    standIn: { script: [asks({ item: 'x' }), asks({ item: 'x' }), { says: 'Later.' }] },
    server: allowing(shop.host),
    tools: [stockTool(shop.url, { timeout: 1 })],
  })
  const { function_calls } = await chat.say('How many?')
  expect(String(function_calls[0]!.result)).toHaveLength(8000 + ' … (cut off here)'.length)
  expect(function_calls[1]!.result).toBe('The tool did not answer in time.')
})

test('a model that only ever calls tools is stopped after five rounds, and answers without them', async () => {
  const shop = await startReceiver()
  await using chat = await talking({
    standIn: { script: [asks({ item: 'x' })] },
    server: allowing(shop.host),
    tools: [stockTool(shop.url)],
  })
  const { message } = await chat.say('Loop')
  expect(chat.standIn.requests).toHaveLength(6)
  expect(chat.sent(4).tools).toBeDefined()
  expect(chat.sent(5).tools).toBeUndefined()
  expect(shop.requests).toHaveLength(5)
  expect(message).not.toBe('')
})

test('of many parallel calls eight are made', async () => {
  const shop = await startReceiver()
  const calls = Array.from({ length: 12 }, () => ({ name: 'stock', args: { item: 'x' } }))
  await using chat = await talking({
    standIn: { script: [{ calls }, { says: 'Enough.' }] },
    server: allowing(shop.host),
    tools: [stockTool(shop.url)],
  })
  const { message, function_calls } = await chat.say('All of them')
  expect(message).toBe('Enough.')
  expect(shop.requests).toHaveLength(8)
  expect(function_calls).toHaveLength(8)
  expect(chat.sent(1).tools).toBeUndefined()
})

test('a call with truncated arguments is never made', async () => {
  const shop = await startReceiver()
  await using chat = await talking({
    standIn: { script: [asks('{"item":"x')] },
    server: allowing(shop.host),
    tools: [stockTool(shop.url)],
  })
  await chat.say('How many?')
  expect(shop.requests).toEqual([])
  expect((await chat.read()).messages.at(-1)).toMatchObject({ status: 'failed' })
})

test('end_call ends the chat, after the last words', async () => {
  const tools = [{ type: 'end_call' as const }]
  await using chat = await talking({
    standIn: { script: [{ says: 'Goodbye!', ...asks({}, 'end_call') }] },
    assistant: { tools },
  })
  expect((await chat.say('Bye')).message).toBe('Goodbye!')
  expect((await chat.read()).ended_at).not.toBeNull()
  // Requests that evaluate the chat after its end have no tools.
  const answers = chat.standIn.requests.filter((asked) =>
    JSON.stringify(asked).includes('end_call'),
  )
  expect(answers).toHaveLength(1)

  await using silent = await talking({
    standIn: { script: [asks({}, 'end_call'), { says: 'See you!' }] },
    assistant: { tools },
  })
  expect((await silent.say('Bye')).message).toBe('See you!')
  expect((await silent.read()).ended_at).not.toBeNull()
})

test('an unapproved draft causes no external changes', async () => {
  const shop = await startReceiver()
  await using chat = await talking({
    standIn: { script: [{ says: 'Seven.' }] },
    server: allowing(shop.host),
    tools: [stockTool(shop.url), stockTool(shop.url, { name: 'look', method: 'GET' })],
    assistant: { tools: [{ type: 'end_call' }] },
  })
  await chat.server.call(turnDial, { params: chat.params, body: { mode: 'approve', epoch: 0 } })
  await chat.say('How many?')
  await expect.poll(() => chat.standIn.requests.length).toBe(1)
  expect(chat.sent(0).tools!.map((tool) => tool.function.name)).toEqual(['look'])
})

test('generate-reply returns the calls, and a removed tool is no longer offered', async () => {
  const shop = await startReceiver((res) => res.end('7'))
  await using chat = await talking({
    standIn: { script: [asks({ item: 'x' }), { says: 'Seven.' }] },
    server: allowing(shop.host),
    tools: [stockTool(shop.url)],
  })
  const { call } = chat.server
  const body = { assistant_id: chat.assistantId, customer_identifier: 'c', message: 'How many?' }
  expect((await call(generateReply, { body })).function_calls).toEqual([
    { name: 'stock', arguments: { item: 'x' }, result: '7' },
  ])
  await call(updateAssistant, { params: { id: chat.assistantId }, body: { tool_ids: [] } })
  await call(generateReply, { body })
  expect(chat.sent(2).tools).toBeUndefined()
})
