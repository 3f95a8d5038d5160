import { expect, test } from 'vitest'
import { replyToConversation } from '#contracts/conversations.ts'
import { listCorrections, updateCorrection } from '#contracts/corrections.ts'
import { dismissProposal, sendProposal } from '#contracts/proposals.ts'
import { anotherAccount } from '../support/accounts.ts'
import { partOfMigration } from '../support/migrations.ts'
import { colleague } from '../support/operators.ts'
import { asked, draftOf, params, QUESTION, turn } from '../support/proposals.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { starterAssistant, type TestVisitor } from '../support/visitor.ts'

const corrections = async ({ call }: Pick<TestServer, 'call'>, query = {}) =>
  (await call(listCorrections, { query })).data

const reply = ({ call }: Pick<TestServer, 'call'>, visitor: TestVisitor, content: string) =>
  call(replyToConversation, {
    ...params(visitor),
    body: { client_id: crypto.randomUUID(), content },
  })

test('a draft that is edited before it is sent is kept with what was sent, and one sent as it is is not', async () => {
  const server = await startServer()
  const visitor = await asked(server)
  const anna = await colleague(server, 'Anna')
  const { id, content } = await draftOf(server, visitor)
  const { data } = await anna.call(sendProposal, {
    ...params(visitor),
    body: { proposal_id: id, content: 'Nothing at all.' },
  })
  const assistant = await starterAssistant(server)
  expect(await corrections(server)).toEqual([
    {
      id: expect.any(Number),
      kind: 'edited',
      assistant: { id: assistant.id, uuid: assistant.uuid, name: assistant.name },
      conversation_id: visitor.conversationId,
      message_seq: data.seq,
      question: QUESTION,
      draft: content,
      sent: 'Nothing at all.',
      by: { id: anna.operator.id, name: 'Anna' },
      status: 'open',
      created_at: expect.any(String),
    },
  ])
  await visitor.say('Which licence does it have?')
  const next = await draftOf(server, visitor)
  await server.call(sendProposal, {
    ...params(visitor),
    body: { proposal_id: next.id, content: `${next.content} ` },
  })
  expect(await corrections(server)).toHaveLength(1)
})

test('a draft is kept with the reply of the person who discarded it, whichever way', async () => {
  const server = await startServer()
  const [dismissed, waiting, taken] = [
    await asked(server),
    await asked(server),
    await asked(server),
  ]
  const drafts = [
    await draftOf(server, dismissed),
    await draftOf(server, waiting),
    await draftOf(server, taken),
  ]
  await server.call(dismissProposal, params(dismissed))
  await reply(server, dismissed, 'It is free.')
  await reply(server, waiting, 'Free of charge.')
  await turn(server, taken, 'human')
  await reply(server, taken, 'Not a cent.')
  // Only the reply to the same message replaces a draft.
  await reply(server, taken, 'By the way, hello.')
  const kept = await corrections(server)
  expect(kept.map(({ kind, draft, sent }) => [kind, draft, sent])).toEqual([
    ['replaced', drafts[2]!.content, 'Not a cent.'],
    ['replaced', drafts[1]!.content, 'Free of charge.'],
    ['replaced', drafts[0]!.content, 'It is free.'],
  ])
})

test('answers that were edited before there were corrections are taken over', async () => {
  const server = await startServer()
  const visitor = await asked(server)
  const { id } = await draftOf(server, visitor)
  const body = { proposal_id: id, content: 'Nothing.' }
  await server.call(sendProposal, { ...params(visitor), body })
  const [kept] = await corrections(server)
  server.context.db.exec('DELETE FROM corrections')
  server.context.db.exec(partOfMigration('corrections', 'INSERT INTO corrections'))
  expect(await corrections(server)).toEqual([
    { ...kept, id: expect.any(Number), created_at: expect.any(String) },
  ])
})

test('a reply to a later message, or without a draft, corrects nothing', async () => {
  const server = await startServer()
  const visitor = await asked(server)
  await draftOf(server, visitor)
  await turn(server, visitor, 'human')
  await visitor.say('And what is the weather?')
  await reply(server, visitor, 'Sunny.')
  expect(await corrections(server)).toEqual([])
})

test('corrections are listed by assistant and leave the list once they are used; undo puts them back', async () => {
  const server = await startServer()
  const visitor = await asked(server)
  const { id } = await draftOf(server, visitor)
  const body = { proposal_id: id, content: 'Nothing.' }
  await server.call(sendProposal, { ...params(visitor), body })
  const { id: assistant } = await starterAssistant(server)
  const [one] = await corrections(server, { assistant_id: String(assistant) })
  expect(await corrections(server, { assistant_id: String(assistant + 1) })).toEqual([])

  const about = { params: { id: one!.id } }
  await server.call(updateCorrection, { ...about, body: { status: 'knowledge' } })
  expect(await corrections(server)).toEqual([])
  expect(await corrections(server, { state: 'done' })).toMatchObject([{ status: 'knowledge' }])
  await server.call(updateCorrection, { ...about, body: { status: 'open' } })
  expect(await corrections(server)).toHaveLength(1)

  const other = await anotherAccount(server)
  expect(await corrections(other, { state: 'all' })).toEqual([])
  await expect(
    other.call(updateCorrection, { ...about, body: { status: 'dismissed' } }),
  ).rejects.toMatchObject({ status: 404 })

  // Both texts go with the conversation.
  server.context.db.prepare('DELETE FROM conversations').run()
  expect(await corrections(server, { state: 'all' })).toEqual([])
})
