import type { Context } from '../../context.ts'
import { toIso } from '../../db/time.ts'
import type { Tx } from '../../db/write.ts'
import { recordActivity } from './activities/record.ts'
import { snoozeQueries } from './inbox/snooze-queries.ts'
import type { ConversationRow } from './queries.ts'
import { recordConversation } from './record.ts'

interface Snooze {
  /** ms; null to end it. */
  readonly until: number | null
  /** Id of the operator; null for a rule. */
  readonly by: number | null
  /** Name of the rule that does, instead of an operator. */
  readonly rule?: string
}

/** Snoozes a conversation, or ends that; returns false if nothing changes. */
export function snoozeConversation(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'hub' | 'now'>,
  row: ConversationRow,
  { until, by: operatorId, rule }: Snooze,
): boolean {
  if (!snoozeQueries(context.db).set(tx, row.id, until)) return false
  const data = { until: until === null ? null : toIso(until), ...(rule !== undefined && { rule }) }
  const activity = until === null ? { kind: 'awake' as const } : { kind: 'snoozed' as const, data }
  recordActivity(tx, context, row, { ...activity, operatorId })
  recordConversation(tx, context, row.id, 'conversation.updated')
  return true
}
