import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { deleteDocument, getKnowledgeBase, listDocuments } from '#contracts/knowledge.ts'
import {
  createKnowledgeEntry,
  deleteKnowledgeEntry,
  listKnowledgeEntries,
  updateKnowledgeEntry,
} from '#contracts/knowledge-entries.ts'
import { searchKnowledgeBase } from '#contracts/knowledge-passages.ts'
import { anotherAccount } from '../support/accounts.ts'
import { idle } from '../support/idle.ts'
import { createdBase } from '../support/knowledge.ts'
import { deskStream } from '../support/proposals.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const DOGS = {
  question: 'May I bring my dog?',
  answer: 'Dogs are welcome on the terrace, on a lead.',
}

const headingsFor = async ({ call }: Pick<TestServer, 'call'>, id: number, question: string) =>
  (await call(searchKnowledgeBase, { params: { id }, body: { question } })).data.map(
    ({ heading }) => heading,
  )

test('an entry is found and answered from like every other passage, and its question is the source', async () => {
  const server = await startServer()
  const { call } = server
  const base = await createdBase(server)
  const { id: assistant } = await starterAssistant(server)
  await call(updateAssistant, {
    params: { id: assistant },
    body: { knowledgebase_id: base },
  })
  await call(createKnowledgeEntry, { body: { knowledgebase_id: base, ...DOGS } })
  await call(createKnowledgeEntry, {
    body: { knowledgebase_id: base, question: 'When do you open?', answer: 'We open at nine.' },
  })
  expect(await headingsFor(server, base, 'Are dogs allowed?')).toEqual([DOGS.question])
  const visitor = await createVisitor(server)
  await visitor.say('Can I bring my dog?')
  await idle(server.context.db)
  const { messages } = await call(getConversation, { params: { uuid: visitor.conversationId } })
  expect(messages.at(-1)).toMatchObject({
    content: expect.stringContaining('welcome on the terrace'),
    sources: [{ title: DOGS.question, url: null }],
  })
  const { data: documents } = await call(listDocuments, { params: { id: base } })
  expect(documents).toMatchObject([
    { type: 'answers', type_label: 'Questions and answers', status: 'active' },
  ])
  expect((await call(getKnowledgeBase, { params: { id: base } })).data.status).toBe('active')
})

test('entries are listed newest first, by base and by text, with the conversation that they come from', async () => {
  const server = await startServer()
  const { call } = server
  const [shop, club] = [await createdBase(server), await createdBase(server, 'Club')]
  const { conversationId: uuid } = await createVisitor(server)
  const source = { conversation_id: uuid, message_seq: 1 }
  const { data: dogs } = await call(createKnowledgeEntry, {
    body: { knowledgebase_id: shop, ...DOGS, ...source },
  })
  expect(dogs).toMatchObject({ ...DOGS, ...source, knowledgebase_id: shop })
  const { data: cats } = await call(createKnowledgeEntry, {
    body: { knowledgebase_id: club, question: 'And cats?', answer: 'No cats.' },
  })
  const listed = async (query: object) =>
    (await call(listKnowledgeEntries, { query })).data.map(({ id }) => id)
  expect(await listed({})).toEqual([cats.id, dogs.id])
  expect(await listed({ knowledgebase_id: String(shop) })).toEqual([dogs.id])
  expect(await listed({ search: 'TERRACE' })).toEqual([dogs.id])
  expect(await listed({ search: '%' })).toEqual([])

  // The source goes with the conversation; the entry stays.
  server.context.db.prepare('DELETE FROM conversations WHERE uuid = ?').run(uuid)
  expect((await call(listKnowledgeEntries, { query: { search: 'dog' } })).data).toMatchObject([
    { ...DOGS, conversation_id: null, message_seq: null },
  ])
})

test('an entry that is changed, moved or deleted is found as it is now, and the desk is told', async () => {
  const server = await startServer()
  const { call } = server
  const [shop, club] = [await createdBase(server), await createdBase(server, 'Club')]
  const { data } = await call(createKnowledgeEntry, { body: { knowledgebase_id: shop, ...DOGS } })
  const stream = await deskStream(server)
  const params = { id: data.id }
  await call(updateKnowledgeEntry, { params, body: { question: 'Are llamas welcome?' } })
  const told = await stream.next(({ type }) => type === 'knowledge_entry.updated')
  expect(told.data).toMatchObject({ id: data.id, question: 'Are llamas welcome?' })
  expect(await headingsFor(server, shop, 'May I bring something?')).toEqual([])
  expect(await headingsFor(server, shop, 'llamas')).toEqual(['Are llamas welcome?'])

  await call(updateKnowledgeEntry, { params, body: { knowledgebase_id: club } })
  expect(await headingsFor(server, shop, 'llamas')).toEqual([])
  expect(await headingsFor(server, club, 'llamas')).toEqual(['Are llamas welcome?'])
  // A base without entries has no document of them.
  expect((await call(listDocuments, { params: { id: shop } })).data).toEqual([])

  await call(deleteKnowledgeEntry, { params })
  await stream.next(({ type }) => type === 'knowledge_entry.deleted')
  expect(await headingsFor(server, club, 'llamas')).toEqual([])
  expect((await call(listDocuments, { params: { id: club } })).data).toEqual([])
  await expect(call(deleteKnowledgeEntry, { params })).rejects.toMatchObject({ status: 404 })
})

test('a long answer is split under its question, and its entries go with their document', async () => {
  const server = await startServer()
  const { call } = server
  const base = await createdBase(server)
  const answer = `${'Dogs are welcome on the terrace. '.repeat(40)}\n\n## Cats\n\nCats stay outside.`
  const { data } = await call(createKnowledgeEntry, {
    body: { knowledgebase_id: base, question: DOGS.question, answer },
  })
  expect(data.answer).toBe(answer)
  expect(await headingsFor(server, base, 'dog')).toContain(DOGS.question)
  expect(await headingsFor(server, base, 'cats')).toContain(`${DOGS.question} › Cats`)
  const [document] = (await call(listDocuments, { params: { id: base } })).data
  await call(deleteDocument, { params: { id: base, document_id: document!.id } })
  expect((await call(listKnowledgeEntries)).data).toEqual([])
  expect(await headingsFor(server, base, 'cats')).toEqual([])
})

test('another account sees none of it, and an entry refuses what is not its account’s', async () => {
  const server = await startServer()
  const { call } = server
  const base = await createdBase(server)
  const body = { knowledgebase_id: base, ...DOGS }
  const { data } = await call(createKnowledgeEntry, { body })
  const other = await anotherAccount(server)
  expect((await other.call(listKnowledgeEntries)).data).toEqual([])
  const params = { id: data.id }
  await expect(other.call(deleteKnowledgeEntry, { params })).rejects.toMatchObject({ status: 404 })
  await expect(other.call(createKnowledgeEntry, { body })).rejects.toMatchObject({ status: 404 })
  const own = await createdBase(other)
  const { conversationId } = await createVisitor(server)
  const foreign = { ...DOGS, knowledgebase_id: own, conversation_id: conversationId }
  await expect(other.call(createKnowledgeEntry, { body: foreign })).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    call(createKnowledgeEntry, { body: { ...body, question: ' ' } }),
  ).rejects.toMatchObject({ status: 422, errors: { question: [expect.any(String)] } })
})
