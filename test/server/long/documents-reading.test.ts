import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import {
  createDocument,
  createKnowledgeBase,
  deleteDocument,
  listDocuments,
} from '#contracts/knowledge.ts'
import { fileQueries } from '../../../server/features/knowledge/file-queries.ts'
import { keepFile } from '../../../server/features/knowledge/kept-file.ts'
import { passageQueries } from '../../../server/features/knowledge/passage-queries.ts'
import { knowledgeQueries } from '../../../server/features/knowledge/queries.ts'
import { searchKnowledge } from '../../../server/features/knowledge/search.ts'
import { ENDLESS } from '../../support/document-reading.ts'
import { pdfOf } from '../../support/documents.ts'
import {
  createdBase,
  fileOf,
  passagesOf,
  readDocument,
  untilRead,
  uploaded,
} from '../../support/knowledge.ts'
import { live } from '../../support/life.ts'
import { emptyDataFolder, startServer, type TestServer } from '../../support/server.ts'

const find = ({ context }: TestServer, baseId: number, question: string) =>
  searchKnowledge(context.db, baseId, { question, previous: undefined, language: 'en', limit: 5 })

const filesWaiting = ({ context }: TestServer) =>
  context.db.prepare('SELECT count(*) FROM document_pieces').pluck().get()

test('a document becomes searchable passages, and its file is deleted', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const document = await readDocument(
    server,
    id,
    fileOf('opening-hours_2026.txt', 'We open at nine.'),
  )
  expect(document).toMatchObject({ status: 'active', error: null, size: 16 })
  expect(passagesOf(server, document.id)).toEqual([
    { heading: 'opening hours 2026', content: 'We open at nine.' },
  ])
  expect(find(server, id, 'When do you open?')).toMatchObject([{ content: 'We open at nine.' }])
  await expect.poll(() => filesWaiting(server)).toBe(0)
})

test('an unreadable document says why, leaves nothing behind, and the next one is read', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const locked = pdfOf([[{ text: 'x', y: 700 }]], { isLocked: true })
  expect(await readDocument(server, id, fileOf('a.pdf', locked))).toMatchObject({
    status: 'failed',
    error: 'The PDF is protected by a password.',
    size: locked.length,
  })
  await expect.poll(() => filesWaiting(server)).toBe(0)
  expect((await readDocument(server, id, fileOf('a.txt', 'text'))).status).toBe('active')
})

test('a reader that breaks off midway fails only its document', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const pdf = Buffer.from(pdfOf([[{ text: 'x', y: 700 }]])).toString('latin1')
  // Its list of pages refers to itself.
  const circular = Buffer.from(pdf.replace('/Kids [4 0 R]', '/Kids [2 0 R]'), 'latin1')
  expect(await readDocument(server, id, fileOf('a.pdf', circular))).toMatchObject({
    status: 'failed',
    error: 'It is damaged, or not what its name says.',
  })
  expect((await readDocument(server, id, fileOf('a.txt', 'text'))).status).toBe('active')
})

test('a document is not searchable before all of it is', async () => {
  const server = await startServer()
  const { db, now } = server.context
  const id = await createdBase(server)
  const origin = { url: null, size: null, sha256: null }
  const fields = {
    knowledge_base_id: id,
    name: 'a.txt',
    type: 'txt',
    status: 'processing',
  } as const
  const document = await server.context.write((tx) =>
    knowledgeQueries(db).insertDocument(tx, { ...fields, ...origin }, now()),
  )
  await server.context.write((tx) =>
    passageQueries(db).insert(tx, document.id, id, [
      { heading: 'Herons', content: 'They land here.' },
    ]),
  )
  expect(find(server, id, 'Where do herons land?')).toEqual([])
  await server.context.write((tx) =>
    knowledgeQueries(db).end(tx, document.id, { ...document, status: 'active' }, now()),
  )
  expect(find(server, id, 'Where do herons land?')).toHaveLength(1)
})

test('a long document has all its passages, and they are deleted with it', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const text = Array.from({ length: 1001 }, (_, at) => `# Chapter ${at}\nThe heron lands.`).join(
    '\n',
  )
  const { id: documentId } = await readDocument(server, id, fileOf('herons.md', text))
  expect(find(server, id, 'Where does the heron land?')).toHaveLength(5)
  expect(passagesOf(server, documentId)).toHaveLength(1001)
  await server.call(deleteDocument, { params: { id, document_id: documentId } })
  expect(find(server, id, 'Where does the heron land?')).toEqual([])
  await expect.poll(() => passagesOf(server, documentId)).toEqual([])
})

test('passages written by an interrupted reading are not duplicated', async () => {
  const server = await startServer()
  const { db, now, jobs } = server.context
  const id = await createdBase(server)
  const fields = {
    knowledge_base_id: id,
    name: 'a.txt',
    type: 'txt',
    status: 'processing',
  } as const
  const rest = { url: null, size: 9, sha256: null }
  const document = await server.context.write((tx) =>
    knowledgeQueries(db).insertDocument(tx, { ...fields, ...rest }, now()),
  )
  const file = await keepFile(server.context, Buffer.from('They land'))
  await server.context.write((tx) => fileQueries(db).assign(tx, file, document.id))
  await server.context.write((tx) =>
    passageQueries(db).insert(tx, document.id, id, [{ heading: 'a', content: 'They' }]),
  )
  await server.context.write((tx) =>
    jobs.add(tx, { kind: 'document.process', payload: { document_id: document.id } }),
  )
  await untilRead(server, document.id)
  expect(passagesOf(server, document.id)).toEqual([{ heading: 'a', content: 'They land' }])
})

test('a document deleted while its passages are written leaves nothing behind', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const text = Array.from({ length: 20_000 }, (_, at) => `# Chapter ${at}\nThe heron lands.`)
  const { id: document_id } = await uploaded(server, id, fileOf('herons.md', text.join('\n')))
  const written = () => passagesOf(server, document_id).length
  await expect.poll(written, { interval: 2, timeout: 10_000 }).toBeGreaterThan(0)
  expect(written()).toBeLessThan(20_000)
  await server.call(deleteDocument, { params: { id, document_id } })
  const open = () =>
    server.context.jobs.count('document.process') + server.context.jobs.count('document.sweep')
  await expect.poll(open, { timeout: 10_000 }).toBe(0)
  expect(written()).toBe(0)
})

test('a document deleted while it is read leaves nothing behind', async () => {
  const server = await startServer({ limits: { documentMs: 700 } })
  const id = await createdBase(server)
  const { id: document_id } = await uploaded(server, id, ENDLESS)
  await server.call(deleteDocument, { params: { id, document_id } })
  await expect.poll(() => filesWaiting(server)).toBe(0)
  // In the same lane, so it is read once the other has been given up.
  await readDocument(server, id, fileOf('a.txt', 'text'))
  await readDocument(server, id, fileOf('b.txt', 'text'))
  expect(passagesOf(server, document_id)).toEqual([])
  expect((await server.call(listDocuments, { params: { id } })).data).toHaveLength(2)
})

test('a server killed while reading resumes after its start, and one document is read once', async () => {
  const dataDir = emptyDataFolder()
  const first = await live({ dataDir })
  const { data: base } = await first.call(createKnowledgeBase, { body: { name: 'Shop' } })
  const params = { id: base.id }
  const text = Array.from({ length: 3000 }, (_, at) => `# Chapter ${at}\nThe heron lands.`).join(
    '\n',
  )
  const file = fileOf('herons.md', text)
  const { data: document } = await first.call(createDocument, { params, body: { file } })
  expect(document.status).toBe('processing')
  await first.end('SIGKILL')
  const second = await live({ dataDir })
  const read = async () => (await second.call(listDocuments, { params })).data[0]!
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({ status: 'active' })
  await second.end('SIGTERM')
  const third = await startServer({ dataDir })
  expect(passagesOf(third, document.id)).toHaveLength(3000)
  await expect.poll(() => filesWaiting(third)).toBe(0)
})

/** A server with its own data folder that starts to read an endless document. */
async function endlessReading() {
  const dataDir = emptyDataFolder()
  const first = await startServer({ dataDir })
  const id = await createdBase(first)
  const { id: documentId } = await uploaded(first, id, ENDLESS)
  return { dataDir, first, id, documentId }
}

test('a stop during a reading is quick, and the reading starts over', async () => {
  const { dataDir, first, documentId } = await endlessReading()
  const attempts = ({ context }: TestServer) =>
    context.db.prepare('SELECT attempts FROM documents WHERE id = ?').pluck().get(documentId)
  await expect.poll(() => attempts(first)).toBe(1)
  const begun = performance.now()
  await first.server.stop()
  expect(performance.now() - begun).toBeLessThan(3000)
  const second = await startServer({ dataDir, limits: { documentMs: 300 } })
  await untilRead(second, documentId)
  // The first attempt was stopped from outside and does not count.
  expect(attempts(second)).toBe(1)
})

test('a document that crashes the process on every reading is given up at the fourth', async () => {
  const { dataDir, first, id, documentId } = await endlessReading()
  await first.server.stop()
  const db = new Database(`${dataDir}/parley.db`)
  db.prepare('UPDATE documents SET attempts = 3 WHERE id = ?').run(documentId)
  db.close()
  const second = await startServer({ dataDir })
  await untilRead(second, documentId)
  expect((await second.call(listDocuments, { params: { id } })).data).toMatchObject([
    { status: 'failed', error: 'Parley was cut off each time it read this document.' },
  ])
})
