import { RUNS_KEPT } from '#contracts/assistant-tests.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface TestRow {
  readonly id: number
  readonly name: string
  /** JSON. */
  readonly lines: string
  readonly variables: string
  readonly updated_at: number
}

interface NewTestRow {
  readonly userId: number
  readonly assistantId: number
  readonly name: string
  readonly lines: string
  readonly variables: string
  readonly now: number
}

/** A run without its results; costs in micro-dollars. */
export interface RunRow {
  readonly id: number
  readonly model: string
  readonly passed: number
  readonly failed: number
  readonly cost: number
  readonly created_at: number
}

/** A run with its results, JSON. */
export interface WholeRunRow extends RunRow {
  readonly results: string
}

interface NewRun extends Omit<WholeRunRow, 'id' | 'created_at'> {
  readonly userId: number
  readonly assistantId: number
  readonly now: number
}

const TEST = 'id, name, lines, variables, updated_at'
const RUN = 'id, model, passed, failed, cost, created_at'

/** All SQL for the tests of assistants. */
export const assistantTestQueries = oncePerDb((sql) => {
  const all = sql.read<[number, number], TestRow>(
    `SELECT ${TEST} FROM assistant_tests WHERE assistant_id = ? AND +user_id = ? ORDER BY id`,
  )
  const count = sql
    .read<[number], number>('SELECT count(*) FROM assistant_tests WHERE assistant_id = ?')
    .pluck()
  const insert = sql.write<[NewTestRow], TestRow>(`
    INSERT INTO assistant_tests (user_id, assistant_id, name, lines, variables, created_at, updated_at)
    VALUES (:userId, :assistantId, :name, :lines, :variables, :now, :now) RETURNING ${TEST}
  `)
  const update = sql.write<[NewTestRow & { id: number }], TestRow>(`
    UPDATE assistant_tests SET name = :name, lines = :lines, variables = :variables, updated_at = :now
    WHERE id = :id AND assistant_id = :assistantId AND user_id = :userId RETURNING ${TEST}
  `)
  const remove = sql.write<[number, number, number]>(
    'DELETE FROM assistant_tests WHERE id = ? AND assistant_id = ? AND user_id = ?',
  )
  const runs = sql.read<[number, number], RunRow>(
    `SELECT ${RUN} FROM assistant_test_runs WHERE assistant_id = ? AND +user_id = ? ORDER BY id DESC`,
  )
  const run = sql.read<[number, number, number], WholeRunRow>(
    `SELECT ${RUN}, results FROM assistant_test_runs WHERE id = ? AND assistant_id = ? AND user_id = ?`,
  )
  const insertRun = sql.write<[NewRun], WholeRunRow>(`
    INSERT INTO assistant_test_runs (user_id, assistant_id, model, passed, failed, cost, results, created_at)
    VALUES (:userId, :assistantId, :model, :passed, :failed, :cost, :results, :now) RETURNING ${RUN}, results
  `)
  const forget = sql.write<[{ assistantId: number }]>(`
    DELETE FROM assistant_test_runs WHERE assistant_id = :assistantId AND id NOT IN (
      SELECT id FROM assistant_test_runs WHERE assistant_id = :assistantId ORDER BY id DESC LIMIT ${RUNS_KEPT}
    )
  `)

  return {
    all: (userId: number, assistantId: number) => all.all(assistantId, userId),
    count: (assistantId: number) => count.get(assistantId)!,
    insert: (tx: Tx, test: NewTestRow) => insert.get(tx, test)!,
    /** Undefined if the assistant has no such test. */
    update: (tx: Tx, id: number, test: NewTestRow) => update.get(tx, { ...test, id }),
    remove: (tx: Tx, userId: number, assistantId: number, id: number) =>
      remove.run(tx, id, assistantId, userId).changes > 0,
    runs: (userId: number, assistantId: number) => runs.all(assistantId, userId),
    run: (userId: number, assistantId: number, id: number) => run.get(id, assistantId, userId),
    insertRun: (tx: Tx, run: NewRun) => insertRun.get(tx, run)!,
    /** Deletes all but the latest runs. */
    forgetRuns: (tx: Tx, assistantId: number) => forget.run(tx, { assistantId }),
  }
})
