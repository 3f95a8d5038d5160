import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { teamQueries } from '../accounts/teams/queries.ts'
import { recordActivity } from './activities/record.ts'
import { bulkQueries } from './inbox/bulk-queries.ts'
import type { ConversationRow } from './queries.ts'
import { recordConversation } from './record.ts'

interface TeamAssignment {
  /** The team that is now responsible; null for none. */
  readonly to: number | null
  /** The operator who assigns it. */
  readonly by: number | null
  /** Name of the rule that does, instead of an operator. */
  readonly rule?: string
}

/** Assigns a conversation to a team, whose members are notified; false if it was assigned so before, or there is no such team. */
export function assignTeam(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'hub' | 'now'>,
  row: ConversationRow,
  { to, by, rule }: TeamAssignment,
): boolean {
  const { db } = context
  const team = to === null ? undefined : teamQueries(db).find(row.user_id, to)
  if (to !== null && !team) return false
  if (!bulkQueries(db).setTeam(tx, row.id, to)) return false
  const data = {
    to: team ? { id: team.id, name: team.name } : null,
    ...(rule !== undefined && { rule }),
  }
  recordActivity(tx, context, row, { kind: 'team_assigned', operatorId: by, data })
  recordConversation(tx, context, row.id, 'conversation.updated')
  return true
}
