import { expect, test } from 'vitest'
import { disableAi, enableAi, getConversation, readConversation } from '#contracts/conversations.ts'
import { getVisitorConversation, stopAnswer } from '#contracts/widget.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { createTurns } from '../../server/features/conversations/turns/run.ts'
import { say } from '../../server/features/conversations/turns/say.ts'
import { stopAnswer as stop } from '../../server/features/conversations/turns/stop.ts'
import { createAnswerWriter } from '../../server/features/conversations/turns/writer.ts'
import { turns } from '../support/clock.ts'
import { useHostedModel } from '../support/hosted-model.ts'
import { startLlmStandIn } from '../support/llm-stand-in.ts'
import { startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

async function scene(builtInWordMs: number, options = {}) {
  const server = await startServer({ limits: { builtInWordMs }, ...options })
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const stream = await followStream(`${server.url}/api/widget/stream?after=0`, {
    authorization: `Bearer ${visitor.token}`,
  })
  const stop = () => visitor.call(stopAnswer, { params })
  const read = async () => (await visitor.call(getVisitorConversation, { params })).messages
  const idle = () => expect.poll(() => server.context.jobs.count('conversation.answer')).toBe(0)
  return { server, visitor, params, stream, stop, read, idle }
}

test('a stopped answer keeps its text, and nothing is added to it', async () => {
  const { visitor, stream, stop, read, idle } = await scene(40)
  await visitor.say('What is Parley?')
  await stream.next(({ type }) => type === 'message.delta')
  await stop()
  const stopped = (await read()).at(-1)!
  expect(stopped).toMatchObject({ author: 'assistant', status: 'interrupted' })
  expect(stopped.content.length).toBeGreaterThan(0)
  await idle()
  expect((await read()).at(-1)).toEqual(stopped)
  const told = await stream.next(
    ({ type, data }) => type === 'message.updated' && data.message.id === stopped.id,
  )
  expect(told.data.message).toEqual(stopped)
})

test('a stop before the answer has started leaves nothing, and the conversation continues', async () => {
  const { server, visitor, params, read, idle } = await scene(0)
  const context = { ...server.context, turns: createTurns(server.context) }
  const conversation = conversationQueries(context.db).byUuid(params.uuid)!
  // In the same turn: the answering job exists and has not been taken yet.
  await context.write((tx) => say(tx, context, conversation, { content: 'What is Parley?' }))
  expect(await stop(context, conversation)).toBe(true)
  expect(await stop(context, conversation)).toBe(false)
  await idle()
  expect((await read()).map(({ author }) => author)).toEqual(['assistant', 'visitor'])
  // Nor when the desk hands back.
  await server.call(disableAi, { params })
  await server.call(enableAi, { params })
  await idle()
  expect(await read()).toHaveLength(2)
  await visitor.say('Hello')
  await idle()
  expect((await read()).at(-1)).toMatchObject({ author: 'assistant', status: 'complete' })
})

test('a word arriving after the stop is rejected by the database', async () => {
  const { server, params, read, idle } = await scene(0)
  const context = { ...server.context, turns: createTurns(server.context) }
  const conversation = conversationQueries(context.db).byUuid(params.uuid)!
  const { message } = await context.write((tx) =>
    say(tx, context, conversation, { content: 'What is Parley?' }),
  )
  const late = createAnswerWriter(context, {
    conversation,
    assistantName: 'Guide',
    answersSeq: message.seq,
    unfinished: undefined,
    apology: 'Sorry',
  })
  await stop(context, conversation)
  expect(await context.write((tx) => late.append(tx, 'It costs '))).toBe(false)
  await context.write((tx) => late.finish(tx, { isWhole: true, cost: 0, detail: '', sources: [] }))
  await idle()
  expect((await read()).map(({ author }) => author)).toEqual(['assistant', 'visitor'])
})

test('a stop while the model is thinking leaves nothing, and the next message is answered', async () => {
  await using llm = await startLlmStandIn({ personality: 'mute' })
  const { server, visitor, stop, read, idle } = await scene(0, {
    llm: { url: llm.url, key: undefined, model: 'stand-in' },
  })
  await useHostedModel(server)
  await visitor.say('What is Parley?')
  await expect.poll(() => llm.requests.length).toBe(1)
  await stop()
  await llm.cancelled()
  await idle()
  expect((await read()).map(({ author }) => author)).toEqual(['assistant', 'visitor'])
  await visitor.say('Are you there?')
  await expect.poll(() => llm.requests.length).toBe(2)
})

test('whenever the stop comes, no answer grows after it', async () => {
  const { visitor, stop, read, idle } = await scene(1)
  for (let round = 0; round < 25; round += 1) {
    await visitor.say('What is Parley, and what does it cost?')
    await turns(round * 5)
    await stop()
    const stopped = await read()
    await idle()
    expect(await read()).toEqual(stopped)
    expect(stopped.filter(({ status }) => status === 'streaming')).toEqual([])
  }
  await idle()
  expect(await read()).not.toContainEqual(expect.objectContaining({ status: 'failed' }))
})

test('a message that arrives while an answer is stopped is answered', async () => {
  const { visitor, stream, stop, read, idle } = await scene(30)
  await visitor.say('What is Parley?')
  await stream.next(({ type }) => type === 'message.delta')
  await visitor.say('Hello')
  await stop()
  await idle()
  const messages = await read()
  expect(messages.map(({ author }) => author)).toEqual([
    'assistant',
    'visitor',
    'assistant',
    'visitor',
    'assistant',
  ])
  expect(messages.at(2)).toMatchObject({ status: 'interrupted' })
  expect(messages.at(-1)).toMatchObject({ status: 'complete' })
})

test('stopping nothing changes nothing', async () => {
  const { server, visitor, params, stop, read, idle } = await scene(0)
  await visitor.say('Hello')
  await idle()
  const [before, epoch] = [await read(), (await server.call(getConversation, { params })).ai_epoch]
  await stop()
  expect(await read()).toEqual(before)
  expect((await server.call(getConversation, { params })).ai_epoch).toBe(epoch)
})

test('another visitor cannot stop an answer', async () => {
  const { server, params } = await scene(0)
  const other = await createVisitor(server)
  await expect(other.call(stopAnswer, { params })).rejects.toMatchObject({ status: 404 })
})

test('the visitor learns how far the desk has read', async () => {
  const { server, visitor, params, stream } = await scene(0)
  const { seq } = await visitor.say('Hello')
  await server.call(readConversation, { params, body: { seq } })
  const { data } = await stream.next(
    ({ type, data }) => type === 'conversation.updated' && data.seen_seq === seq,
  )
  expect(data).toEqual({ id: params.uuid, ai_enabled: true, ended: false, seen_seq: seq })
  expect((await visitor.call(getVisitorConversation, { params })).seen_seq).toBe(seq)
})
