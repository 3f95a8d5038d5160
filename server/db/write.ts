import type { Db } from './open.ts'

const open = Symbol('open')

/** Proof of an open transaction, and the only way to write in it. Created by `Write` only; valid until the work it was created for returns. */
export interface Tx {
  /** False after the work has returned. */
  [open]: boolean
  /** Registers a callback for after the commit; not called after a rollback. It must not throw. */
  afterCommit(run: () => void): void
}

/**
 * The only way to write: runs `work` in a transaction. The promise resolves with its result after COMMIT, and rejects
 * with the error of `work` after its changes were rolled back. Writes in the same turn of the event loop share a
 * commit, and under load so do those of following turns, for a few milliseconds. Each has its own savepoint, and
 * nothing is durable before the commit: anything visible outside waits for the promise or for `tx.afterCommit`.
 *
 * `work` is synchronous and runs before this returns: no other write happens between its first line and its last, and
 * what was read before the call is still current, unless something was awaited in between.
 * @throws Error immediately when called inside the work of another write: code that may run there takes its `tx`
 *
 * Some writes are not requests: inside `server/db`, migrations, restores and rebuilds of lists and tallies use the
 * database directly, and so do scripts and tests that fill one.
 */
export interface Write {
  <result>(work: (tx: Tx) => Settled<result>): Promise<result>
  /** Resolves with the commit of the writes so far; undefined if everything is on disk. Rejects if the commit fails. */
  readonly pending: Promise<void> | undefined
  /** Commits pending writes immediately, before something that cannot run inside a transaction. */
  flush(): void
}

/** Anything but a promise: asynchronous work would leave its transaction open to others. */
type Settled<result> = result extends PromiseLike<unknown> ? never : result

/** Writes that share a commit. */
interface Batch {
  readonly afterCommit: (() => void)[]
  readonly committed: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  timer: NodeJS.Immediate
  /** Time of the first write, ms of the clock. */
  readonly openedAt: number
  /** Number of writes in the batch, now and at the end of the previous turn. */
  size: number
  sizeBefore: number
}

/** Maximum wait for further writes, ms. */
const MAX_BATCH_MS = 4

const doors = new WeakMap<Db, Write>()

type Clock = () => number

/**
 * The `Write` of a database; always the same one.
 * @param clock monotonic, in ms
 */
export function createWrite(db: Db, clock: Clock = () => performance.now()): Write {
  const existing = doors.get(db)
  if (existing) return existing
  const write = createWriter(db, clock)
  doors.set(db, write)
  return write
}

function createWriter(db: Db, clock: Clock): Write {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const savepoint = db.prepare('SAVEPOINT one')
  const release = db.prepare('RELEASE one')
  const rollbackTo = db.prepare('ROLLBACK TO one')
  let batch: Batch | undefined
  let isWorking = false

  function openBatch(): Batch {
    begin.run()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setImmediate(endTurn)
    return {
      afterCommit: [],
      committed: promise,
      resolve,
      reject,
      timer,
      openedAt: clock(),
      size: 0,
      sizeBefore: 1,
    }
  }

  /** Commits, unless there were further writes in this turn: more may follow, and one commit is enough for all. */
  function endTurn(): void {
    if (!batch) return
    if (batch.size > batch.sizeBefore && clock() - batch.openedAt < MAX_BATCH_MS) {
      batch.sizeBefore = batch.size
      batch.timer = setImmediate(endTurn)
    } else commitBatch()
  }

  function commitBatch(): void {
    if (!batch) return
    const { afterCommit, resolve, reject, timer } = batch
    batch = undefined
    clearImmediate(timer)
    try {
      commit.run()
    } catch (error) {
      if (db.inTransaction) rollback.run()
      reject(error)
      return
    }
    try {
      for (const run of afterCommit) run()
    } finally {
      resolve()
    }
  }

  /** Rolls back one write of a batch, or the whole batch if SQLite already has, for example on a full disk. */
  function undo(failed: Batch, error: unknown): void {
    if (db.inTransaction && failed.size > 0) {
      rollbackTo.run()
      release.run()
      return
    }
    batch = undefined
    clearImmediate(failed.timer)
    if (db.inTransaction) rollback.run()
    if (failed.size > 0) failed.reject(error)
  }

  function perform<result>(work: (tx: Tx) => Settled<result>): {
    readonly result: result
    readonly committed: Promise<void>
  } {
    batch ??= openBatch()
    const current = batch
    const done: (() => void)[] = []
    const tx: Tx = { [open]: true, afterCommit: (run) => void done.push(run) }
    isWorking = true
    try {
      // The first write of a batch needs no savepoint: there are no earlier changes to keep.
      if (current.size > 0) savepoint.run()
      const result: unknown = work(tx)
      if (result instanceof Promise)
        throw new TypeError('The work of a write cannot return a promise')
      if (current.size > 0) release.run()
      current.size += 1
      current.afterCommit.push(...done)
      return { result: result as result, committed: current.committed }
    } catch (error) {
      undo(current, error)
      throw error
    } finally {
      tx[open] = false
      isWorking = false
    }
  }

  /** Asynchronous, so that an error of `work` becomes a rejection. */
  async function run<result>(work: (tx: Tx) => Settled<result>): Promise<result> {
    const { result, committed } = perform(work)
    await committed
    return result
  }

  function write<result>(work: (tx: Tx) => Settled<result>): Promise<result> {
    if (isWorking) throw new Error('A write inside another one: pass its tx on instead')
    return run(work)
  }
  return Object.defineProperty(Object.assign(write, { flush: commitBatch }), 'pending', {
    get: () => batch?.committed,
  }) as Write
}

/** @throws Error if the work of a transaction has returned, so that its changes are committed or rolled back */
export function assertOpen(tx: Tx): void {
  if (!tx[open]) throw new Error('This transaction has ended')
}
