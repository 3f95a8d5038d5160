import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { createTool } from '#contracts/tools.ts'
import { withRealtime } from '../../support/realtime-calls.ts'
import { startReceiver } from '../../support/receiver.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { onlyCall, waitLong } from '../../support/web-calls.ts'

test('a tool of the assistant is called as in a chat, and its result is answered', async () => {
  const shop = await startReceiver((res) => res.end('Seven.'))
  const { server, visitor, set, asked } = await withRealtime(
    'multimodal',
    {},
    {},
    {
      hosts: [shop.host],
    },
  )
  const { data: tool } = await server.call(createTool, {
    body: {
      name: 'stock',
      description: 'How many there are.',
      endpoint: shop.url,
      method: 'POST',
      schema: [{ name: 'x', type: 'string', description: 'Of what.' }],
    },
  })
  await set({ tool_ids: [tool.id] })
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.speak('call stock rolls')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)
  expect(caller.of('heard')[1]!.text).toContain('Seven.')
  expect(shop.requests.map(({ body }) => JSON.parse(body))).toEqual([{ x: 'rolls' }])
  const output = asked().find(({ item }) => item?.type === 'function_call_output')
  expect(output.item).toMatchObject({ call_id: 'call_stock' })
  // The desk sees the tool call beside the message it answered.
  const { messages } = await server.call(getConversation, {
    params: { uuid: visitor.conversationId },
  })
  expect(messages.flatMap(({ function_calls: calls = [] }) => calls)).toMatchObject([
    { name: 'stock', arguments: { x: 'rolls' }, status: 'done' },
  ])
})

test('with end_call the model hangs up once its last words have been heard', async () => {
  const { server, visitor } = await withRealtime(
    'multimodal',
    {},
    { tools: [{ type: 'end_call' }] },
  )
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.speak('call end_call x')
  await expect.poll(() => caller.of('ended').length, waitLong).toBe(1)
  expect(caller.of('ended')[0]!.reason).toBe('assistant')
  expect(caller.of('heard')).toHaveLength(2)
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
})

test('a call has a chat’s tools, and none that needs a telephone line', async () => {
  const { server, visitor, asked } = await withRealtime(
    'multimodal',
    {},
    {
      tools: [
        { type: 'end_call' },
        { type: 'call_transfer', phone_number: '+15550100' },
        { type: 'dtmf_input' },
        { type: 'collect_keypad' },
        { type: 'calendar_integration', calendar_api_key: 'cal', calendar_event_slug: 'visit' },
      ],
    },
  )
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  const { tools } = asked()[0].session
  expect(tools.map(({ name }: { readonly name: string }) => name)).toEqual([
    'end_call',
    'calendar_find_slots',
    'calendar_book',
  ])
})
