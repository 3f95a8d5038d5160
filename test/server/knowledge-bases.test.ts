import { expect, test } from 'vitest'
import {
  createKnowledgeBase,
  deleteDocument,
  deleteKnowledgeBase,
  getKnowledgeBase,
  listDocuments,
  listKnowledgeBases,
  updateKnowledgeBase,
} from '#contracts/knowledge.ts'
import { openInMemory } from '../../server/db/in-memory.ts'
import { createWrite } from '../../server/db/write.ts'
import { passageQueries } from '../../server/features/knowledge/passage-queries.ts'
import { anotherAccount } from '../support/accounts.ts'
import { assistantRow, createdAssistant, send } from '../support/assistants.ts'
import {
  createdBase,
  fileOf,
  passagesOf,
  readDocument,
  untilRead,
  uploaded,
} from '../support/knowledge.ts'
import { startServer, type TestServer } from '../support/server.ts'

const EMPTY = {
  status: 'empty',
  status_label: 'Empty',
  documents_count: 0,
  assistants_count: 0,
  processing_count: 0,
  failed_count: 0,
}

const INSTANT = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)

/** Types of the events since an id, oldest first. */
const eventsAfter = ({ context }: TestServer, id: number) =>
  context.events.after(id).map(({ type }) => type)

test('a knowledge base is created empty, and appears alone and in the list', async () => {
  const { call } = await startServer()
  const { message, data } = await call(createKnowledgeBase, { body: { name: 'Shop' } })
  expect(message).toBe('Knowledgebase created successfully.')
  expect(data).toEqual({
    id: expect.any(Number),
    name: 'Shop',
    description: null,
    ...EMPTY,
    created_at: INSTANT,
    updated_at: INSTANT,
  })
  expect(await call(getKnowledgeBase, { params: { id: data.id } })).toEqual({ data })
  const list = await call(listKnowledgeBases)
  expect(list.data.map(({ name }) => name)).toEqual(['About Parley', 'Shop'])
  expect(list.data[1]).toEqual(data)
  expect(await call(listDocuments, { params: { id: data.id } })).toEqual({ data: [] })
})

test('a new Parley’s knowledge about itself is an active base with one document', async () => {
  const { call } = await startServer()
  const [base] = (await call(listKnowledgeBases)).data
  expect(base).toMatchObject({ status: 'active', documents_count: 1, failed_count: 0 })
  const { data } = await call(listDocuments, { params: { id: base!.id } })
  expect(data).toMatchObject([{ name: 'About Parley', type: 'md', status: 'active', error: null }])
})

test('a knowledge base is renamed, and an unchanged update changes nothing', async () => {
  const server = await startServer()
  const { call } = server
  const params = { id: await createdBase(server) }
  const renamed = await call(updateKnowledgeBase, { params, body: { name: 'Café ☕' } })
  expect(renamed).toEqual({
    message: 'Knowledgebase updated successfully.',
    data: { ...(await call(getKnowledgeBase, { params })).data, name: 'Café ☕' },
  })
  const last = server.context.events.last()
  const same = await call(updateKnowledgeBase, { params, body: {} })
  expect(same.data).toEqual(renamed.data)
  expect(eventsAfter(server, last)).toEqual([])
})

test('a name is required, a string and not too long', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const cases = [
    [{}, 'The name field is required.'],
    [{ name: null }, 'The name field is required.'],
    [{ name: '  ' }, 'The name field is required.'],
    [{ name: 5 }, 'The name must be a string.'],
    [{ name: 'a\0b' }, 'The name must be valid text.'],
    [{ name: '☕'.repeat(256) }, 'The name must not be greater than 255 characters.'],
  ] as const
  for (const [body, sentence] of cases) {
    const faulty = { message: 'The given data was invalid.', errors: { name: [sentence] } }
    const created = await send(server, 'POST', '/user/knowledgebases', body)
    expect([created.status, created.body]).toEqual([422, faulty])
    if (Object.keys(body).length === 0) continue
    const updated = await send(server, 'PUT', `/user/knowledgebases/${id}`, body)
    expect([updated.status, updated.body]).toEqual([422, faulty])
  }
  const longest = '☕'.repeat(255)
  expect((await server.call(createKnowledgeBase, { body: { name: longest } })).data.name).toBe(
    longest,
  )
  expect((await server.call(listKnowledgeBases)).data).toHaveLength(3)
})

test('its status follows its documents: processing, failed while none can be read, then active', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const base = async () => (await server.call(getKnowledgeBase, { params: { id } })).data
  const { id: broken } = await uploaded(server, id, fileOf('broken.pdf', '%PDF-1.4 nothing'))
  expect(await base()).toMatchObject({ status: 'processing', processing_count: 1 })
  await readDocument(server, id, fileOf('blank.txt', ' \n '))
  await untilRead(server, broken)
  expect(await base()).toMatchObject({
    status: 'failed',
    documents_count: 2,
    processing_count: 0,
    failed_count: 2,
  })
  await readDocument(server, id, fileOf('hours.txt', 'We open at nine.'))
  expect(await base()).toMatchObject({ status: 'active', documents_count: 3, failed_count: 2 })
  await server.call(deleteDocument, { params: { id, document_id: broken } })
  expect(await base()).toMatchObject({ status: 'active', documents_count: 2, failed_count: 1 })
})

test('deleting a base deletes its documents, passages and index, and its assistants continue without it', async () => {
  const server = await startServer()
  const { call, context } = server
  const [id, kept] = [await createdBase(server, 'Gone'), await createdBase(server, 'Kept')]
  const text = 'The zebra sleeps at noon.'
  const document = await readDocument(server, id, fileOf('zebra.txt', text))
  const other = await readDocument(server, kept, fileOf('zebra.txt', text))
  const assistantId = await createdAssistant(server, { knowledgebase_id: id })
  expect(await call(deleteKnowledgeBase, { params: { id } })).toEqual({
    message: 'Knowledgebase deleted successfully.',
  })
  expect(assistantRow(server, assistantId).knowledgebase_id).toBeNull()
  await expect(call(getKnowledgeBase, { params: { id } })).rejects.toMatchObject({
    status: 404,
    body: { message: 'Knowledgebase not found.', error: 'Knowledgebase not found.' },
  })
  await expect.poll(() => passagesOf(server, document.id)).toEqual([])
  expect(passagesOf(server, other.id)).toHaveLength(1)
  const indexed = context.db
    .prepare("SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH 'zebra'")
    .pluck()
    .get()
  expect(indexed).toBe(1)
  context.db.exec("INSERT INTO chunks_fts (chunks_fts) VALUES ('integrity-check')")
})

test('synonyms are searched when few passages contain the literal words', async () => {
  const db = openInMemory()
  db.exec(`
    INSERT INTO users (name, email, created_at) VALUES ('Ann', 'ann@example.com', 1);
    INSERT INTO knowledge_bases (user_id, name, created_at) VALUES (1, 'Shop', 1);
    INSERT INTO documents (knowledge_base_id, name, type, status, created_at) VALUES (1, 'a', 'md', 'active', 7);
  `)
  const passages = passageQueries(db)
  const queries = {
    words: 'money',
    phrases: '"get my money"',
    any: 'money OR "get my money" OR refund',
  }
  const found = () => passages.search(1, queries, 3).map(({ content }) => content)
  await createWrite(db)((tx) =>
    passages.insert(tx, 1, 1, [
      { heading: '', content: 'A refund takes a week.' },
      { heading: '', content: 'You get my money for a cake and for whatever else there is.' },
    ]),
  )
  expect(found().sort()).toEqual([
    'A refund takes a week.',
    'You get my money for a cake and for whatever else there is.',
  ])
  await createWrite(db)((tx) =>
    passages.insert(
      tx,
      1,
      1,
      Array.from({ length: 200 }, (_, index) => ({ heading: '', content: `Money ${index}.` })),
    ),
  )
  // The literal match comes first, although it is longer.
  expect(found()[0]).toMatch(/^You get my money/)
  expect(found().slice(1)).not.toContain('A refund takes a week.')
  db.close()
})

test('changes are recorded as events as they happen', async () => {
  const server = await startServer()
  const before = server.context.events.last()
  const id = await createdBase(server)
  const document = await readDocument(server, id, fileOf('hours.txt', 'We open at nine.'))
  await server.call(deleteDocument, { params: { id, document_id: document.id } })
  await server.call(deleteKnowledgeBase, { params: { id } })
  expect(eventsAfter(server, before)).toEqual([
    'knowledgebase.created',
    'document.created',
    'knowledgebase.updated',
    'document.updated',
    'knowledgebase.updated',
    'document.deleted',
    'knowledgebase.updated',
    'knowledgebase.deleted',
  ])
  const payloads = server.context.events.after(before).map(({ payload }) => JSON.parse(payload))
  expect(payloads[3]).toEqual(document)
  expect(payloads[4]).toMatchObject({ id, status: 'active', documents_count: 1 })
})

test('a foreign base or document is byte for byte a missing one, on every endpoint', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const theirs = { ...server, call: other.call }
  const foreign = await createdBase(theirs)
  const { id: document } = await readDocument(theirs, foreign, fileOf('a.txt', 'Secret.'))
  const own = await createdBase(server)
  const json = { 'content-type': 'application/json' }
  const website = JSON.stringify({ type: 'website', url: 'https://example.com/' })
  const requests: [method: string, path: (id: number) => string, init?: RequestInit][] = [
    ['GET', (id) => `/${id}`],
    ['PUT', (id) => `/${id}`, { headers: json, body: '{"name":"stolen"}' }],
    ['DELETE', (id) => `/${id}`],
    ['GET', (id) => `/${id}/documents`],
    ['POST', (id) => `/${id}/documents`, { headers: json, body: website }],
    ['POST', (id) => `/${id}/documents`, { body: formWith('a.txt', 'text') }],
    ['POST', (id) => `/${id}/documents`, { body: formWith('a.exe', 'text') }],
    ['GET', (id) => `/${id}/documents/${document}`],
    ['GET', (id) => `/${id}/documents/${document}/pages`],
    ['PUT', (id) => `/${id}/documents/${document}`, { headers: json, body: '{"name":"x"}' }],
    ['DELETE', (id) => `/${id}/documents/${document}`],
  ]
  for (const [method, path, init] of requests) {
    const answer = async (id: number) => {
      const response = await server.fetch(`/api/user/knowledgebases${path(id)}`, {
        ...init,
        method,
      })
      return [response.status, await response.text()]
    }
    expect([method, path(1), await answer(foreign)]).toEqual([
      method,
      path(1),
      [404, '{"message":"Knowledgebase not found.","error":"Knowledgebase not found."}'],
    ])
    expect(await answer(99_999)).toEqual(await answer(foreign))
  }
  for (const id of [document, 99_999]) {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const path = `/user/knowledgebases/${own}/documents/${id}`
      const { status, text } = await send(server, method, path, method === 'GET' ? undefined : {})
      expect([method, status, text]).toEqual([
        method,
        404,
        '{"message":"Document not found.","error":"Document not found."}',
      ])
    }
  }
  expect((await other.call(listDocuments, { params: { id: foreign } })).data).toHaveLength(1)
  expect((await server.call(listKnowledgeBases)).data.map(({ id }) => id)).not.toContain(foreign)
})

function formWith(name: string, content: string): FormData {
  const form = new FormData()
  form.append('file', fileOf(name, content))
  return form
}
