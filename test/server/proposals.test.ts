import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { updateEmbedding } from '#contracts/assistant-embedding.ts'
import { endConversation, replyToConversation } from '#contracts/conversations.ts'
import { createNote } from '#contracts/notes.ts'
import { dismissProposal, regenerateProposal, sendProposal } from '#contracts/proposals.ts'
import { generateReply } from '#contracts/replies.ts'
import { topUp } from '../../server/features/billing/money/ledger.ts'
import { proposalQueries } from '../../server/features/conversations/proposals/queries.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { createTurns } from '../../server/features/conversations/turns/run.ts'
import { idle } from '../support/idle.ts'
import { startLlmStandIn } from '../support/llm-stand-in.ts'
import { colleague } from '../support/operators.ts'
import {
  asked,
  deskStream,
  detailOf,
  draftOf,
  hostedServer,
  params,
  QUESTION,
  slowServer,
  turn,
  visitorStream,
} from '../support/proposals.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createVisitor, starterAssistant, type TestVisitor } from '../support/visitor.ts'

test('a draft is sent as the assistant’s message, and both the proposed and the sent text are stored', async () => {
  const server = await startServer()
  const visitor = await asked(server)
  const anna = await colleague(server, 'Anna')
  const seen = await visitorStream(server, visitor)
  const { id, content } = await draftOf(server, visitor)
  const { data, proposal } = await anna.call(sendProposal, {
    ...params(visitor),
    body: { proposal_id: id, content: 'Nothing at all.' },
  })
  expect(data).toMatchObject({
    author: 'assistant',
    content: 'Nothing at all.',
    status: 'complete',
    seq: 3,
  })
  const by = { id: anna.operator.id, name: 'Anna' }
  expect(proposal).toMatchObject({ status: 'sent', content, decided_by: by, message_id: data.id })
  const detail = await detailOf(server, visitor)
  expect(detail.proposal).toBeNull()
  expect(detail.approvals).toEqual([{ message_id: data.id, by, draft: content }])
  const told = await seen.next(({ type }) => type === 'message.created')
  expect(told.data.message).toEqual(data)
  expect(JSON.stringify(seen.events)).not.toContain('Anna')
})

test('of ten operators who send the same draft one wins, nine get what was sent, and the visitor one message', async () => {
  const server = await startServer()
  const visitor = await asked(server)
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, index) => colleague(server, `Person ${index}`)),
  )
  const { id } = await draftOf(server, visitor)
  const outcomes = await Promise.allSettled(
    people.map(({ call }, index) =>
      call(sendProposal, {
        ...params(visitor),
        body: { proposal_id: id, content: `From person ${index}` },
      }),
    ),
  )
  const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const lost = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  expect([won.length, lost.length]).toEqual([1, 9])
  const { data: sent, proposal } = won[0]!
  for (const { status, body } of lost) {
    expect([status, body]).toEqual([
      409,
      { message: 'That draft was sent already.', data: { proposal, sent } },
    ])
  }
  const { messages } = await detailOf(server, visitor)
  expect(messages.slice(2)).toEqual([sent])
})

test.each([
  [
    'a person replies',
    (server: TestServer, visitor: TestVisitor) =>
      server.call(replyToConversation, {
        ...params(visitor),
        body: { client_id: randomUUID(), content: 'I do that myself.' },
      }),
  ],
  [
    'a person takes over',
    (server: TestServer, visitor: TestVisitor) => turn(server, visitor, 'human'),
  ],
  [
    'the chat ends',
    (server: TestServer, visitor: TestVisitor) => server.call(endConversation, params(visitor)),
  ],
])('the draft is stale when %s, also while it is being written', async (_, act) => {
  const server = await slowServer()
  const visitor = await asked(server)
  const desk = await deskStream(server)
  const draft = await draftOf(server, visitor, 'streaming')
  await act(server, visitor)
  const { id } = await desk.next(
    ({ type, data }) => type === 'proposal.updated' && data.proposal.status === 'stale',
  )
  await idle(server.context.db)
  // Anything that had arrived by then comes before this one.
  await server.call(createNote, {
    ...params(visitor),
    body: { client_id: randomUUID(), content: 'Seen.' },
  })
  await desk.next(({ type }) => type.startsWith('note.'))
  const later = desk.events.filter((event) => event.id! > id! && event.type.startsWith('proposal'))
  expect(later).toEqual([])
  await expect(
    server.call(sendProposal, {
      ...params(visitor),
      body: { proposal_id: draft.id, content: 'Late.' },
    }),
  ).rejects.toMatchObject({ status: 409 })
  expect((await detailOf(server, visitor)).proposal).toBeNull()
})

test('when Approve is turned back to Auto, the assistant answers what is still open', async () => {
  const server = await startServer()
  const visitor = await asked(server)
  await draftOf(server, visitor)
  await turn(server, visitor, 'auto')
  await expect
    .poll(async () => (await detailOf(server, visitor)).messages.at(-1))
    .toMatchObject({ author: 'assistant', status: 'complete' })
  expect((await detailOf(server, visitor)).proposal).toBeNull()
})

test('redrafting with a hint stores the hint and makes the old draft stale', async () => {
  await using model = await startLlmStandIn()
  const server = await hostedServer(model.url, 'normal')
  const visitor = await createVisitor(server)
  await turn(server, visitor, 'approve')
  await visitor.say(QUESTION)
  const first = await draftOf(server, visitor)
  const { data } = await server.call(regenerateProposal, {
    ...params(visitor),
    body: { hint: 'Mention the free trial' },
  })
  expect(data).toMatchObject({ status: 'streaming', content: '', hint: 'Mention the free trial' })
  const second = await draftOf(server, visitor)
  expect(second).toMatchObject({ id: data.id, hint: 'Mention the free trial' })
  expect(second.id).not.toBe(first.id)
  expect(JSON.stringify(model.requests.at(-1)!.body!.messages)).toContain('Mention the free trial')
})

test('redrafting is refused when the assistant does not draft, and when nothing is open', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const again = () => server.call(regenerateProposal, { ...params(visitor), body: {} })
  await expect(again()).rejects.toMatchObject({ status: 409, body: { data: { mode: 'auto' } } })
  await turn(server, visitor, 'approve')
  await expect(again()).rejects.toMatchObject({
    status: 409,
    body: { message: 'There is nothing to answer.' },
  })
})

test('a dismissed draft is gone until the visitor writes again, even when its job runs twice', async () => {
  const server = await startServer()
  const visitor = await asked(server)
  const { id } = await draftOf(server, visitor)
  const { data } = await server.call(dismissProposal, params(visitor))
  expect(data).toMatchObject({ id, status: 'dismissed', decided_by: { name: expect.any(String) } })
  expect((await server.call(dismissProposal, params(visitor))).data).toBeNull()
  const { context } = server
  const conversation = conversationQueries(context.db).byUuid(visitor.conversationId)!
  await createTurns(context).run({ conversation_id: conversation.id }, new AbortController().signal)
  expect((await detailOf(server, visitor)).proposal).toBeNull()
  await visitor.say('And on a phone?')
  expect((await draftOf(server, visitor)).id).toBeGreaterThan(id)
})

test('a draft of an older epoch accepts no more text, whatever its status', async () => {
  const server = await startServer()
  const visitor = await asked(server)
  const { id } = await draftOf(server, visitor)
  const { db } = server.context
  await turn(server, visitor, 'human')
  await turn(server, visitor, 'approve')
  await draftOf(server, visitor)
  await server.call(dismissProposal, params(visitor))
  db.prepare("UPDATE proposals SET status = 'streaming' WHERE id = ?").run(id)
  const proposals = proposalQueries(db)
  expect(await server.context.write((tx) => proposals.append(tx, id, 'late'))).toBe(false)
  expect(await server.context.write((tx) => proposals.empty(tx, id))).toBe(false)
  expect(
    await server.context.write((tx) =>
      proposals.finish(tx, {
        id,
        status: 'ready',
        error: null,
        cost: 0,
        sources: null,
        explanation: null,
      }),
    ),
  ).toBe(false)
  await expect(
    server.call(sendProposal, { ...params(visitor), body: { proposal_id: id, content: 'Late.' } }),
  ).rejects.toMatchObject({ status: 409 })
})

test('in Approve the tables accept no answer that nobody has sent', async () => {
  const server = await startServer()
  const visitor = await asked(server)
  await draftOf(server, visitor)
  const { db } = server.context
  const { id, ai_epoch } = conversationQueries(db).byUuid(visitor.conversationId)!
  const slip = db.prepare(`
    INSERT INTO messages
      (conversation_id, seq, author, author_name, content, status, answers_seq, epoch, created_at)
    VALUES (?, 9, 'assistant', 'Parley', 'unapproved', 'complete', 2, ?, 0)
  `)
  expect(() => slip.run(id, ai_epoch)).toThrow('The epoch of this answer is over')
})

test('a draft cannot be sent with another conversation’s id or a past epoch', async () => {
  const server = await startServer()
  const [visitor, other] = [await asked(server), await asked(server)]
  const { id, epoch } = await draftOf(server, visitor)
  const send = (target: TestVisitor, body: object) =>
    server.call(sendProposal, {
      ...params(target),
      body: { proposal_id: id, content: 'Hello.', ...body },
    })
  await expect(send(other, {})).rejects.toMatchObject({
    status: 409,
    body: { message: 'That draft is out of date.', data: { proposal: null, sent: null } },
  })
  await expect(send(visitor, { epoch: epoch - 1 })).rejects.toMatchObject({ status: 409 })
  expect((await send(visitor, { epoch })).data.content).toBe('Hello.')
})

test('a draft’s cost is counted whether it was sent, superseded or dismissed', async () => {
  await using model = await startLlmStandIn({ personality: 'slow', reply: 'word '.repeat(60) })
  const server = await hostedServer(model.url, 'slow')
  const { db } = server.context
  db.prepare('UPDATE llm_models SET input_price = 1000000, output_price = 1000000').run()
  await server.context.write((tx) => topUp(tx, server.context, 1, 1_000_000))
  const visitor = await createVisitor(server)
  await turn(server, visitor, 'approve')
  await visitor.say(QUESTION)
  const { content } = await draftOf(server, visitor, 'streaming')
  const grown = async () => (await detailOf(server, visitor)).proposal?.content.length
  await expect.poll(grown, { interval: 5 }).toBeGreaterThan(content.length)
  await server.call(dismissProposal, params(visitor))
  const cost = async () => (await detailOf(server, visitor)).total_cost
  await expect.poll(cost).toBeGreaterThan(0)
  const spent = await cost()
  await visitor.say('And on a phone?')
  await draftOf(server, visitor)
  await expect.poll(cost).toBeGreaterThan(spent)
  const costs = db.prepare('SELECT cost FROM proposals ORDER BY id').pluck().all() as number[]
  expect(costs.every((one) => one > 0)).toBe(true)
  const total = db.prepare('SELECT total_cost FROM conversations WHERE uuid = ?').pluck()
  expect(total.get(visitor.conversationId)).toBe(costs.reduce((sum, one) => sum + one, 0))
})

test.each([
  ['nothing', ''],
  ['only spaces', '  \n'],
  ['10,001 code points', 'x'.repeat(10_001)],
])('a draft edited to %s is rejected and stays open', async (_, content) => {
  const server = await startServer()
  const visitor = await asked(server)
  const { id } = await draftOf(server, visitor)
  await expect(
    server.call(sendProposal, { ...params(visitor), body: { proposal_id: id, content } }),
  ).rejects.toMatchObject({ status: 422 })
  expect((await detailOf(server, visitor)).proposal?.id).toBe(id)
})

test('when an assistant’s chats start in Approve, the first question is drafted, not answered', async () => {
  const server = await startServer()
  const { id } = await starterAssistant(server)
  const { chat_mode } = await server.call(updateEmbedding, {
    params: { id },
    body: { allowed_origins: [], chat_mode: 'approve' },
  })
  expect(chat_mode).toBe('approve')
  const visitor = await createVisitor(server)
  await visitor.say(QUESTION)
  await draftOf(server, visitor)
  expect(await detailOf(server, visitor)).toMatchObject({ ai_mode: 'approve', message_count: 2 })
  // An API client has nobody to approve, so it is answered.
  const asked = await server.call(generateReply, {
    body: { assistant_id: id, customer_identifier: 'c-1', message: QUESTION },
  })
  expect(asked).toMatchObject({ ai_disabled: false, reply: expect.stringContaining('free') })
})
