import type { RunResult, Statement } from 'better-sqlite3'
import type { Db } from './open.ts'
import { assertOpen, type Tx } from './write.ts'

/** A read-only statement, prepared on first use. */
export interface Reading<params extends unknown[], row> {
  get(...params: params): row | undefined
  all(...params: params): row[]
  iterate(...params: params): IterableIterator<row>
  /** The same statement, returning the first column instead of each row. */
  pluck(): Reading<params, row>
  /** The same statement, returning each row as an array. */
  raw(): Reading<params, row>
}

/** A statement that changes rows, prepared on first use. `get` and `all` return the rows of its RETURNING clause. */
export interface Writing<params extends unknown[], row> {
  run(tx: Tx, ...params: params): RunResult
  get(tx: Tx, ...params: params): row | undefined
  all(tx: Tx, ...params: params): row[]
  /** The same statement, returning the first column instead of each row. */
  pluck(): Writing<params, row>
}

/** Creates the statements of a database; by their type, those that write need a transaction. */
export interface Sql {
  read<params extends unknown[] = [], row = unknown>(text: string): Reading<params, row>
  write<params extends unknown[] = [], row = unknown>(text: string): Writing<params, row>
}

type Shape = (statement: Statement<unknown[]>) => Statement<unknown[]>

/** Statements are prepared on first use, so that a server starts fast; `declared` is called for each as it is declared. */
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

/** @throws Error if a statement declared as reading writes or the reverse, or has numbered parameters */
function prepare(db: Db, text: string, isReading: boolean): Statement<unknown[]> {
  // The driver treats `?1` as a parameter named 1, and rejects positional values.
  if (/\?\d/.test(text)) throw new Error(`Numbered parameters: ${text}`)
  const statement = db.prepare(text)
  if (statement.readonly !== isReading) {
    throw new Error(`${isReading ? 'Writes' : 'Only reads'}: ${text}`)
  }
  return statement
}
