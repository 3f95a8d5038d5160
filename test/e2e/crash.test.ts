import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { enableConversationEndedWebhook } from '#contracts/assistant-webhooks.ts'
import { listAssistants } from '#contracts/assistants.ts'
import { endConversation } from '#contracts/conversations.ts'
import type { Message } from '#contracts/messages.ts'
import { startConversation } from '#contracts/public-chat.ts'
import { listWebhookDeliveries } from '#contracts/webhooks.ts'
import {
  getVisitorConversation,
  openVisitorConversation,
  sendVisitorMessage,
} from '#contracts/widget.ts'
import { type Life, live } from '../support/life.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'
import { openSession } from '../support/visitor.ts'

test('killing the server loses no acknowledged message and duplicates none that is resent', async () => {
  const dataDir = temporaryFolder()
  let life = await live({ dataDir, main: BUILT })
  // Valid across all restarts.
  const authorization = `Bearer ${(await openSession(life)).token}`
  const as = () => life.as({ authorization })
  const { id: uuid } = await as()(openVisitorConversation, { body: { client_id: randomUUID() } })
  const acknowledged: Message[] = []
  const unsure: { client_id: string; content: string }[] = []
  const send = async (body: { client_id: string; content: string }) => {
    const reply = await as()(sendVisitorMessage, { params: { uuid }, body }).catch(() => undefined)
    if (reply) acknowledged.push(reply.data)
    else unsure.push(body)
  }
  for (let lives = 0; lives < 3; lives += 1) {
    const senders = Array.from({ length: 4 }, async () => {
      while (life.child.exitCode === null && life.child.signalCode === null) {
        await send({ client_id: randomUUID(), content: `message ${acknowledged.length}` })
      }
    })
    const enough = acknowledged.length + 10
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(enough)
    await life.end('SIGKILL')
    await Promise.all(senders)
    life = await live({ dataDir, main: BUILT })
    for (const body of unsure.splice(0)) await send(body)
  }
  const { messages } = await as()(getVisitorConversation, { params: { uuid } })
  const stored = messages.filter(({ author }) => author === 'visitor')
  const byClientId = new Map(stored.map((message) => [message.client_id, message]))
  expect(acknowledged.length).toBeGreaterThan(20)
  expect(byClientId.size).toBe(stored.length)
  for (const message of acknowledged) expect(byClientId.get(message.client_id)).toEqual(message)
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
  expect(await life.end('SIGTERM')).toBe(0)
}, 30_000)

test('an answer interrupted by a kill is regenerated exactly once after the restart', async () => {
  const dataDir = temporaryFolder()
  const first = await live({ dataDir, main: BUILT })
  const authorization = `Bearer ${(await openSession(first)).token}`
  const at = ({ as }: Life) => as({ authorization })
  const { id: uuid } = await at(first)(openVisitorConversation, {
    body: { client_id: randomUUID() },
  })
  const body = { client_id: randomUUID(), content: 'What does Parley cost?' }
  await at(first)(sendVisitorMessage, { params: { uuid }, body })
  const last = async (life: Life) =>
    (await at(life)(getVisitorConversation, { params: { uuid } })).messages.at(-1)!
  await expect
    .poll(() => last(first), { interval: 5 })
    .toMatchObject({ author: 'assistant', status: 'streaming' })
  await first.end('SIGKILL')
  const second = await live({ dataDir, main: BUILT })
  await expect
    .poll(() => last(second), { timeout: 10_000 })
    .toMatchObject({ author: 'assistant', status: 'complete' })
  const { messages } = await at(second)(getVisitorConversation, { params: { uuid } })
  expect(messages.map(({ author }) => author)).toEqual(['assistant', 'visitor', 'assistant'])
  expect(messages.at(-1)!.content).toContain('free')
  await second.end('SIGTERM')
}, 30_000)

test('a webhook in flight when the server is killed is delivered after the restart under its own id', async () => {
  const receiver = await startReceiver(() => undefined)
  const dataDir = temporaryFolder()
  const env = { PARLEY_ALLOW_PRIVATE: receiver.host }
  const first = await live({ dataDir, main: BUILT, env })
  const { data } = await first.call(listAssistants)
  await first.call(enableConversationEndedWebhook, {
    body: { assistant_id: data[0]!.id, webhook_url: receiver.url },
  })
  const { conversation_id: uuid } = await first.call(startConversation, {
    body: { assistant_id: data[0]!.uuid, type: 'widget' },
  })
  await first.call(endConversation, { params: { uuid } })
  await expect.poll(() => receiver.requests.length).toBe(1)
  await first.end('SIGKILL')
  receiver.answer(status(200))
  const second = await live({ dataDir, main: BUILT, env })
  const deliveries = async () => (await second.call(listWebhookDeliveries)).data
  await expect
    .poll(deliveries, { timeout: 10_000 })
    .toMatchObject([{ conversation_id: uuid, status: 'delivered', attempts: 1 }])
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual(Array(2).fill((await deliveries())[0]!.id))
  expect(receiver.requests[1]!.body).toBe(receiver.requests[0]!.body)
  await second.end('SIGTERM')
}, 30_000)
