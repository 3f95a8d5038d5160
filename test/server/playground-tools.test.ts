import { expect, test } from 'vitest'
import { startReceiver } from '../support/receiver.ts'
import { allowing } from '../support/server.ts'
import { talking } from '../support/talking.ts'

/** The playground's events for one answer of a draft. */
async function tried(chat: Awaited<ReturnType<typeof talking>>, fields: object) {
  const response = await chat.server.fetch('/api/user/assistants/playground', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      assistant_id: chat.assistantId,
      fields,
      messages: [{ role: 'user', content: 'How many?' }],
    }),
  })
  const frames = (await response.text()).trim().split('\n\n')
  return frames.map((frame) => {
    const [type, data] = frame.split('\n').map((line) => line.slice(line.indexOf(': ') + 2))
    return { type, data: JSON.parse(data!) }
  })
}

test('the playground runs the draft’s tools, shows each step, and stores nothing', async () => {
  const shop = await startReceiver((res) => res.end('7'))
  await using chat = await talking({
    standIn: { script: [{ calls: [{ name: 'stock', args: {} }] }, { says: 'Seven.' }] },
    server: allowing(shop.host),
    tools: [{ name: 'stock', description: 'How many.', endpoint: shop.url, method: 'GET' }],
  })
  const events = await tried(chat, {})
  const calls = events.filter(({ type }) => type === 'call').map(({ data }) => data)
  expect(calls).toMatchObject([
    { id: 1, name: 'stock', status: 'running', result: null },
    { id: 1, name: 'stock', status: 'done', result: '7' },
  ])
  expect(events[0]!.data.tools).toEqual(['stock'])
  expect(events.at(-1)).toMatchObject({ type: 'end', data: { complete: true } })
  const { db } = chat.server.context
  expect(db.prepare('SELECT count(*) FROM tool_calls').pluck().get()).toBe(0)
  // The draft no longer has any of them.
  expect((await tried(chat, { tool_ids: [] }))[0]!.data.tools).toEqual([])
})

test('an impossible token count does not complete an answer; tokens are estimated from the texts', async () => {
  await using chat = await talking({ standIn: { personality: 'oddUsage', reply: 'Seven.' } })
  const events = await tried(chat, {})
  const { data } = events.at(-1)!
  expect(data).toMatchObject({ complete: false, is_estimated: true, output_tokens: 2 })
})
