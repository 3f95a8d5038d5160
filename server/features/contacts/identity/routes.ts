/*
 * GET    /user/assistant/:id/identity-secret         getIdentitySecret
 * POST   /user/assistant/:id/identity-secret/rotate  rotateIdentitySecret
 * POST   /widget/identity                            identifyVisitor
 * DELETE /widget/session                             closeVisitorSession
 * DELETE /widget/visitor                             eraseVisitor
 */
import {
  closeVisitorSession,
  eraseVisitor,
  getIdentitySecret,
  identifyVisitor,
  rotateIdentitySecret,
} from '#contracts/identity.ts'
import { notFound } from '../../../errors.ts'
import { bearerOf } from '../../../http/principal.ts'
import type { Routes } from '../../../http/routes.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import type { Turns } from '../../conversations/turns/run.ts'
import { tokenCredential } from '../../conversations/visitors/credentials.ts'
import { visitorQueries } from '../../conversations/visitors/queries.ts'
import { eraseContact } from '../erase.ts'
import { identify } from './identify.ts'
import { identitySecret, rotateSecret } from './secrets.ts'
import { verifyIdentity } from './verify.ts'

/** Identity of visitors: verification, sign-out and erasure. */
export const identityRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, db, write, hub } = context

  handle(getIdentitySecret, ({ principal, params }) =>
    write((tx) => identitySecret(tx, context, find(principal.userId, params.id))),
  )

  handle(rotateIdentitySecret, ({ principal, params }) =>
    rotateSecret(context, find(principal.userId, params.id)),
  )

  handle(identifyVisitor, async ({ principal, body, req }) => {
    const identity = await verifyIdentity(context, principal.assistantId, body.identity)
    const { visitor, token } = await identify(context, principal, bearerOf(req)!, identity)
    return { visitor_id: visitor.uuid, token }
  })

  handle(closeVisitorSession, async ({ principal }) => {
    await write((tx) => visitorQueries(db).revokeToken(tx, principal.tokenHash))
    hub.closeSession(tokenCredential(principal.tokenHash))
    return { message: 'Signed out' }
  })

  handle(eraseVisitor, async ({ principal }) => {
    await eraseContact(context, principal.id)
    return { message: 'Erased' }
  })

  function find(userId: number, id: number): number {
    if (!assistantQueries(db).has(userId, id)) throw notFound('assistant_not_found')
    return id
  }
}
