/*
 * POST   /session/preview  previewSignIn
 * POST   /session          openSession
 * GET    /session          getSession
 * DELETE /session          closeSession
 * POST   /session/links    createSignInLink
 */
import { timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { fault } from '#contracts/faults.ts'
import {
  closeSession,
  createSignInLink,
  getSession,
  openSession,
  previewSignIn,
  type SignedIn,
} from '#contracts/sessions.ts'
import { toInstant } from '../../../db/time.ts'
import { InvalidFields, unauthenticated } from '../../../errors.ts'
import { capabilitiesOf } from '../../../http/policy.ts'
import { hashOf, type Operator } from '../../../http/principal.ts'
import { addressKey } from '../../../http/rate-limit.ts'
import type { Routes } from '../../../http/routes.ts'
import { presentAccount } from '../present.ts'
import { accountQueries } from '../queries.ts'
import { createOwnerLink, openBrowserSession, operatorOfSecret } from './sign-in.ts'

/** Maximum length of a stored user agent, characters. */
const MAX_USER_AGENT = 300

const secretNotValid = () => new InvalidFields({ secret: [fault('secret_not_valid')] })

/** Browser sessions of operators, and sign-in links. */
export const sessionRoutes: Routes = (context) => {
  const { handle, gate, db, write, now, config, control, hub } = context
  const accounts = accountQueries(db)
  const presentSignedIn = (operator: Operator): SignedIn => ({
    ...presentAccount(db, operator.userId),
    role: operator.role,
    capabilities: capabilitiesOf(operator),
  })
  handle(previewSignIn, ({ body, req }) => {
    if (!gate.isSameOrigin(req)) throw unauthenticated()
    gate.limit('signIns', addressKey(req.ip))
    const found = operatorOfSecret(context, body.secret)
    if (!found) throw secretNotValid()
    const { name: account, email } = accounts.user(found.userId)!
    const current = req.headers.authorization === undefined ? gate.identify(req) : undefined
    const is_current = current?.operatorId === found.operatorId && current.isByKey === found.isByKey
    return { name: found.name, account, email, is_current }
  })

  handle(openSession, async ({ body, req, res }) => {
    if (!gate.isSameOrigin(req)) throw unauthenticated()
    gate.limit('signIns', addressKey(req.ip))
    const session = await openBrowserSession(context, body.secret, {
      userAgent: req.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
      address: req.ip ?? null,
    })
    if (!session) throw secretNotValid()
    await endReplaced(req)
    gate.sessionCookie.set(req, res, session.cookie, config.limits.sessionMs)
    return presentSignedIn(accounts.operatorBySession(hashOf(session.cookie), now())!.operator)
  })

  handle(getSession, ({ req }) => {
    // Keys are only checked where a wrong one counts as a guess.
    const operator = req.headers.authorization === undefined ? gate.identify(req) : undefined
    return { account: operator ? presentSignedIn(operator) : null }
  })

  handle(closeSession, async ({ principal, req, res }) => {
    const cookie = gate.sessionCookie.read(req)
    if (cookie) await write((tx) => accounts.deleteSession(tx, hashOf(cookie)))
    hub.dismiss(principal.credential)
    gate.sessionCookie.clear(req, res)
    return { message: 'Signed out' }
  })

  handle(createSignInLink, async ({ body, req }) => {
    gate.limit('signIns', addressKey(req.ip))
    if (!gate.isSameOrigin(req) || !timingSafeEqual(hashOf(body.control), hashOf(control)))
      throw unauthenticated()
    const link = await createOwnerLink(context)
    return { url: link.url, expires_at: toInstant(link.expiresAt) }
  })

  /** Ends the browser's previous session and notifies its other tabs. */
  async function endReplaced(req: Request): Promise<void> {
    const cookie = gate.sessionCookie.read(req)
    const replaced =
      cookie === undefined ? undefined : accounts.operatorBySession(hashOf(cookie), now())
    if (cookie === undefined || !replaced) return
    await write((tx) => accounts.deleteSession(tx, hashOf(cookie)))
    hub.closeSession(replaced.operator.credential)
  }
}
