import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { presentProposal } from './present.ts'
import { type ProposalRow, proposalQueries } from './queries.ts'

/** The conversation of a proposal, as needed for its events. */
interface Conversation {
  readonly id: number
  readonly uuid: string
  readonly user_id: number
}

/** Publishes a proposal's current state and drops its earlier deltas. Goes to operators only: the event names no visitor. */
export function recordProposal(
  tx: Tx,
  { db, events }: Pick<Context, 'db' | 'events'>,
  conversation: Conversation,
  proposalId: number,
): ProposalRow {
  const row = proposalQueries(db).find(proposalId)!
  events.record(tx, {
    userId: conversation.user_id,
    type: 'proposal.updated',
    payload: { conversation_id: conversation.uuid, proposal: presentProposal(row) },
  })
  events.dropDrafts(tx, proposalId)
  return row
}

/**
 * Supersedes the open proposal of a conversation, if there is one, as of this commit.
 * @returns whether there was one
 */
export function supersedeProposal(
  tx: Tx,
  context: Pick<Context, 'db' | 'events'>,
  conversation: Conversation,
): boolean {
  const id = proposalQueries(context.db).supersede(tx, conversation.id)
  if (id === undefined) return false
  recordProposal(tx, context, conversation, id)
  return true
}
