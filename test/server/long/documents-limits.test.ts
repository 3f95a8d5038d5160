import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listDocuments } from '#contracts/knowledge.ts'
import { ENDLESS } from '../../support/document-reading.ts'
import { pdfOf, zipOf } from '../../support/documents.ts'
import { createdBase, fileOf, readDocument, untilRead, uploaded } from '../../support/knowledge.ts'
import { startServer } from '../../support/server.ts'

/** A lot of nothing, which compresses to a thousandth. */
const HUGE = Buffer.alloc(250_000_000, ' ')

test('a file that takes too long is given up, while everything else continues', async () => {
  const server = await startServer({ limits: { documentMs: 2500 } })
  const id = await createdBase(server)
  const { id: endless } = await uploaded(server, id, ENDLESS)
  let answers = 0
  let isRead = false
  const read = untilRead(server, endless).then(() => {
    isRead = true
  })
  while (!isRead) {
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    answers += 1
  }
  await read
  expect(answers).toBeGreaterThan(10)
  expect((await server.call(listDocuments, { params: { id } })).data).toMatchObject([
    { status: 'failed', error: 'Reading it took longer than 2.5 seconds.' },
  ])
  expect((await readDocument(server, id, fileOf('a.txt', 'text'))).status).toBe('active')
})

test('a file that expands too much is given up before it uses up the memory', async () => {
  const server = await startServer({ limits: { documentMemoryBytes: 150_000_000 } })
  const id = await createdBase(server)
  const relations =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'
  const bombs = [
    fileOf('bomb.docx', zipOf({ 'word/document.xml': HUGE, '_rels/.rels': relations })),
    fileOf('bomb.pdf', pdfOf([deflateSync(HUGE)])),
  ]
  for (const bomb of bombs) {
    expect(bomb.size).toBeLessThan(1_000_000)
    expect(await readDocument(server, id, bomb)).toMatchObject({
      status: 'failed',
      error: 'It takes too much memory to read. Split it into smaller documents.',
    })
  }
  expect((await readDocument(server, id, fileOf('a.txt', 'text'))).status).toBe('active')
})

test('a document with too many passages is given up', async () => {
  const server = await startServer({ limits: { documentPassages: 3 } })
  const id = await createdBase(server)
  const text = Array.from({ length: 4 }, (_, index) => `# ${index}\ntext`).join('\n')
  expect(await readDocument(server, id, fileOf('a.md', text))).toMatchObject({
    status: 'failed',
    error: 'It holds too much text for one document. Split it into smaller ones.',
  })
})
