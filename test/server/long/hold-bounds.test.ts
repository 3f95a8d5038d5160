import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { discardAnswer, holdAnswer, releaseAnswer } from '#contracts/holds.ts'
import { stopAnswer } from '#contracts/widget.ts'
import { postMessage } from '../../../server/features/conversations/post.ts'
import { conversationQueries } from '../../../server/features/conversations/queries.ts'
import { rewriteAnswer } from '../../../server/features/conversations/turns/hold.ts'
import type { RunningTurn, Turns } from '../../../server/features/conversations/turns/run.ts'
import type { PendingAnswer } from '../../../server/realtime/pending-answers.ts'
import { createClock } from '../../support/clock.ts'
import { delayAnswers, pendingAt, readingVisitor, watching } from '../../support/holds.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { emptyDataFolder, KEY, startServer } from '../../support/server.ts'

const headers = { authorization: `Bearer ${KEY}` }
const QUESTION = 'What does Parley cost?'
const limits = { deltaMs: 0, presenceMs: 86_400_000 }

/** A held answer of the built-in model, which the visitor has seen nothing of. */
async function heldScene() {
  const clock = createClock()
  const server = await startServer({ limits, outside: clock.outside })
  await delayAnswers(server, 3)
  const visitor = await readingVisitor(server, clock)
  const { params } = visitor
  const desk = await watching(server, { call: server.call, headers }, params.uuid)
  await visitor.say(QUESTION)
  const { text: draft } = await pendingAt(server, clock, visitor)
  const { context } = server
  const conversation = conversationQueries(context.db).byUuid(params.uuid)!
  await server.call(holdAnswer, { params, body: { tab: desk.tab } })
  return { clock, server, visitor, desk, params, draft, context, conversation }
}

test('the rest is discarded even if something else was posted since the answer started', async () => {
  const { clock, server, visitor, params, context, conversation } = await heldScene()
  const reply = { author: 'operator', authorName: 'Ada', content: 'One moment' } as const
  await context.write((tx) => postMessage(tx, context, conversation, reply))
  await server.call(discardAnswer, { params })
  await expect.poll(() => context.jobs.count('conversation.answer')).toBe(0)
  await clock.advance(60_000)
  expect(await visitor.last()).toMatchObject({ content: 'One moment' })
  await expect(server.call(discardAnswer, { params })).rejects.toMatchObject({
    code: 'nothing_to_hold',
  })
})

test('an edit and a discard leave an ongoing call of the visitor alone', async () => {
  for (const act of ['edit', 'discard'] as const) {
    const { server, visitor, params, context, conversation } = await heldScene()
    const ends: string[] = []
    context.liveCalls.add({
      callId: 1,
      conversationId: conversation.id,
      typed: () => undefined,
      whisper: () => undefined,
      close: async (reason) => void ends.push(reason),
    })
    if (act === 'edit') await server.call(releaseAnswer, { params, body: { content: 'Mine' } })
    else await server.call(discardAnswer, { params })
    await expect.poll(() => context.jobs.count('conversation.answer')).toBe(0)
    const content = act === 'edit' ? 'Mine' : QUESTION
    expect(await visitor.last()).toMatchObject({ content })
    expect(ends).toEqual([])
  }
})

test('a hold ends after 15 minutes, and the answer goes out', async () => {
  const { clock, server, visitor, desk, params, draft } = await heldScene()
  await clock.jump(14 * 60_000)
  // Holding it in another tab does not restart the timeout.
  await server.call(holdAnswer, { params, body: { tab: desk.tab } })
  expect(await visitor.last()).toMatchObject({ author: 'visitor' })
  await clock.jump(60_000)
  await expect.poll(visitor.last).toMatchObject({ status: 'complete', content: draft })
})

test('an operator who has read an answer of which nothing was shown is sent its end', async () => {
  await using llm = await startLlmStandIn({ personality: 'mute' })
  const clock = createClock()
  const server = await startServer({
    limits,
    outside: clock.outside,
    llm: { url: llm.url, model: 'stand-in', key: undefined },
  })
  await useHostedModel(server)
  await delayAnswers(server, 3)
  const visitor = await readingVisitor(server, clock)
  const { params } = visitor
  const desk = await watching(server, { call: server.call, headers }, params.uuid)
  await desk.look(null)
  await visitor.say(QUESTION)
  await pendingAt(server, clock, visitor, { is_writing: true })
  await visitor.call(stopAnswer, { params })
  await desk.stream.next(({ type, data }) => type === 'answer.pending' && data.is_over)
})

test('a hint reaches an answer that was restarted while the hint was being written', async () => {
  const { context, conversation } = await heldScene()
  const { id, uuid, user_id: userId, ai_epoch: epoch } = conversation
  const opened: PendingAnswer[] = []
  const write = async (change: Parameters<typeof context.write>[0]) => {
    await context.write(change)
    // The job of the visitor's next message starts here.
    const place = { id, uuid, userId, epoch }
    opened.push(context.pendingAnswers.open(place, { delayMs: 3000, said: '' }))
  }
  const turn = { isStopped: () => false } as RunningTurn
  const needs = {
    ...context,
    write: write as typeof context.write,
    turns: { of: () => turn } as unknown as Turns,
  }
  await rewriteAnswer(needs, conversation, { operatorId: 1, name: 'Ada' }, 'Mention the trial')
  expect(opened.map((answer) => answer.takeHint())).toEqual(['Mention the trial'])
})

test('an answer whose edit cannot be stored is written again, still held', async () => {
  const { clock, server, visitor, params, draft, context } = await heldScene()
  context.db.exec(`
    CREATE TEMP TRIGGER full BEFORE INSERT ON main.conversation_activities BEGIN SELECT RAISE(ABORT, 'no room'); END
  `)
  const release = (content?: string) =>
    server.call(releaseAnswer, { params, body: content === undefined ? {} : { content } })
  await expect(release('Mine')).rejects.toMatchObject({ status: 500 })
  context.db.exec('DROP TRIGGER full')
  expect(await visitor.last()).toMatchObject({ author: 'visitor' })
  await clock.advance(1000)
  const again = await pendingAt(server, clock, visitor, {
    is_writing: false,
    held_by: { name: expect.any(String) },
  })
  expect(again.text).toBe(draft)
  await release('Mine after all')
  expect(await visitor.last()).toMatchObject({ status: 'complete', content: 'Mine after all' })
})

test('after a restart an edit keeps what the visitor has seen of the answer', async () => {
  await using stalling = await startLlmStandIn({ personality: 'stalling' })
  await using mute = await startLlmStandIn({ personality: 'mute' })
  const clock = createClock()
  const dataDir = emptyDataFolder()
  const start = (url: string) =>
    startServer({
      dataDir,
      limits,
      outside: clock.outside,
      llm: { url, model: 'stand-in', key: undefined },
    })
  const first = await start(stalling.url)
  await useHostedModel(first)
  await delayAnswers(first, 3)
  const visitor = await readingVisitor(first, clock)
  const { params } = visitor
  await visitor.say(QUESTION)
  await expect.poll(visitor.last).toMatchObject({ status: 'streaming' })
  const { content: seen } = await visitor.last()
  expect(seen).not.toBe('')
  await first.server.stop()

  const second = await start(mute.url)
  const desk = await watching(second, { call: second.call, headers }, params.uuid)
  const pending = await pendingAt(second, clock, visitor, {})
  expect(pending).toMatchObject({ from: seen.length, text: '' })
  await second.call(holdAnswer, { params, body: { tab: desk.tab } })
  await second.call(releaseAnswer, { params, body: { content: ' Nothing.' } })
  const { messages } = await second.call(getConversation, { params })
  expect(messages.at(-1)).toMatchObject({ status: 'complete', content: `${seen} Nothing.` })
})
