import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ApiError } from '#contracts/client.ts'
import {
  disableAi,
  enableAi,
  endConversation,
  getConversation,
  replyToConversation,
} from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import type { AiMode } from '#contracts/dial-fields.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { generateReply } from '#contracts/replies.ts'
import { getVisitorConversation } from '#contracts/widget.ts'
import { messageQueries } from '../../server/features/conversations/messages/queries.ts'
import { postAnswer } from '../../server/features/conversations/post.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { createAnswerWriter } from '../../server/features/conversations/turns/writer.ts'
import { idle } from '../support/idle.ts'
import { colleague } from '../support/operators.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor, starterAssistant, type TestVisitor } from '../support/visitor.ts'

const params = ({ conversationId: uuid }: Pick<TestVisitor, 'conversationId'>) => ({
  params: { uuid },
})

const turn = (mode: AiMode, epoch: number) => ({ body: { mode, epoch } })

/** A server with a slow built-in model, so that something can happen while it speaks. */
const slowServer = () => startServer({ limits: { builtInWordMs: 40 } })

const visitorStream = ({ url }: TestServer, { token }: TestVisitor) =>
  followStream(`${url}/api/widget/stream`, { authorization: `Bearer ${token}` })

const deskStream = ({ url }: TestServer) =>
  followStream(`${url}/api/user/stream`, { authorization: `Bearer ${KEY}` })

/** An AI writer as in the middle of an answer, at the current epoch. */
function writerOf({ context }: TestServer, { conversationId }: TestVisitor) {
  const conversation = conversationQueries(context.db).byUuid(conversationId)!
  const writer = createAnswerWriter(context, {
    conversation,
    assistantName: 'Parley',
    answersSeq: 1,
    unfinished: undefined,
    apology: 'Sorry.',
  })
  return { conversation, writer }
}

test('turning the dial records who did it in the response, the conversation, the stream and the thread', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const anna = await colleague(server, 'Anna')
  const stream = await deskStream(server)
  const { data } = await anna.call(turnDial, { ...params(visitor), ...turn('human', 0) })
  const by = { id: anna.operator.id, name: 'Anna' }
  expect(data).toEqual({ mode: 'human', epoch: 1, changed_by: by, changed_at: expect.any(String) })

  const detail = await server.call(getConversation, params(visitor))
  expect(detail).toMatchObject({
    ai_enabled: false,
    ai_mode: 'human',
    ai_epoch: 1,
    mode_changed_by: by,
    mode_changed_at: data.changed_at,
    activities: [{ kind: 'mode', by, after_seq: 1, data: { mode: 'human' } }],
  })
  const { data: item } = await stream.next(
    ({ type, data }) => type === 'conversation.updated' && data.ai_epoch === 1,
  )
  expect(item).toMatchObject({ ai_mode: 'human', ai_enabled: false, mode_changed_by: by })
  const { data: line } = await stream.next(({ type }) => type === 'activity.created')
  expect(line).toEqual({ conversation_id: visitor.conversationId, activity: detail.activities[0] })
})

test('the visitor learns of a person, and of nothing else about the dial', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const stream = await visitorStream(server, visitor)
  const withAi = async () =>
    (await visitor.call(getVisitorConversation, params(visitor))).ai_enabled
  await server.call(turnDial, { ...params(visitor), ...turn('approve', 0) })
  expect(await withAi()).toBe(true)
  await server.call(turnDial, { ...params(visitor), ...turn('human', 1) })
  await stream.next(({ type, data }) => type === 'conversation.updated' && !data.ai_enabled)
  expect(await withAi()).toBe(false)
  const told = stream.events.map(({ type, data }) => [type, Object.keys(data)])
  expect(told).toEqual(
    told.map(() => ['conversation.updated', ['id', 'ai_enabled', 'ended', 'seen_seq']]),
  )
})

test('setting the current mode at the current epoch changes nothing', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const { data } = await server.call(turnDial, { ...params(visitor), ...turn('auto', 0) })
  expect(data).toEqual({ mode: 'auto', epoch: 0, changed_by: null, changed_at: null })
  expect((await server.call(getConversation, params(visitor))).activities).toEqual([])
})

test('the slower of two operators is told who was faster, and changes nothing', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const [anna, ben] = [await colleague(server, 'Anna'), await colleague(server, 'Ben')]
  await anna.call(turnDial, { ...params(visitor), ...turn('human', 0) })
  const refused = await ben
    .call(turnDial, { ...params(visitor), ...turn('human', 0) })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: 'Anna took over a moment ago.',
      data: { mode: 'human', epoch: 1, changed_by: { name: 'Anna' } },
    },
  })
  const { ai_epoch, mode_changed_by } = await server.call(getConversation, params(visitor))
  expect([ai_epoch, mode_changed_by?.name]).toEqual([1, 'Anna'])
})

test.each([
  ['approve', 'Anna asked the assistant for drafts a moment ago.'],
  ['auto', 'Anna let the assistant answer a moment ago.'],
] as const)('a stale epoch is rejected whatever the dial was set to: %s', async (mode, message) => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const anna = await colleague(server, 'Anna')
  await server.call(turnDial, { ...params(visitor), ...turn('human', 0) })
  await anna.call(turnDial, { ...params(visitor), ...turn(mode, 1) })
  await expect(
    server.call(turnDial, { ...params(visitor), ...turn('human', 1) }),
  ).rejects.toMatchObject({ status: 409, body: { message } })
})

test('ending starts a new epoch: turning the dial with an older one is rejected without blaming anyone', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  await server.call(endConversation, params(visitor))
  await expect(
    server.call(turnDial, { ...params(visitor), ...turn('human', 0) }),
  ).rejects.toMatchObject({
    status: 409,
    body: { message: 'The conversation has changed meanwhile.', data: { mode: 'auto', epoch: 1 } },
  })
})

test('of ten operators who take over at once one wins, and nine are told who', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, index) => colleague(server, `Person ${index}`)),
  )
  const outcomes = await Promise.allSettled(
    people.map(({ call }) => call(turnDial, { ...params(visitor), ...turn('human', 0) })),
  )
  const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const lost = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  expect([won.length, lost.length]).toEqual([1, 9])
  const winner = won[0]!.data.changed_by
  expect(winner).not.toBeNull()
  for (const { status, body } of lost) {
    expect([status, body.data.changed_by]).toEqual([409, winner])
  }
})

test('the API family’s two switches turn the same dial', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const stands = async () => {
    const { ai_mode, ai_epoch } = await server.call(getConversation, params(visitor))
    return [ai_mode, ai_epoch]
  }
  await server.call(disableAi, params(visitor))
  expect(await stands()).toEqual(['human', 1])
  await server.call(disableAi, params(visitor))
  expect(await stands()).toEqual(['human', 1])
  await server.call(turnDial, { ...params(visitor), ...turn('approve', 1) })
  await server.call(enableAi, params(visitor))
  expect(await stands()).toEqual(['auto', 3])
})

test('no token reaches the visitor after the event of a takeover mid-answer', async () => {
  const server = await slowServer()
  const visitor = await createVisitor(server)
  const stream = await visitorStream(server, visitor)
  await visitor.say('What does Parley cost?')
  await stream.next(({ type }) => type === 'message.delta')
  await server.call(turnDial, { ...params(visitor), ...turn('human', 0) })
  const { id } = await stream.next(
    ({ type, data }) => type === 'conversation.updated' && !data.ai_enabled,
  )
  await idle(server.context.db)
  // Anything that had arrived by then comes before this one.
  const content = 'Hello, this is Ann.'
  await server.call(replyToConversation, {
    ...params(visitor),
    body: { client_id: randomUUID(), content },
  })
  const { id: next } = await stream.next(({ data }) => data?.message?.content === content)
  const later = stream.events.filter((event) => event.id! > id! && event.id! < next!)
  expect(later).toEqual([])
  const cut = stream.events.find(({ type }) => type === 'message.updated')!
  expect(cut.id).toBeLessThan(id!)
  expect(cut.data.message.status).toBe('interrupted')
})

test('handing back and taking over again does not revive an answer of an older epoch', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const { writer } = writerOf(server, visitor)
  expect(await server.context.write((tx) => writer.append(tx, 'It costs '))).toBe(true)
  await server.call(disableAi, params(visitor))
  await server.call(enableAi, params(visitor))
  expect(await server.context.write((tx) => writer.append(tx, 'nothing.'))).toBe(false)
  await server.context.write((tx) =>
    writer.finish(tx, { isWhole: true, cost: 0, detail: '', sources: [] }),
  )
  const { messages } = await server.call(getConversation, params(visitor))
  expect(messages.at(-1)).toMatchObject({ content: 'It costs ', status: 'interrupted' })
})

test('an answer that had not started before the takeover writes no word, not even an apology', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const late = [writerOf(server, visitor).writer, writerOf(server, visitor).writer]
  await server.call(disableAi, params(visitor))
  expect(await server.context.write((tx) => late[0]!.append(tx, 'It costs '))).toBe(false)
  await server.context.write((tx) =>
    late[1]!.finish(tx, { isWhole: false, cost: 7, detail: 'Too late', sources: [] }),
  )
  const { messages, message_count, total_cost } = await server.call(
    getConversation,
    params(visitor),
  )
  expect([messages.length, message_count]).toEqual([1, 1])
  // Its cost was still incurred.
  expect(total_cost).toBe(0.000007)
})

test('every statement that writes for the AI rejects a stale epoch', async () => {
  const server = await startServer()
  const { context } = server
  const visitor = await createVisitor(server)
  const { conversation } = writerOf(server, visitor)
  const { ai_epoch: epoch } = conversation
  const answer = { authorName: 'Parley', answersSeq: 1, status: 'streaming' } as const
  const begun = (await context.write((tx) =>
    postAnswer(tx, context, conversation, {
      ...answer,
      content: 'It costs ',
      epoch,
      mode: 'auto',
    }),
  ))!
  await server.call(disableAi, params(visitor))
  await server.call(enableAi, params(visitor))
  // The status is restored as if nothing had happened, but the epoch is still stale.
  context.db.prepare("UPDATE messages SET status = 'streaming' WHERE id = ?").run(begun.id)
  const messages = messageQueries(context.db)
  const pen = { messageId: begun.id, epoch }
  expect(await context.write((tx) => messages.append(tx, pen, 'nothing.'))).toBe(false)
  expect(await context.write((tx) => messages.replace(tx, pen, 'nothing.'))).toBe(false)
  expect(await context.write((tx) => messages.finish(tx, pen, 'complete', 0, null))).toBeUndefined()
  expect(
    await context.write((tx) =>
      postAnswer(tx, context, conversation, { ...answer, content: 'x', epoch, mode: 'auto' }),
    ),
  ).toBeUndefined()
})

test('SQL without an epoch check is stopped by the tables themselves', async () => {
  const server = await startServer()
  const { db } = server.context
  const visitor = await createVisitor(server)
  const { conversation, writer } = writerOf(server, visitor)
  await server.context.write((tx) => writer.append(tx, 'It costs '))
  const insert = (epoch: number | null) =>
    db
      .prepare(`
        INSERT INTO messages
          (conversation_id, seq, author, author_name, content, status, answers_seq, epoch, created_at)
        VALUES (?, 99, 'assistant', 'Parley', 'late', 'complete', 1, ?, 0)
      `)
      .run(conversation.id, epoch)
  // As if the answer had never been interrupted; the failing statement rolls this back.
  const grow = db.transaction(() => {
    db.prepare("UPDATE messages SET status = 'streaming' WHERE answers_seq = 1").run()
    return db.prepare("UPDATE messages SET content = content || 'x' WHERE answers_seq = 1").run()
  })
  expect(grow().changes).toBe(1)
  await server.call(disableAi, params(visitor))
  const over = 'The epoch of this answer is over'
  const late = () => db.prepare("UPDATE messages SET content = 'late' WHERE answers_seq = 1").run()
  expect(late).toThrow(over)
  expect(grow).toThrow(over)
  for (const epoch of [0, 1, null]) expect(() => insert(epoch)).toThrow(over)
  await server.call(enableAi, params(visitor))
  expect(grow).toThrow(over)
  for (const epoch of [0, 1, null]) expect(() => insert(epoch)).toThrow(over)
  expect(insert(2).changes).toBe(1)
})

test('API clients get an empty reply in Approve, as in Human', async () => {
  const server = await startServer()
  const { id, uuid: assistant_id } = await starterAssistant(server)
  const asked = await server.call(generateReply, {
    body: { assistant_id: id, customer_identifier: 'c-1', message: 'What does Parley cost?' },
  })
  expect(asked).toMatchObject({ ai_disabled: false, reply: expect.stringContaining('free') })
  const of = { params: { uuid: asked.conversation_id } }
  await server.call(turnDial, { ...of, ...turn('approve', 0) })
  const body = { assistant_id: id, customer_identifier: 'c-1', message: 'And on a phone?' }
  expect(await server.call(generateReply, { body })).toMatchObject({
    reply: '',
    ai_disabled: true,
  })
  await expect
    .poll(async () => (await server.call(getConversation, of)).proposal?.status)
    .toBe('ready')

  const anybody = server.as()
  const { conversation_id: uuid } = await anybody(startConversation, { body: { assistant_id } })
  await server.call(turnDial, { params: { uuid }, ...turn('approve', 0) })
  expect(
    await anybody(sendPublicMessage, { params: { uuid }, body: { message: 'And now?' } }),
  ).toEqual({ status: true, message: '', function_calls: [], ai_enabled: false })
})

test('a foreign conversation and a missing one are indistinguishable', async () => {
  const server = await startServer()
  const missing = server.call(turnDial, { params: { uuid: randomUUID() }, ...turn('human', 0) })
  await expect(missing).rejects.toMatchObject({
    status: 404,
    body: { message: 'Conversation not found' },
  })
})

test.each([
  ['mode', { mode: 'off', epoch: 0 }],
  ['mode', { epoch: 0 }],
  ['epoch', { mode: 'human' }],
  ['epoch', { mode: 'human', epoch: -1 }],
])('a dial without a valid %s is rejected and changes nothing', async (field, body) => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const answer = await server.fetch(`/api/user/conversations/${visitor.conversationId}/dial`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ errors: { [field]: [expect.any(String)] } })
  expect((await server.call(getConversation, params(visitor))).ai_epoch).toBe(0)
})

test('when writing part of an answer fails the server stays up, and the answer comes later', async () => {
  const server = await slowServer()
  const { db } = server.context
  db.exec(`
    CREATE TRIGGER no_room BEFORE UPDATE OF content ON messages BEGIN
      SELECT RAISE(ABORT, 'No room');
    END
  `)
  const visitor = await createVisitor(server)
  await visitor.say('What does Parley cost?')
  const last = async () => (await server.call(getConversation, params(visitor))).messages.at(-1)
  await expect.poll(last).toMatchObject({ author: 'assistant', status: 'streaming' })
  const failure = db
    .prepare("SELECT last_error FROM jobs WHERE kind = 'conversation.answer'")
    .pluck()
  await expect.poll(() => failure.get()).toBeTruthy()
  db.exec('DROP TRIGGER no_room')
  await expect.poll(last, { timeout: 8000 }).toMatchObject({ seq: 3, status: 'complete' })
}, 15_000)
