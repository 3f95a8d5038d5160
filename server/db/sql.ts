import type { RunResult, Statement } from 'better-sqlite3'
import type { Db } from './open.ts'
import { assertOpen, type Tx } from './write.ts'

/** A statement that changes nothing, prepared when it is first used. */
export interface Reading<params extends unknown[], row> {
  get(...params: params): row | undefined
  all(...params: params): row[]
  iterate(...params: params): IterableIterator<row>
  /** The same, with the first column in place of each row. */
  pluck(): Reading<params, row>
  /** The same, with each row as an array. */
  raw(): Reading<params, row>
}

/** A statement that changes rows, prepared when it is first used. `get` and `all` give what it returns. */
export interface Writing<params extends unknown[], row> {
  run(tx: Tx, ...params: params): RunResult
  get(tx: Tx, ...params: params): row | undefined
  all(tx: Tx, ...params: params): row[]
  /** The same, with the first column in place of each row. */
  pluck(): Writing<params, row>
}

/** Makes the statements of one database: those that write need a transaction, by their type. */
export interface Sql {
  read<params extends unknown[] = [], row = unknown>(text: string): Reading<params, row>
  write<params extends unknown[] = [], row = unknown>(text: string): Writing<params, row>
}

type Shape = (statement: Statement<unknown[]>) => Statement<unknown[]>

/**
 * Statements are prepared when they are first used, so that a server starts at once; `prepared` hears of each as it is
 * declared.
 */
export function sqlOf(db: Db, declared?: (prepare: () => void) => void): Sql {
  function lazy(text: string, isReading: boolean, shape: Shape): () => Statement<unknown[]> {
    let statement: Statement<unknown[]> | undefined
    const use = () => (statement ??= shape(prepare(db, text, isReading)))
    declared?.(use)
    return use
  }

  function read<params extends unknown[], row>(
    text: string,
    shape: Shape = (plain) => plain,
  ): Reading<params, row> {
    const use = lazy(text, true, shape)
    return {
      get: (...params) => use().get(...params) as row | undefined,
      all: (...params) => use().all(...params) as row[],
      iterate: (...params) => use().iterate(...params) as IterableIterator<row>,
      pluck: () => read(text, (plain) => plain.pluck()),
      raw: () => read(text, (plain) => plain.raw()),
    }
  }

  function write<params extends unknown[], row>(
    text: string,
    shape: Shape = (plain) => plain,
  ): Writing<params, row> {
    const use = lazy(text, false, shape)
    const inside = (tx: Tx) => {
      assertOpen(tx)
      return use()
    }
    return {
      run: (tx, ...params) => inside(tx).run(...params),
      get: (tx, ...params) => inside(tx).get(...params) as row | undefined,
      all: (tx, ...params) => inside(tx).all(...params) as row[],
      pluck: () => write(text, (plain) => plain.pluck()),
    }
  }

  return { read: (text) => read(text), write: (text) => write(text) }
}

/** @throws Error when a statement that was declared to read writes, or the other way round, or has numbered parameters */
function prepare(db: Db, text: string, isReading: boolean): Statement<unknown[]> {
  // The driver takes `?1` for a parameter with the name 1, and refuses values by position.
  if (/\?\d/.test(text)) throw new Error(`Numbered parameters: ${text}`)
  const statement = db.prepare(text)
  if (statement.readonly !== isReading) {
    throw new Error(`${isReading ? 'Writes' : 'Only reads'}: ${text}`)
  }
  return statement
}
