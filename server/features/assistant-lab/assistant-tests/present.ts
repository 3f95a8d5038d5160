import type { AssistantTest, TestRun, WholeTestRun } from '#contracts/assistant-tests.ts'
import { toIso } from '../../../db/time.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import type { RunRow, TestRow, WholeRunRow } from './queries.ts'

/** A saved test in its API form. */
export const presentTest = (row: TestRow): AssistantTest => ({
  id: row.id,
  name: row.name,
  lines: JSON.parse(row.lines),
  variables: JSON.parse(row.variables),
  updated_at: toIso(row.updated_at),
})

/** A run without its results. */
export const presentRun = (row: RunRow): TestRun => ({
  id: row.id,
  model: row.model,
  passed: row.passed,
  failed: row.failed,
  cost: toDollars(row.cost),
  created_at: toIso(row.created_at),
})

/** A run with its results. */
export const presentWholeRun = (row: WholeRunRow): WholeTestRun => ({
  ...presentRun(row),
  results: JSON.parse(row.results),
})
