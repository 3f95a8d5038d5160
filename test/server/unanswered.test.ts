import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { replyToConversation } from '#contracts/conversations.ts'
import { getUnanswered, listUnanswered, updateUnanswered } from '#contracts/unanswered.ts'
import { loadConcepts } from '../../server/language/concepts.ts'
import { gistOf, likeness } from '../../server/language/gist.ts'
import { anotherAccount } from '../support/accounts.ts'
import { idle } from '../support/idle.ts'
import { createdBase } from '../support/knowledge.ts'
import { partOfMigration } from '../support/migrations.ts'
import { params } from '../support/proposals.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

/** A server whose assistant knows nothing. */
async function ignorant() {
  const server = await startServer()
  const { id } = await starterAssistant(server)
  const base = await createdBase(server)
  await server.call(updateAssistant, { params: { id }, body: { knowledgebase_id: base } })
  return server
}

/** A visitor who has asked, and whose question has its group. */
async function asking(server: TestServer, question: string) {
  const visitor = await createVisitor(server)
  await visitor.say(question)
  await idle(server.context.db)
  return visitor
}

const groups = async ({ call }: Pick<TestServer, 'call'>, query = {}) =>
  (await call(listUnanswered, { query })).data.map(({ question, count }) => [question, count])

test('questions that mean the same are one group, whatever their words and language, and others are not', async () => {
  const server = await ignorant()
  await asking(server, 'May I bring my dog?')
  await asking(server, 'Are dogs allowed?')
  await asking(server, 'Darf ich meinen Hund mitbringen?')
  await asking(server, 'Do you deliver to Norway?')
  await asking(server, 'hello')
  expect(await groups(server)).toEqual([
    ['May I bring my dog?', 3],
    ['Do you deliver to Norway?', 1],
  ])
  const { id } = await starterAssistant(server)
  expect(await groups(server, { assistant_id: String(id + 1) })).toEqual([])
  const other = await anotherAccount(server)
  expect(await groups(other)).toEqual([])
})

test('a group has examples with the replies of people, goes when it is closed, and comes back when its answer did not help', async () => {
  const server = await ignorant()
  const { call } = server
  const first = await asking(server, 'May I bring my dog?')
  const second = await asking(server, 'Can I bring my dog along?')
  const { data: reply } = await call(replyToConversation, {
    ...params(first),
    body: { client_id: crypto.randomUUID(), content: 'Only on the terrace.' },
  })
  const [group] = (await call(listUnanswered)).data
  const about = { params: { id: group!.id } }
  const { data } = await call(getUnanswered, about)
  expect(data.examples).toMatchObject([
    { question: 'Can I bring my dog along?', conversation_id: second.conversationId, reply: null },
    {
      question: 'May I bring my dog?',
      conversation_id: first.conversationId,
      reply: { content: 'Only on the terrace.', message_seq: reply.seq },
    },
  ])

  await call(updateUnanswered, { ...about, body: { status: 'answered' } })
  expect(await groups(server)).toEqual([])
  await asking(server, 'Are dogs allowed?')
  expect(await groups(server)).toEqual([['Are dogs allowed?', 1]])

  // A dismissed group takes further questions without coming back.
  const [again] = (await call(listUnanswered)).data
  await call(updateUnanswered, { params: { id: again!.id }, body: { status: 'dismissed' } })
  await asking(server, 'May I bring my dog?')
  expect(await groups(server)).toEqual([])
  expect(await groups(server, { status: 'dismissed' })).toEqual([['Are dogs allowed?', 2]])

  const other = await anotherAccount(server)
  await expect(other.call(getUnanswered, about)).rejects.toMatchObject({ status: 404 })
  // A question goes with its conversation, and a group with its last question.
  server.context.db.prepare('DELETE FROM conversations').run()
  expect(server.context.db.prepare('SELECT count(*) FROM question_groups').pluck().get()).toBe(0)
})

test('questions from before there were groups are taken over', async () => {
  const server = await ignorant()
  const { db } = server.context
  await asking(server, 'May I bring my dog?')
  db.exec('DELETE FROM unanswered_questions')
  expect(await groups(server)).toEqual([])
  db.exec(partOfMigration('unanswered_questions', 'INSERT OR IGNORE'))
  server.context.jobs.wake()
  await idle(db)
  expect(await groups(server)).toEqual([['May I bring my dog?', 1]])
})

test.each([
  ['What does it cost?', 'How much is it?', true],
  ['When do you open on Sunday?', 'What are your opening hours on Sundays?', true],
  ['Can I pay by card?', 'Do you take credit cards?', true],
  ['May I bring my dog?', 'May I bring my own food?', false],
  ['Where can I park?', 'Where can I change my password?', false],
  ['Do you have vegan cake?', 'Do you have a car park?', false],
])('%s and %s mean the same: %s', async (one, other, isSame) => {
  await loadConcepts()
  expect(likeness(gistOf(one, 'en'), gistOf(other, 'en')) >= 0.6).toBe(isSame)
})
