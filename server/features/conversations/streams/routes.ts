/*
 * GET    /user/stream    followAccount
 * GET    /widget/stream  followVisitor
 */
import type { Request, Response } from 'express'
import type { Capability } from '#contracts/capabilities.ts'
import { events } from '#contracts/events.ts'
import { followAccount, followVisitor } from '#contracts/streams.ts'
import { may } from '../../../http/policy.ts'
import { addressKey } from '../../../http/rate-limit.ts'
import type { Routes } from '../../../http/routes.ts'
import { EVENT_STREAM } from '../../../realtime/stream.ts'
import { tokenCredential, visitorCredential } from '../visitors/credentials.ts'

/** Capability that an operator needs to receive an event. */
function capabilityOf(type: string): Capability {
  const spec = events[type as keyof typeof events]
  return 'capability' in spec ? spec.capability : 'desk'
}

/** Event streams of the desk and the widget. */
export const streamRoutes: Routes = ({ handle, hub, attendance }) => {
  handle(followAccount, ({ principal, query, req, res }) => {
    if (req.method === 'HEAD') return endHead(res)
    const { tab } = query
    hub.joinUser(principal.userId, {
      res,
      after: lastSeen(req) ?? query.after,
      credentials: [principal.credential],
      shows: ({ type, operator_id }) =>
        may(principal, capabilityOf(type)) &&
        (operator_id === null || operator_id === principal.operatorId),
      onClose: tab === undefined ? undefined : attendance.follow(principal, tab),
    })
  })

  handle(followVisitor, ({ principal, query, req, res }) => {
    if (req.method === 'HEAD') return endHead(res)
    hub.joinVisitor(principal, {
      res,
      address: addressKey(req.ip),
      after: lastSeen(req) ?? query.after,
      credentials: [
        `assistant:${principal.assistantId}`,
        visitorCredential(principal.id),
        tokenCredential(principal.tokenHash),
      ],
    })
  })
}

/** Answers HEAD requests without a stream, which would never end. */
function endHead(res: Response): void {
  res.writeHead(200, EVENT_STREAM).end()
}

/** Position from which a returning reader resumes. */
function lastSeen(req: Request): number | undefined {
  const id = req.headers['last-event-id']
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}
