import { z } from 'zod'
import { Actor } from './activities.ts'
import { Uuid } from './scalars.ts'

/* While the dial is at `approve`, the assistant drafts and an operator sends. Visitors never see a draft. */

/**
 * `streaming` while being written, `ready` once complete, `failed` if it could not be completed. `stale` once the visitor has
 * written again, an operator has replied or the dial was changed. Only the first three can be sent or dismissed.
 */
export const ProposalStatus = z.enum(['streaming', 'ready', 'failed', 'stale', 'sent', 'dismissed'])
export type ProposalStatus = z.output<typeof ProposalStatus>

/** An answer drafted by the assistant. */
export const Proposal = z.object({
  id: z.int(),
  epoch: z
    .int()
    .describe('The `ai_epoch` in which it was drafted; it cannot be sent in any other.'),
  answers_seq: z.int().describe('Sequence number of the last message it answers.'),
  hint: z.string().nullable().describe('The operator’s hint for a regenerated draft.'),
  content: z.string(),
  status: ProposalStatus,
  error: z.string().nullable().describe('Reason why it is incomplete.'),
  decided_by: Actor.nullable().describe('The operator who sent or dismissed it.'),
  message_id: z
    .int()
    .nullable()
    .describe('Id of the message that was sent to the visitor instead.'),
  created_at: z.iso.datetime(),
})
export type Proposal = z.output<typeof Proposal>

/** The assistant's original draft of a message that an operator approved. */
export const Approval = z.object({
  message_id: z.int(),
  by: Actor.nullable(),
  draft: z.string(),
})
export type Approval = z.output<typeof Approval>

/** A new proposal, or a replacement for the one with the same id. */
export const ProposalChange = z.object({ conversation_id: Uuid, proposal: Proposal })

/** Text to append to a proposal that is being written. `offset` is its position in UTF-16 units. */
export const ProposalDelta = z.object({
  conversation_id: Uuid,
  proposal_id: z.int(),
  offset: z.int(),
  text: z.string(),
})
export type ProposalDelta = z.output<typeof ProposalDelta>
