/*
 * POST   /widget/conversations/:uuid/calls  startVisitorCall
 */
import { startVisitorCall } from '#contracts/web-calls.ts'
import type { Routes } from '../../../http/routes.ts'
import type { WebCalls } from './web-calls.ts'

/** Calls from websites, which begin with a ticket to their socket (`upgrade.ts`). */
export const webCallRoutes: Routes<{ webCalls: WebCalls }> = ({ handle, gate, webCalls }) => {
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
}
