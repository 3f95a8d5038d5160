/*
 * POST   /widget/conversations/:uuid/calls    startVisitorCall
 * POST   /user/conversations/:uuid/listeners  listenToCall
 */
import { listenToCall, startVisitorCall } from '#contracts/live-calls.ts'
import type { Routes } from '../../../http/routes.ts'
import type { DeskCalls } from '../desk/desk-calls.ts'
import type { WebCalls } from './web-calls.ts'

/** Calls from websites, which begin with a ticket to their socket (`upgrade.ts`), and who listens to them. */
export const webCallRoutes: Routes<{ webCalls: WebCalls; deskCalls: DeskCalls }> = ({
  handle,
  gate,
  webCalls,
  deskCalls,
}) => {
  handle(startVisitorCall, ({ principal, params, req }) => {
    gate.limit('visitorCalls', String(principal.id))
    return {
      ticket: webCalls.admit({
        visitorId: principal.id,
        conversation: params.uuid,
        origin: req.headers.origin,
      }),
    }
  })

  handle(listenToCall, ({ principal, params, req }) => {
    gate.limit('operatorListens', String(principal.operatorId))
    const { origin } = req.headers
    return { ticket: deskCalls.admit({ operator: principal, conversation: params.uuid, origin }) }
  })
}
