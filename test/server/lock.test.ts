import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { lockDataDir } from '../../server/db/lock.ts'
import { temporaryFolder } from '../support/server.ts'

/** Another one that looks at the lock, and leaves after so long; it says when it has begun. */
const LOOKING = `
  const { parentPort, workerData } = require('node:worker_threads')
  const Database = require(workerData.library)
  const db = new Database(workerData.file)
  db.exec('BEGIN')
  db.prepare('SELECT * FROM sqlite_schema').all()
  parentPort.postMessage('looking')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.ms)
  db.close()
`

async function looksFor(ms: number, folder: string): Promise<Worker> {
  const library = path.resolve(import.meta.dirname, '../../node_modules/better-sqlite3')
  const workerData = { library, file: path.join(folder, 'parley.lock'), ms }
  const worker = new Worker(LOOKING, { eval: true, workerData })
  await once(worker, 'message')
  return worker
}

test('one process has a data folder, and another one none, until it is released', () => {
  const folder = temporaryFolder()
  const lock = lockDataDir(folder)
  expect(lock).not.toBeNull()
  expect(lockDataDir(folder)).toBeNull()
  lock!.release()
  const next = lockDataDir(folder)
  expect(next).not.toBeNull()
  next!.release()
})

test('of two that begin in the same moment one gets it, though each was in the way of the other', async () => {
  const folder = temporaryFolder()
  const other = await looksFor(20, folder)
  const lock = lockDataDir(folder)
  expect(lock).not.toBeNull()
  lock!.release()
  await other.terminate()
})
