import type { Rule, RuleRun } from '#contracts/rule-fields.ts'
import { ifSet, toIso } from '../../../db/time.ts'
import type { RuleRow } from './queries.ts'
import type { RunRow } from './run-queries.ts'

/** A rule as shown to operators. */
export const presentRule = (row: RuleRow): Rule => ({
  id: row.id,
  name: row.name,
  is_on: row.is_on === 1,
  event: row.event,
  minutes: row.minutes,
  conditions: JSON.parse(row.conditions),
  actions: JSON.parse(row.actions),
  is_last: row.is_last === 1,
  runs: row.runs,
  last_run_at: ifSet(row.last_run_at, toIso),
  updated_at: toIso(row.updated_at),
})

/** An entry of the log. */
export const presentRun = (row: RunRow): RuleRun => ({
  id: row.id,
  rule: { id: row.rule_id, name: row.rule_name },
  conversation_id: row.conversation_uuid,
  visitor_name: row.visitor_name,
  event: row.event,
  actions: JSON.parse(row.actions),
  created_at: toIso(row.created_at),
})
