/*
 * POST   /user/conversations/:uuid/proposal/send        sendProposal
 * POST   /user/conversations/:uuid/proposal/regenerate  regenerateProposal
 * DELETE /user/conversations/:uuid/proposal             dismissProposal
 */
import {
  dismissProposal as dismissProposalEndpoint,
  regenerateProposal as regenerateProposalEndpoint,
  sendProposal as sendProposalEndpoint,
} from '#contracts/proposals.ts'
import type { Routes } from '../../../http/routes.ts'
import { findConversation } from '../find.ts'
import { dismissProposal, regenerateProposal, sendProposal } from '../turns/approve.ts'
import type { Turns } from '../turns/run.ts'
import { presentProposal } from './present.ts'

/** The assistant's drafts that await an operator's approval. */
export const proposalRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, db } = context

  handle(sendProposalEndpoint, async ({ principal: { userId, operatorId }, params, body }) => {
    const { message, proposal } = await sendProposal(
      context,
      findConversation(db, userId, params.uuid),
      {
        proposalId: body.proposal_id,
        content: body.content,
        epoch: body.epoch,
        by: operatorId,
      },
    )
    return {
      message: 'Message sent successfully',
      data: message,
      proposal: presentProposal(proposal),
    }
  })

  handle(regenerateProposalEndpoint, async ({ principal: { userId }, params, body }) => {
    const row = await regenerateProposal(
      context,
      findConversation(db, userId, params.uuid),
      body.hint,
    )
    return { message: 'The assistant is writing a new draft', data: presentProposal(row) }
  })

  handle(dismissProposalEndpoint, async ({ principal: { userId, operatorId }, params }) => {
    const row = await dismissProposal(
      context,
      findConversation(db, userId, params.uuid),
      operatorId,
    )
    return { message: 'Draft dismissed', data: row ? presentProposal(row) : null }
  })
}
