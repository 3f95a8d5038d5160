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
 * with what it threw after its changes were rolled back. Writes of one turn of the event loop share a commit, and while several
 * come in each, so do those of the turns that follow for some milliseconds. Each has a savepoint of its own, and nothing is
 * certain to be on the disk before the commit: whatever tells the outside waits for the promise or for `tx.afterCommit`.
 *
 * `work` is synchronous and runs before this returns: nobody else writes between its first line and its last, and what was
 * read before the call holds, unless something was awaited in between.
 * @throws Error at once when it is called inside the work of another one: a verb that may run there takes its `tx`.
 *
 * Not everything that writes is a request. Inside `server/db` migrations, restores and the rebuilding of lists and tallies
 * use the database directly, and so do the scripts and tests that fill one.
 */
export interface Write {
  <result>(work: (tx: Tx) => Settled<result>): Promise<result>
  /** The commit that what was written in this turn waits for; undefined when all is on the disk. Rejects when it fails. */
  readonly pending: Promise<void> | undefined
  /** Commits what waits at once: before whatever cannot be done inside a transaction. */
  flush(): void
}

/** Anything but a promise: work that waits would leave its transaction open for others. */
type Settled<result> = result extends PromiseLike<unknown> ? never : result

/** Writes that share a commit. */
interface Batch {
  readonly afterCommit: (() => void)[]
  readonly committed: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  timer: NodeJS.Immediate
  /** Time of the first write, ms from any moment. */
  readonly openedAt: number
  /** Number of writes that wait for the commit, and how many there were at the end of the turn before. */
  size: number
  sizeBefore: number
}

/** Writes wait for others no longer than this, ms. */
const LONGEST_BATCH_MS = 4

const doors = new WeakMap<Db, Write>()

type Clock = () => number

/**
 * The door to one database: the same one however often it is asked for.
 * @param clock milliseconds from any moment
 */
export function createWrite(db: Db, clock: Clock = () => performance.now()): Write {
  const existing = doors.get(db)
  if (existing) return existing
  const write = createDoor(db, clock)
  doors.set(db, write)
  return write
}

function createDoor(db: Db, clock: Clock): Write {
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

  /** Commits, unless others have written in this turn: then more may be on their way, and one commit does for all. */
  function endTurn(): void {
    if (!batch) return
    if (batch.size > batch.sizeBefore && clock() - batch.openedAt < LONGEST_BATCH_MS) {
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

  /** Undoes one write of a batch, or all of them where SQLite has done so itself: on a full disk, for one. */
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
      // The first one needs none: nobody else's changes are there to be kept.
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

  /** Asynchronous, so that what `work` throws becomes a rejection. */
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

/** @throws Error when the work of a transaction has returned: its changes are committed or undone. */
export function assertOpen(tx: Tx): void {
  if (!tx[open]) throw new Error('This transaction has ended')
}
