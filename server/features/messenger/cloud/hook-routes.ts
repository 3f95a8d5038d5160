import express, { type Request, type RequestHandler, Router } from 'express'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { addressKey } from '../../../http/rate-limit.ts'
import type { Http } from '../../../http/routes.ts'
import { reportsIn } from '../../../providers/messenger/cloud-api/reports.ts'
import { isCloudSigned, isSame } from '../../../providers/messenger/cloud-api/signature.ts'
import { CLOUD_HOOK_PATH, openSecrets } from './configured.ts'
import { cloudQueries } from './queries.ts'
import { takeReports } from './take.ts'

type Needs = Context & Pick<Http, 'gate'>

/** Maximum size of a report, bytes: the service sends at most 3 MB. */
const REPORT_BYTES = 3 * 1024 * 1024

const parse = express.raw({ limit: REPORT_BYTES, type: () => true, inflate: false })

/** Bytes of a report, as they were signed. */
const readBytes: RequestHandler = (req, res, next) =>
  parse(req, res, (error?: unknown) => {
    const { type, status } = (error ?? {}) as { type?: string; status?: number }
    if (type === 'entity.too.large') next(new AppError('body_too_large'))
    else if (status === 415) next(new AppError('wrong_content_type', { params: JSON_TYPE }))
    else next(error)
  })

const JSON_TYPE = { type: 'application/json' }

/**
 * The webhook of the cloud API: its verification, and signed reports of messages and statuses. A report is answered once it is
 * stored; the service repeats those that are not answered.
 */
export function messengerCloudHookRoutes(context: Needs): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const path = `${CLOUD_HOOK_PATH}/:hook`

  router.get(path, (req, res) => {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = req.query
    const isOurs = secretsOf(context, req).some(({ verifyToken }) => isSame(verifyToken, token))
    // It is returned as it came, so that it must not be able to be anything else.
    const isPlain = typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge)
    if (mode !== 'subscribe' || !isOurs || !isPlain) throw refused(context, req)
    res.set({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    res.end(challenge)
  })

  // Nothing is read for an address that no number has.
  const knownOnly: RequestHandler = (req, _res, next) => {
    if (secretsOf(context, req).length === 0) throw refused(context, req)
    next()
  }

  router.post(path, knownOnly, readBytes, async (req, res) => {
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0)
    const signature = req.headers['x-hub-signature-256']
    const isOurs = secretsOf(context, req).some(({ appSecret }) =>
      isCloudSigned(appSecret, body, signature),
    )
    if (!isOurs) throw refused(context, req)
    await takeReports(context, rowsOf(context, req), reportsIn(body) ?? [])
    res.set('Cache-Control', 'no-store')
    res.end()
  })

  router.all(path, () => {
    throw new AppError('method_not_allowed', { headers: { Allow: 'GET, POST' } })
  })
  return router
}

const rowsOf = ({ db }: Needs, req: Request) => cloudQueries(db).byHook(String(req.params['hook']))

function secretsOf(context: Needs, req: Request) {
  return rowsOf(context, req).flatMap((row) => {
    const opened = openSecrets(context, row)
    return 'fault' in opened ? [] : [opened]
  })
}

function refused({ gate }: Needs, req: Request): AppError {
  gate.limit('badKeys', addressKey(req.ip))
  return new AppError('signature_invalid')
}
