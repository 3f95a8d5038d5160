import { expect, test } from 'vitest'
import { activeAssistant, chat } from '../../support/chats.ts'
import { createClock } from '../../support/clock.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { allowing, KEY, startServer } from '../../support/server.ts'
import { followStream } from '../../support/stream.ts'

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

test('many chats that fall silent at once all end, each once', async () => {
  const { server, clock, hook, assistant } = await setUp({ conversation_inactivity_timeout: 1 })
  const chats = []
  for (let count = 0; count < 120; count += 1) chats.push(await chat(server, assistant))
  await clock.jump(MINUTE)
  // Twenty a second are sent.
  for (let sent = 20; sent < 120; sent += 20) {
    await received(hook, sent)
    await clock.advance(1000)
  }
  const all = await received(hook, 120)
  expect(new Set(all.map(({ conversation_id }) => conversation_id))).toEqual(
    new Set(chats.map(({ uuid }) => uuid)),
  )
  await clock.jump(60 * MINUTE)
  await received(hook, 120)
})

test.each([false, true])(
  'messages at the very moment of the end: one report per ended period (retrigger %s)',
  async (retrigger) => {
    const { server, clock, hook, assistant } = await setUp({
      conversation_inactivity_timeout: 1,
      conversation_ended_retrigger: retrigger,
    })
    const chats = []
    for (let count = 0; count < 20; count += 1) chats.push(await chat(server, assistant))
    const stream = await followStream(`${server.url}/api/user/stream`, {
      authorization: `Bearer ${KEY}`,
    })
    await clock.jump(MINUTE - 1)
    const early = chats.slice(0, 10).map(({ say }) => say('Wait!'))
    await Promise.all([...early, clock.jump(1), ...chats.slice(10).map(({ say }) => say('Wait!'))])
    await clock.jump(10 * MINUTE)
    for (const { uuid, detail } of chats) {
      const { ended_at, message_count, webhook_deliveries } = await detail()
      expect([message_count, typeof ended_at]).toEqual([2, 'string'])
      const endings = stream.events.filter(
        ({ type, data }) => type === 'conversation.updated' && data.id === uuid && data.ended_at,
      )
      expect(webhook_deliveries).toHaveLength(endings.length)
      expect(endings.length).toBeGreaterThanOrEqual(1)
      expect(endings.length).toBeLessThanOrEqual(retrigger ? 2 : 1)
    }
    const total = hook.requests.length
    expect(total).toBe(new Set(hook.requests.map(({ headers }) => headers['webhook-id'])).size)
  },
)
