import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Http } from '../../../http/routes.ts'
import { MEDIA_PATH } from '../../../providers/voice/form-api/addresses.ts'
import { assertUpgradeSigned } from '../../platform/callbacks/signed-form.ts'
import { socketsOf, upgradeOf } from '../upgrade.ts'
import type { TelephoneCalls } from './calls.ts'
import { telephoneQueries } from './queries.ts'
import type { Rehearsals } from './rehearsals.ts'

type Needs = Context &
  Pick<Http, 'gate'> & {
    readonly telephoneCalls: TelephoneCalls
    readonly rehearsals: Rehearsals
  }

/** Maximum message size of a provider, bytes: 2 s of audio. */
const MAX_MESSAGE_BYTES = 24 * 1024

/** The media stream of a call. Only signed upgrades for a call that is waiting for its stream are accepted. */
export function telephoneMediaRoutes(context: Needs): Router {
  const { db, formApi, telephoneCalls, rehearsals } = context
  const router = Router({ strict: true, caseSensitive: true })
  const openSocket = socketsOf(MAX_MESSAGE_BYTES)

  router.get(`${MEDIA_PATH}/:ref`, (req, res) => {
    const account = formApi.account()
    assertUpgradeSigned(context, account?.token, req)
    const upgrade = upgradeOf(req)
    if (!upgrade) throw new AppError('bad_request')
    const { ref } = req.params
    const callId = telephoneQueries(db).callOf(ref)
    const isRehearsal = rehearsals.note(ref, 'stream')
    const isOfCall = callId !== undefined && telephoneCalls.isAwaited(callId)
    if (!account || !(isRehearsal || isOfCall)) throw new AppError('signature_invalid')
    openSocket(res, upgrade, (socket) => {
      if (isOfCall) telephoneCalls.serve({ socket, account, callId, ref })
      else socket.close()
    })
  })

  return router
}
