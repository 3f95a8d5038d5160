import { expect, test } from 'vitest'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { listCorrections, updateCorrection } from '#contracts/corrections.ts'
import { turnDial } from '#contracts/dial.ts'
import { discardAnswer, holdAnswer, releaseAnswer, rewriteAnswer } from '#contracts/holds.ts'
import { eraseContact } from '../../server/features/contacts/erase.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { createTurns } from '../../server/features/conversations/turns/run.ts'
import { createClock } from '../support/clock.ts'
import { delayAnswers, pendingAt, readingVisitor, watching } from '../support/holds.ts'
import { useHostedModel } from '../support/hosted-model.ts'
import { REPLY, startLlmStandIn } from '../support/llm-stand-in.ts'
import { partOfMigration } from '../support/migrations.ts'
import { KEY, startServer } from '../support/server.ts'
import { starterAssistant } from '../support/visitor.ts'

const QUESTION = 'What does Parley cost?'

/** A conversation at Auto that an operator has open, with answers that wait for three seconds. */
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
  const { params } = visitor
  const owner = { call: server.call, headers: { authorization: `Bearer ${KEY}` } }
  const { tab } = await watching(server, owner, visitor.conversationId)
  const { call } = server
  return {
    clock,
    server,
    visitor,
    params,
    /** The text of the answer to a message, which the operator holds. */
    async held(message: string) {
      await visitor.say(message)
      const { text } = await pendingAt(server, clock, visitor)
      await call(holdAnswer, { params, body: { tab } })
      return text
    },
    hold: () => call(holdAnswer, { params, body: { tab } }),
    release: (content?: string) =>
      call(releaseAnswer, { params, body: content === undefined ? {} : { content } }),
    discard: () => call(discardAnswer, { params }),
    reply: (content: string) =>
      call(replyToConversation, { params, body: { client_id: crypto.randomUUID(), content } }),
    corrections: async (query = {}) => (await call(listCorrections, { query })).data,
  }
}

test('a held answer that an operator edits is a correction, of the question that it answers', async () => {
  const { server, visitor, params, held, release, corrections } = await scene()
  const draft = await held(QUESTION)
  await release('Nothing at all.')
  const { seq } = await visitor.last()
  const { id, uuid, name } = await starterAssistant(server)
  const [one] = await corrections()
  expect(one).toEqual({
    id: expect.any(Number),
    kind: 'edited',
    assistant: { id, uuid, name },
    conversation_id: params.uuid,
    message_seq: seq,
    question: QUESTION,
    draft,
    sent: 'Nothing at all.',
    by: { id: 1, name: expect.any(String) },
    status: 'open',
    created_at: expect.any(String),
  })
  const used = { params: { id: one!.id }, body: { status: 'knowledge' } } as const
  await server.call(updateCorrection, used)
  expect(await corrections()).toEqual([])

  // Edits from before there was a correction for them are taken over, each once.
  await expect.poll(() => server.context.jobs.count('conversation.answer')).toBe(0)
  const takeOver = () =>
    server.context.db.exec(
      partOfMigration('corrections_of_held_answers', 'INSERT OR IGNORE INTO corrections (').split(
        ';',
      )[0]!,
    )
  takeOver()
  expect(await corrections()).toEqual([])
  server.context.db.exec('DELETE FROM corrections')
  takeOver()
  expect(await corrections()).toEqual([
    { ...one, id: expect.any(Number), created_at: expect.any(String) },
  ])
})

test('what the visitor has seen belongs to both texts, and what they write meanwhile is not the question', async () => {
  await using llm = await startLlmStandIn({ personality: 'stalling' })
  const { clock, visitor, hold, release, corrections } = await scene({
    llm: { url: llm.url, model: 'stand-in', key: undefined },
  })
  const half = REPLY.split(/(?<= )/)
    .slice(0, 3)
    .join('')
  await visitor.say(QUESTION)
  await expect.poll(() => llm.requests.length).toBe(1)
  await expect
    .poll(async () => {
      await clock.advance(3000)
      return await visitor.last()
    })
    .toMatchObject({ status: 'streaming', content: half })
  await hold()
  await visitor.say('Are you still there?')
  await release('nothing at all.')
  expect(await corrections()).toMatchObject([
    { kind: 'edited', question: QUESTION, draft: half, sent: `${half}nothing at all.` },
  ])
})

test('an answer that an operator discards, or takes over from, is replaced by their reply', async () => {
  const { clock, server, visitor, params, held, discard, reply, corrections } = await scene()
  const first = await held(QUESTION)
  await discard()
  await reply('It is free.')
  // Only the next message replaces it.
  await reply('By the way, hello.')
  const second = await held('Which licence does it have?')
  const { ai_epoch: epoch } = await server.call(getConversation, { params })
  await server.call(turnDial, { params, body: { mode: 'human', epoch } })
  await reply('A free one.')
  expect(await corrections()).toMatchObject([
    {
      kind: 'replaced',
      question: 'Which licence does it have?',
      draft: second,
      sent: 'A free one.',
    },
    { kind: 'replaced', question: QUESTION, draft: first, sent: 'It is free.' },
  ])
  const { activities } = await server.call(getConversation, { params })
  expect(activities.filter(({ kind }) => kind === 'answer_discarded')).toMatchObject([
    { by: { id: 1 }, data: { draft: first } },
    { by: { id: 1 }, data: { draft: second } },
  ])
  await clock.advance(0)
  expect(JSON.stringify(visitor.stream.events)).not.toContain(second.slice(0, 20))

  // Both texts go with the contact.
  const { context } = server
  const { visitor_id } = conversationQueries(context.db).byUuid(params.uuid)!
  await eraseContact({ ...context, turns: createTurns(context) }, visitor_id!)
  expect(await corrections({ state: 'all' })).toEqual([])
  expect(context.db.prepare('SELECT count(*) FROM corrections').pluck().get()).toBe(0)
})

test('no correction: an answer sent as it is, or with other words by a hint, and a discarded one that is never replied to or continued', async () => {
  const { clock, server, visitor, params, held, release, discard, reply, corrections } =
    await scene()
  const draft = await held(QUESTION)
  await release()
  await expect.poll(visitor.last).toMatchObject({ status: 'complete' })
  await held('And on a phone?')
  await server.call(rewriteAnswer, { params, body: { hint: 'Be brief' } })
  const { text: again } = await pendingAt(server, clock, visitor)
  await release(`${again}`)
  await expect.poll(visitor.last).toMatchObject({ author: 'assistant', status: 'complete' })
  await held(QUESTION)
  await release(`${draft} `)
  await expect.poll(visitor.last).toMatchObject({ author: 'assistant', status: 'complete' })
  await held('Which licence does it have?')
  await discard()
  await visitor.say('Hello?')
  await pendingAt(server, clock, visitor)
  await clock.advance(3000)
  await expect.poll(visitor.last).toMatchObject({ author: 'assistant', status: 'complete' })
  await reply('A free one.')
  expect(await corrections()).toEqual([])
})
