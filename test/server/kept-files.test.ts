import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDocument } from '#contracts/knowledge.ts'
import { openInMemory } from '../../server/db/in-memory.ts'
import { openDb } from '../../server/db/open.ts'
import { createWrite } from '../../server/db/write.ts'
import { fileQueries } from '../../server/features/knowledge/file-queries.ts'
import {
  keepFile,
  keptFile,
  PIECE_BYTES,
  removeFileOf,
} from '../../server/features/knowledge/kept-file.ts'
import { countTurns } from '../support/clock.ts'
import { createdBase, fileOf } from '../support/knowledge.ts'
import { emptyDataFolder, startServer } from '../support/server.ts'

const PIECES = 9
const BYTES = Buffer.from(Array.from({ length: PIECES * PIECE_BYTES - 5 }, (_, at) => at % 251))

function opened() {
  const db = openInMemory()
  onTestFinished(() => void db.close())
  return { db, write: createWrite(db) }
}

const rowsIn = (db: ReturnType<typeof opened>['db']) =>
  db
    .prepare(
      'SELECT (SELECT count(*) FROM document_uploads), (SELECT count(*) FROM document_pieces)',
    )
    .raw()
    .get()

test('a file is stored, read and deleted in chunks, and others get their turn in between', async () => {
  const { db, write } = opened()
  const { made: id, turns: kept } = await countTurns(() => keepFile({ db, write }, BYTES))
  await write((tx) => fileQueries(db).assign(tx, id, 7))
  const sizes = db.prepare('SELECT length(content) FROM document_pieces').pluck().all()
  expect(Math.max(...(sizes as number[]))).toBe(PIECE_BYTES)
  const { made: bytes, turns: read } = await countTurns(() => keptFile({ db }, 7))
  expect(BYTES.equals(bytes!)).toBe(true)
  const { turns: removed } = await countTurns(() => removeFileOf({ db, write }, 7))
  expect(rowsIn(db)).toEqual([0, 0])
  expect([kept >= PIECES, read >= PIECES, removed >= 2]).toEqual([true, true, true])
})

test('a file that cannot be stored completely leaves nothing', async () => {
  const { db, write } = opened()
  db.exec(`
    CREATE TEMP TRIGGER no_room BEFORE INSERT ON document_pieces WHEN new.place = 3
    BEGIN SELECT raise(ABORT, 'no room'); END
  `)
  await expect(keepFile({ db, write }, BYTES)).rejects.toThrow('no room')
  expect(rowsIn(db)).toEqual([0, 0])
})

test('an interrupted upload is gone after the next start', async () => {
  const dataDir = emptyDataFolder()
  const db = openDb(path.join(dataDir, 'parley.db'))
  await keepFile({ db, write: createWrite(db) }, BYTES)
  expect(rowsIn(db)).toEqual([1, PIECES])
  db.close()
  const server = await startServer({ dataDir })
  expect(rowsIn(server.context.db)).toEqual([0, 0])
})

test('a knowledge base deleted during an upload does not get the file', async () => {
  const server = await startServer()
  const { db } = server.context
  const id = await createdBase(server)
  // The last chunk of the file and the deletion of the base coincide.
  db.exec(`
    CREATE TEMP TRIGGER meanwhile AFTER INSERT ON document_pieces
    BEGIN DELETE FROM knowledge_bases; END
  `)
  const body = { file: fileOf('a.txt', 'We open at nine.') }
  const added = server.call(createDocument, { params: { id }, body })
  await expect(added).rejects.toMatchObject({ status: 404 })
  expect(rowsIn(db)).toEqual([0, 0])
})
