import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { presentProposal } from './present.ts'
import { type ProposalRow, proposalQueries } from './queries.ts'

/** The conversation of a draft, as its events need it. */
interface Conversation {
  readonly id: number
  readonly uuid: string
  readonly user_id: number
}

/** Records how a draft stands now; the pieces of it that were told before go. Operators only: it names no visitor. */
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
 * The open draft of a conversation, if there is one, is out of date from this commit on.
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
