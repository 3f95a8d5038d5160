import { Router } from 'express'
import { WebSocketServer } from 'ws'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Http } from '../../../http/routes.ts'
import type { FormApiAccount } from '../../../providers/form-api/account.ts'
import { MEDIA_PATH } from '../../../providers/voice/form-api/addresses.ts'
import { assertUpgradeSigned } from '../../platform/callbacks/signed-form.ts'
import { upgradeOf } from '../live/upgrade.ts'
import type { TelephoneCalls } from './calls.ts'
import { telephoneQueries } from './queries.ts'

type Needs = Context &
  Pick<Http, 'gate'> & {
    readonly telephoneCalls: TelephoneCalls
    /** The account that carries telephone calls, where there is one. */
    readonly account: () => FormApiAccount | undefined
  }

/** Largest message of a provider, bytes: 2 s of sound. */
const MOST_BYTES = 24 * 1024

/** The stream of a call's sound. Only an upgrade that is signed for a call whose stream is awaited becomes a socket. */
export function telephoneMediaRoutes(context: Needs): Router {
  const { db, telephoneCalls, account: accountOf } = context
  const router = Router({ strict: true, caseSensitive: true })
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MOST_BYTES,
  })

  router.get(`${MEDIA_PATH}/:ref`, (req, res) => {
    const account = accountOf()
    assertUpgradeSigned(context, account?.token, req)
    const upgrade = upgradeOf(req)
    if (!upgrade) throw new AppError('bad_request')
    const { ref } = req.params
    const callId = telephoneQueries(db).callOf(ref)
    if (!account || callId === undefined || !telephoneCalls.isAwaited(callId))
      throw new AppError('signature_invalid')
    res.detachSocket(req.socket)
    sockets.handleUpgrade(req, upgrade.socket, upgrade.head, (socket) =>
      telephoneCalls.serve({ socket, account, callId, ref }),
    )
  })

  return router
}
