import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import { discardAnswer, holdAnswer, releaseAnswer, rewriteAnswer } from '#contracts/holds.ts'
import { createClock } from '../support/clock.ts'
import { delayAnswers, pendingAt, readingVisitor, watching } from '../support/holds.ts'
import { useHostedModel } from '../support/hosted-model.ts'
import { REPLY, startLlmStandIn } from '../support/llm-stand-in.ts'
import { colleague } from '../support/operators.ts'
import { KEY, startServer } from '../support/server.ts'
import type { StreamEvent } from '../support/stream.ts'

const OWNER = { authorization: `Bearer ${KEY}` }
const QUESTION = 'What does Parley cost?'

/** A server whose answers are whole at once and delayed by three seconds while somebody looks, on a clock of its own. */
async function scene(options: Parameters<typeof startServer>[0] = {}) {
  const clock = createClock()
  const server = await startServer({
    outside: clock.outside,
    limits: { deltaMs: 0, presenceMs: 86_400_000 },
    ...options,
  })
  if (options.llm) await useHostedModel(server)
  await delayAnswers(server, 3)
  const visitor = await readingVisitor(server, clock)
  const owner = { call: server.call, headers: OWNER }
  const desk = await watching(server, owner, visitor.conversationId)
  return { clock, server, visitor, desk, params: visitor.params }
}

const isAnswer = ({ type, data }: StreamEvent) =>
  type === 'message.delta' || data.message?.author === 'assistant'

test('while an operator looks, the desk has the answer at once and the visitor three seconds later; with nobody looking, both at once', async () => {
  const { clock, server, visitor, desk } = await scene()
  await visitor.say(QUESTION)
  const pending = await pendingAt(server, clock, visitor)
  expect(pending).toMatchObject({ from: 0, held_by: null, text: expect.stringMatching(/free/) })
  const shown = await desk.stream.next(
    ({ type, data }) => type === 'answer.pending' && !data.is_writing,
  )
  expect(shown.id).toBeUndefined()
  await clock.advance(2999)
  expect(visitor.stream.events.filter(isAnswer)).toEqual([])
  expect(await visitor.last()).toMatchObject({ author: 'visitor' })
  await clock.advance(1)
  await expect.poll(visitor.last).toMatchObject({ status: 'complete', content: pending.text })
  await desk.stream.next(({ type, data }) => type === 'answer.pending' && data.is_over)
  expect(JSON.stringify(visitor.stream.events)).not.toContain('pending')

  await desk.look(null)
  await visitor.say('Which licence does it have?')
  await expect.poll(visitor.last).toMatchObject({ seq: 5, status: 'complete' })
  const late = desk.stream.events.filter(({ type }) => type === 'answer.pending')
  expect(late.at(-1)).toMatchObject({ data: { is_over: true } })
  expect(late.filter(({ data }) => data.is_over)).toHaveLength(1)
})

test('a held answer waits for its holder, whoever else tries and whatever the visitor writes, and is released at once', async () => {
  const { clock, server, visitor, desk, params } = await scene()
  const anna = await colleague(server, 'Anna')
  const hold = { params, body: { tab: desk.tab } }
  await expect(server.call(holdAnswer, hold)).rejects.toMatchObject({ status: 409 })
  await visitor.say(QUESTION)
  await pendingAt(server, clock, visitor)
  const { data: held } = await server.call(holdAnswer, hold)
  const by = { id: expect.any(Number), name: expect.any(String) }
  expect(held).toMatchObject({ from: 0, held_by: by })
  const { name } = held!.held_by!
  for (const attempt of [
    () => anna.call(holdAnswer, hold),
    () => anna.call(releaseAnswer, { params, body: {} }),
    () => anna.call(releaseAnswer, { params, body: { content: 'Mine' } }),
    () => anna.call(discardAnswer, { params }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({
      status: 409,
      body: { message: `${name} is holding this answer.`, data: { held_by: { name } } },
    })
  }
  await clock.advance(60_000)
  await visitor.say('And on a phone?')
  await clock.advance(0)
  await pendingAt(server, clock, visitor, { is_writing: false, held_by: { name } })
  expect((await server.call(getConversation, { params })).message_count).toBe(3)
  await clock.advance(60_000)
  expect(visitor.stream.events.filter(isAnswer)).toEqual([])

  await server.call(releaseAnswer, { params, body: {} })
  await expect.poll(visitor.last).toMatchObject({ seq: 4, status: 'complete' })
  expect((await server.call(getConversation, { params })).pending_answer).toBeNull()
})

test('a hold ends when its tab is gone or elsewhere for five seconds, the dial is turned, or the rest is discarded', async () => {
  const { clock, server, visitor, desk, params } = await scene()
  const holdNext = async (text: string) => {
    await visitor.say(text)
    await pendingAt(server, clock, visitor)
    await server.call(holdAnswer, { params, body: { tab: desk.tab } })
  }
  await holdNext(QUESTION)
  await server.call(discardAnswer, { params })
  await expect.poll(() => server.context.jobs.count('conversation.answer')).toBe(0)
  expect(await visitor.last()).toMatchObject({ author: 'visitor', seq: 2 })

  await holdNext('And on a phone?')
  await server.call(turnDial, { params, body: { mode: 'human', epoch: 1 } })
  const { ai_epoch: epoch, pending_answer } = await server.call(getConversation, { params })
  expect(pending_answer?.held_by ?? null).toBeNull()
  await clock.advance(10_000)
  expect(await visitor.last()).toMatchObject({ author: 'visitor', seq: 3 })
  await server.call(turnDial, { params, body: { mode: 'auto', epoch } })
  await pendingAt(server, clock, visitor)
  await server.call(holdAnswer, { params, body: { tab: desk.tab } })

  // A look elsewhere is forgiven for five seconds.
  await desk.look(null)
  await clock.advance(4500)
  await desk.look(params.uuid)
  await clock.advance(4500)
  await desk.look(null)
  await clock.advance(4500)
  expect(visitor.stream.events.filter(isAnswer)).toEqual([])
  await clock.advance(1000)
  await expect.poll(visitor.last).toMatchObject({ seq: 4, status: 'complete' })

  await desk.look(params.uuid)
  await holdNext('Which licence does it have?')
  desk.stream.close()
  const seat = { userId: 1, operatorId: 1 }
  await expect
    .poll(() => server.context.attendance.isShowing(seat, desk.tab, params.uuid))
    .toBe(false)
  await clock.advance(4500)
  expect(await visitor.last()).toMatchObject({ author: 'visitor', seq: 5 })
  await clock.advance(1000)
  await expect.poll(visitor.last).toMatchObject({ seq: 6, status: 'complete' })
})

test('edited text replaces what the visitor has not seen, completes the answer, and the record says by whom', async () => {
  const { clock, server, visitor, desk, params } = await scene()
  await visitor.say(QUESTION)
  const { text: draft } = await pendingAt(server, clock, visitor)
  const release = (content: string) => server.call(releaseAnswer, { params, body: { content } })
  await expect(release('Nothing.')).rejects.toMatchObject({ status: 409 })
  await server.call(holdAnswer, { params, body: { tab: desk.tab } })
  await expect(release(' ')).rejects.toMatchObject({ status: 409 })
  await release('Nothing at all.')
  const sent = await visitor.last()
  expect(sent).toMatchObject({
    status: 'complete',
    content: 'Nothing at all.',
    author: 'assistant',
  })
  await expect.poll(() => server.context.jobs.count('conversation.answer')).toBe(0)
  expect(await visitor.last()).toEqual(sent)
  const { activities, pending_answer } = await server.call(getConversation, { params })
  expect(pending_answer).toBeNull()
  expect(activities).toMatchObject([
    { kind: 'answer_edited', by: { id: 1 }, data: { message_id: sent.id, draft } },
  ])
  expect(JSON.stringify(visitor.stream.events)).not.toContain('free')
})

test('a whispered hint has the rest written again from what the visitor has seen, still held', async () => {
  await using llm = await startLlmStandIn({ personality: 'stalling' })
  const { clock, server, visitor, desk, params } = await scene({
    llm: { url: llm.url, model: 'stand-in', key: undefined },
  })
  const half = REPLY.split(/(?<= )/)
    .slice(0, 3)
    .join('')
  await visitor.say(QUESTION)
  await expect.poll(pendingText).toBe(half)
  async function pendingText() {
    await clock.advance(0)
    return (await server.call(getConversation, { params })).pending_answer?.text
  }
  await clock.advance(3000)
  await expect.poll(visitor.last).toMatchObject({ status: 'streaming', content: half })
  const rewrite = () => server.call(rewriteAnswer, { params, body: { hint: 'Mention the trial' } })
  await expect(rewrite()).rejects.toMatchObject({ status: 409 })
  await server.call(holdAnswer, { params, body: { tab: desk.tab } })
  await rewrite()
  await expect.poll(pendingText).toBe(half)
  const { messages } = llm.requests.at(-1)!.body!
  expect(JSON.stringify(messages[0])).toContain('Mention the trial')
  expect(messages.at(-2)).toMatchObject({ role: 'assistant', content: half })
  await clock.advance(10_000)
  expect(await visitor.last()).toMatchObject({ content: half })
  await server.call(releaseAnswer, { params, body: {} })
  await expect.poll(visitor.last).toMatchObject({ content: half + half })
  const { activities } = await server.call(getConversation, { params })
  expect(activities).toMatchObject([{ kind: 'whisper', data: { content: 'Mention the trial' } }])
  expect(JSON.stringify(visitor.stream.events)).not.toContain('trial')
})
