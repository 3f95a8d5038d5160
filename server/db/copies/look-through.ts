import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Context } from '../../context.ts'
import { runInWorker } from './apart.ts'

type Needs = Pick<Context, 'db' | 'storage' | 'config' | 'log'>

/** Maximum size of a database that is checked, bytes. A larger table would delay shutdown by seconds; its backups are verified anyway. */
const READ_THROUGH_BYTES = 1024 * 1024 * 1024

/**
 * Checks every page of a database that was too large to be checked before startup, in a worker thread. If it is damaged,
 * writes are refused from then on.
 * @returns a function that stops the check
 */
export function readThrough({ db, storage, config, log }: Needs): () => Promise<void> {
  const stopping = new AbortController()
  const reading = readPages().catch((error: unknown) => {
    if (!stopping.signal.aborted)
      log.warn({ err: error }, 'the database could not be looked through')
  })

  async function readPages(): Promise<void> {
    if (db.memory) return
    const { size } = statSync(db.name)
    if (size <= config.limits.lookedAtBytes || size > READ_THROUGH_BYTES) return
    const { fault } = await runInWorker({ kind: 'look', file: db.name }, stopping.signal)
    if (fault) storage.note(new Database.SqliteError('a page makes no sense', 'SQLITE_CORRUPT'))
  }

  return () => {
    stopping.abort(new Error('The server is stopping'))
    return reading
  }
}
