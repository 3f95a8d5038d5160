/*
 * POST   /user/conversations/:uuid/tool-calls/:id/approve  approveToolCall
 * POST   /user/conversations/:uuid/tool-calls/:id/decline  declineToolCall
 */
import { approveToolCall, declineToolCall } from '#contracts/tool-approvals.ts'
import { assertMay } from '../../../http/policy.ts'
import type { Routes } from '../../../http/routes.ts'
import { findConversation } from '../find.ts'
import { presentToolCall } from '../tools/present-call.ts'
import { decideCall } from './decide.ts'

/** Tool calls that wait for a person. */
export const toolApprovalRoutes: Routes = (context) => {
  const { handle, db, write } = context

  handle(approveToolCall, async ({ principal, params, body: { always }, localizer }) => {
    // Changing a tool takes more than answering visitors.
    if (always) assertMay(principal, 'assistants')
    const conversation = findConversation(db, principal.userId, params.uuid)
    const by = principal.operatorId
    const decision = { callId: params.id, by, isApproved: true, isAlways: always }
    const row = await write((tx) => decideCall(tx, context, conversation, decision))
    return { message: 'The call is approved', data: presentToolCall(row, localizer) }
  })

  handle(declineToolCall, async ({ principal, params, body: { reason }, localizer }) => {
    const conversation = findConversation(db, principal.userId, params.uuid)
    const by = principal.operatorId
    const decision = { callId: params.id, by, isApproved: false, reason }
    const row = await write((tx) => decideCall(tx, context, conversation, decision))
    return { message: 'The call is declined', data: presentToolCall(row, localizer) }
  })
}
