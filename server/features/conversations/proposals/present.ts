import type { Approval, Proposal } from '#contracts/proposal-fields.ts'
import { toIso } from '../../../db/time.ts'
import { presentActor } from '../activities/present.ts'
import type { ProposalRow } from './queries.ts'

/** A proposal as shown at the desk. */
export function presentProposal(row: ProposalRow): Proposal {
  return {
    id: row.id,
    epoch: row.epoch,
    answers_seq: row.answers_seq,
    hint: row.hint,
    content: row.content,
    status: row.status,
    error: row.error,
    decided_by: presentActor(row.decided_by, row.decided_by_name),
    message_id: row.message_id,
    created_at: toIso(row.created_at),
  }
}

/** The proposal behind a sent message. */
export function presentApproval(row: ProposalRow): Approval {
  return {
    message_id: row.message_id!,
    by: presentActor(row.decided_by, row.decided_by_name),
    draft: row.content,
  }
}
