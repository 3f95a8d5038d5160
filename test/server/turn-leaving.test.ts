import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { attend } from '#contracts/presence.ts'
import { approveToolCall } from '#contracts/tool-approvals.ts'
import { createTool } from '#contracts/tools.ts'
import { continueVisitorAnswer } from '#contracts/widget.ts'
import { translateMessage } from '#contracts/writing-aid.ts'
import type { Outside } from '../../server/context.ts'
import { translationQueries } from '../../server/features/conversations/writing-aid/queries.ts'
import { LIMITS } from '../../server/limits.ts'
import { useHostedModel } from '../support/hosted-model.ts'
import { startLlmStandIn } from '../support/llm-stand-in.ts'
import { asksFor } from '../support/mcp-chat.ts'
import { startReceiver } from '../support/receiver.ts'
import { allowing, KEY, startServer } from '../support/server.ts'
import { openStream } from '../support/stream.ts'
import { stockTool } from '../support/tools.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

/** As long as the slow stand-in's answer takes: about 15 ms a word. */
const REPLY = Array.from({ length: 300 }, (_, index) => `word${index} `).join('')

type Change = Pick<NonNullable<Parameters<typeof startServer>[0]>, 'limits' | 'outside'>

async function scene({ limits, outside }: Change = {}) {
  const model = await startLlmStandIn({ personality: 'slow', reply: REPLY })
  const server = await startServer({
    llm: { url: model.url, model: 'hosted', key: undefined },
    ...(limits && { limits }),
    ...(outside && { outside }),
  })
  await useHostedModel(server)
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const follow = () =>
    openStream(`${server.url}/api/widget/stream?after=0`, {
      authorization: `Bearer ${visitor.token}`,
    })
  const last = async () => (await server.call(getConversation, { params })).messages.at(-1)!
  return {
    model,
    server,
    visitor,
    params,
    follow,
    last,
    [Symbol.asyncDispose]: () => model[Symbol.asyncDispose](),
  }
}

/** A sleep in which the reload grace period ends when the test says so. */
function reloadTime() {
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sleep: Outside['sleep'] = (ms, signal) => {
    if (ms !== LIMITS.visitorLeftMs) return delay(ms, undefined, signal ? { signal } : {})
    begun.resolve()
    return over.promise
  }
  return { outside: { sleep }, begun: begun.promise, end: over.resolve }
}

const isDelta = ({ type }: { type: string }) => type === 'message.delta'

test('when the visitor leaves, the provider is disconnected within a second, the partial answer is kept, and no human is needed', async () => {
  await using at = await scene()
  const stream = await at.follow()
  await at.visitor.say('What does it cost?')
  await stream.next(isDelta)
  stream.close()
  const left = performance.now()
  await at.model.cancelled()
  expect(performance.now() - left).toBeLessThan(1000)
  await expect.poll(async () => (await at.last()).status).toBe('interrupted')
  expect((await at.last()).content).toMatch(/^word0 /)
  const detail = await at.server.call(getConversation, { params: at.params })
  expect(detail.activities.map(({ kind }) => kind)).not.toContain('needs_person')
})

test('when the visitor is back, the answer continues in place', async () => {
  await using at = await scene({ limits: { visitorLeftMs: 50 } })
  const stream = await at.follow()
  await at.visitor.say('What does it cost?')
  await stream.next(isDelta)
  stream.close()
  await at.model.cancelled()
  await expect.poll(async () => (await at.last()).status).toBe('interrupted')
  const cut = await at.last()
  const again = await at.follow()
  await expect
    .poll(async () => (await at.last()).content.length)
    .toBeGreaterThan(cut.content.length)
  expect(await at.last()).toMatchObject({ id: cut.id, status: 'streaming' })
  expect(at.model.requests).toHaveLength(2)
  again.close()
})

test('a reload does not count as leaving: a new stream within the second lets the answer continue', async () => {
  const reload = reloadTime()
  await using at = await scene(reload)
  const stream = await at.follow()
  await at.visitor.say('What does it cost?')
  await stream.next(isDelta)
  stream.close()
  await reload.begun
  const again = await at.follow()
  reload.end()
  const { length } = again.events.filter(isDelta)
  await expect.poll(() => again.events.filter(isDelta).length).toBeGreaterThan(length + 5)
  expect(at.model.requests[0]!.wasCancelled).toBe(false)
  expect(await at.last()).toMatchObject({ status: 'streaming' })
  again.close()
})

test('while an operator watches, the answer is completed', async () => {
  const reload = reloadTime()
  await using at = await scene(reload)
  const tab = randomUUID()
  const desk = await openStream(`${at.server.url}/api/user/stream?tab=${tab}`, {
    authorization: `Bearer ${KEY}`,
  })
  await at.server.call(attend, {
    body: { tab, conversation_id: at.params.uuid, status: 'available' },
  } as never)
  const stream = await at.follow()
  await at.visitor.say('What does it cost?')
  await stream.next(isDelta)
  stream.close()
  await reload.begun
  reload.end()
  const { length } = (await at.last()).content
  await expect.poll(async () => (await at.last()).content.length).toBeGreaterThan(length)
  expect(at.model.requests[0]!.wasCancelled).toBe(false)
  desk.close()
})

test('a visitor who leaves before the first word is answered when they are back', async () => {
  const model = await startLlmStandIn({ personality: 'lateFirst', reply: 'Nine euros.' })
  const server = await startServer({
    llm: { url: model.url, model: 'hosted', key: undefined },
    limits: { visitorLeftMs: 50 },
  })
  await useHostedModel(server)
  const visitor = await createVisitor(server)
  const follow = () =>
    openStream(`${server.url}/api/widget/stream?after=0`, {
      authorization: `Bearer ${visitor.token}`,
    })
  const stream = await follow()
  await visitor.say('What does it cost?')
  await expect.poll(() => model.requests.length).toBe(1)
  stream.close()
  await model.cancelled()
  const read = () => server.call(getConversation, { params: { uuid: visitor.conversationId } })
  expect((await read()).messages.at(-1)).toMatchObject({ author: 'visitor' })
  const again = await follow()
  await expect
    .poll(async () => (await read()).messages.at(-1))
    .toMatchObject({
      author: 'assistant',
      status: 'complete',
      content: 'Nine euros.',
    })
  again.close()
  await model[Symbol.asyncDispose]()
})

test('a visitor who leaves before the first word about an approved call hears of it when they are back', async () => {
  const shop = await startReceiver((res) => res.end('{"booked":true}'))
  const script = [asksFor({ item: 'rye' }, 'stock'), { isSilent: true }, { says: 'It is booked.' }]
  await using model = await startLlmStandIn({ personality: 'scripted', script })
  const server = await startServer({
    llm: { url: model.url, model: 'hosted', key: undefined },
    limits: { visitorLeftMs: 50 },
    ...allowing(shop.host),
  })
  const { call } = server
  await useHostedModel(server)
  const tool = await call(createTool, { body: { ...stockTool(shop.url), asks_first: true } })
  const { id } = await starterAssistant(server)
  await call(updateAssistant, { params: { id }, body: { tool_ids: [tool.data.id] } })
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const { url } = server
  const headers = { authorization: `Bearer ${visitor.token}` }
  const follow = () => openStream(`${url}/api/widget/stream?after=0`, headers)
  const read = async () => (await call(getConversation, { params })).messages
  const stream = await follow()
  await visitor.say('Book it')
  const callIn = async () => (await read()).flatMap((message) => message.function_calls ?? [])[0]
  await expect.poll(callIn).toMatchObject({ status: 'waiting' })
  const { id: callId } = (await callIn())!
  await call(approveToolCall, { params: { ...params, id: callId }, body: {} })
  await expect.poll(() => model.requests.length).toBe(2)
  stream.close()
  await model.cancelled()
  const again = await follow()
  await expect.poll(async () => (await read()).at(-1)!.content).toBe('It is booked.')
  expect(shop.requests).toHaveLength(1)
  again.close()
})

test('a visitor can have their own answer continued, once, and no translation of its beginning stays', async () => {
  const model = await startLlmStandIn({ personality: 'cutOnce', reply: 'one two three four' })
  const server = await startServer({ llm: { url: model.url, model: 'hosted', key: undefined } })
  await useHostedModel(server)
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  await visitor.say('Count')
  const last = async () => (await server.call(getConversation, { params })).messages.at(-1)!
  await expect.poll(async () => (await last()).status).toBe('interrupted')
  const { id } = await last()
  const translate = { params: { ...params, id }, body: { language: 'de' } }
  await expect(server.call(translateMessage, translate)).rejects.toMatchObject({ status: 503 })
  // One that was made while a person was in charge.
  const { db, write } = server.context
  const known = { messageId: id, language: 'de', content: 'eins', is_original: false }
  await write((tx) => translationQueries(db).put(tx, known))
  expect((await last()).translations).toHaveLength(1)
  const { data } = await visitor.call(continueVisitorAnswer, { params })
  expect(data).toMatchObject({ status: 'streaming' })
  expect(await visitor.call(continueVisitorAnswer, { params })).toEqual({ data: null })
  await expect.poll(async () => (await last()).status).toBe('complete')
  expect((await last()).translations).toBeUndefined()
  await model[Symbol.asyncDispose]()
})
