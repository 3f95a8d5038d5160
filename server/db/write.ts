import type { Db } from './open.ts'

const open = Symbol('open')

/**
 * Proof that a transaction is open, and the only way to write into it. `Write` alone makes one; it is good until the work
 * it was made for returns.
 */
export interface Tx {
  /** False once the work has returned. */
  [open]: boolean
  /** Calls back after the commit, and not at all after a rollback. It must not throw. */
  afterCommit(run: () => void): void
}

/**
 * The one door for writes: runs `work` in a transaction. The promise resolves with its result after COMMIT, and rejects
 * with what it threw after its changes were rolled back. Nothing is certain to be on the disk before that: several writes
 * may come to share one commit, so whatever tells the outside waits for the promise or for `tx.afterCommit`.
 *
 * `work` is synchronous and runs before this returns: nobody else writes between its first line and its last, and what was
 * read before the call holds, unless something was awaited in between.
 * @throws Error at once when it is called inside the work of another one: a verb that may run there takes its `tx`.
 *
 * Not everything that writes is a request. Inside `server/db` migrations, restores and the rebuilding of lists and tallies
 * use the database directly, and so do the scripts and tests that fill one.
 */
export type Write = <result>(work: (tx: Tx) => Settled<result>) => Promise<result>

/** Anything but a promise: work that waits would leave its transaction open for others. */
type Settled<result> = result extends PromiseLike<unknown> ? never : result

/** Makes the door to one database. */
export function createWrite(db: Db): Write {
  return (work) => {
    if (db.inTransaction) throw new Error('A write inside another one: pass its tx on instead')
    return commit(db, work)
  }
}

/** Asynchronous, so that what `work` throws becomes a rejection. */
async function commit<result>(db: Db, work: (tx: Tx) => Settled<result>): Promise<result> {
  const done: (() => void)[] = []
  const tx: Tx = { [open]: true, afterCommit: (run) => void done.push(run) }
  const transaction = db.transaction(() => {
    try {
      return work(tx)
    } finally {
      tx[open] = false
    }
  })
  const result = transaction.immediate()
  for (const run of done) run()
  return result as result
}

/** @throws Error when the work of a transaction has returned: its changes are committed or undone. */
export function assertOpen(tx: Tx): void {
  if (!tx[open]) throw new Error('This transaction has ended')
}
