import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { lockDataDir } from '../../server/db/lock.ts'
import { temporaryFolder } from '../support/server.ts'

/** Another process that watches the lock and exits after this long; it reports when it has started. */
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

test('only one process holds a data folder, until it is released', () => {
  const folder = temporaryFolder()
  const lock = lockDataDir(folder)
  expect(lock).not.toBeNull()
  expect(lockDataDir(folder)).toBeNull()
  lock!.release()
  const next = lockDataDir(folder)
  expect(next).not.toBeNull()
  next!.release()
})

test('of two processes starting at the same moment one gets the lock, even if each blocked the other', async () => {
  const folder = temporaryFolder()
  const other = await looksFor(20, folder)
  const lock = lockDataDir(folder)
  expect(lock).not.toBeNull()
  lock!.release()
  await other.terminate()
})
