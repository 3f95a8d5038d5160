import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { recordActivity } from '../activities/record.ts'
import type { ConversationRow } from '../queries.ts'
import { recordConversation } from '../record.ts'

interface LabelChange {
  /** Names of labels. */
  readonly added: string[]
  readonly removed: string[]
  /** Id of the operator; null for a rule. */
  readonly by: number | null
  /** Name of the rule that did it, instead of an operator. */
  readonly rule?: string
}

/** Records that the labels of a conversation have changed. */
export function recordLabelChange(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'hub' | 'now'>,
  row: ConversationRow,
  { added, removed, by: operatorId, rule }: LabelChange,
): void {
  const data = { added, removed, ...(rule !== undefined && { rule }) }
  recordActivity(tx, context, row, { kind: 'labels', operatorId, data })
  recordConversation(tx, context, row.id, 'conversation.updated')
}
