import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { recordActivity } from './activities/record.ts'
import { cutOff } from './cut-off.ts'
import { endQueries } from './end-queries.ts'
import { conversationQueries, type SpokenConversation } from './queries.ts'
import { recordConversation } from './record.ts'
import { reportEnd } from './report-end.ts'
import { withdrawCalls } from './tool-approvals/decide.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'jobs' | 'randomBytes' | 'liveCalls'>

/** Cause of a conversation's end: an operator by id (null for none in particular), the visitor, a tool, or inactivity. */
type Ender = number | null | 'visitor' | 'tool' | 'silence'

/**
 * Ends a conversation exactly once per period. Cuts off the answer in progress, and writes event and webhook in the
 * same commit.
 * @returns false if it had already ended
 */
export function endConversation(tx: Tx, context: Needs, id: number, by: Ender): boolean {
  const { db, now } = context

  if (!endQueries(db).end(tx, id, now())) return false
  const row = conversationQueries(db).byId(id)!
  cutOff(tx, context, row)
  withdrawCalls(tx, context, row)
  const isAtDesk = by === null || typeof by === 'number'
  recordActivity(tx, context, row, {
    kind: 'ended',
    operatorId: isAtDesk ? by : null,
    ...(!isAtDesk && { data: { by } }),
  })
  recordConversation(tx, context, id, 'conversation.updated')
  reportEnd(tx, context, row)
  tx.afterCommit(() => context.liveCalls.closeConversation(id))
  return true
}

/**
 * Starts a new period when someone writes in an ended conversation and the assistant allows it; that period ends on its
 * own.
 * @param by operator id of the author; null for the visitor
 */
export function reopenConversation(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'hub' | 'now'>,
  row: SpokenConversation,
  by: number | null,
): void {
  const { id, ended_at } = row
  if (ended_at !== null && endQueries(context.db).reopen(tx, id)) {
    recordActivity(tx, context, row, { kind: 'reopened', operatorId: by })
    recordConversation(tx, context, id, 'conversation.updated')
  }
}
