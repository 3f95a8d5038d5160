import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { addressKey } from '../../../http/rate-limit.ts'
import type { Http } from '../../../http/routes.ts'
import { isSid } from '../../../providers/sms/form-api/message.ts'
import { isSigned } from '../../../providers/sms/form-api/signature.ts'
import type { Turns } from '../../conversations/turns/run.ts'
import { INBOUND_PATH, STATUS_PATH, unsealed } from '../provider/configured.ts'
import { smsProviderQueries } from '../provider/queries.ts'
import { receiveSms } from './receive.ts'
import { applyReport } from './report.ts'

type Needs = Context & Pick<Http, 'gate'> & { readonly turns: Turns }

/** Largest form of a provider, bytes. */
const FORM_BYTES = 32 * 1024

/** Says that nothing is to be answered right away. */
const NOTHING = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/**
 * Callbacks of the provider of text messages: delivery reports, and messages that come in. Only requests signed with
 * the account's token are accepted, and only these two take a form.
 */
export function smsCallbackRoutes(context: Needs): Router {
  const router = Router({ strict: true, caseSensitive: true })

  router.post(STATUS_PATH, readForm, async (req, res) => {
    const form = signedForm(context, req)
    await applyReport(context, {
      reference: String(req.query['reference'] ?? ''),
      sid: form.get('MessageSid') ?? '',
      status: form.get('MessageStatus') ?? '',
      errorCode: form.get('ErrorCode') ?? '',
    })
    answer(res)
  })

  router.post(INBOUND_PATH, readForm, async (req, res) => {
    const form = signedForm(context, req)
    const sid = form.get('MessageSid')
    const media = Number(form.get('NumMedia') ?? 0)
    if (isSid(sid))
      await receiveSms(context, {
        sid,
        from: form.get('From') ?? '',
        to: form.get('To') ?? '',
        body: form.get('Body') ?? '',
        media: Number.isInteger(media) && media > 0 ? Math.min(media, 99) : 0,
      })
    answer(res)
  })

  router.all([STATUS_PATH, INBOUND_PATH], () => {
    throw new AppError('method_not_allowed', { headers: { Allow: 'POST' } })
  })
  return router
}

const parse = express.text({ limit: FORM_BYTES, type: () => true, inflate: false })

const readForm: RequestHandler = (req, res, next) => {
  const type = req.headers['content-type'] ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw noForm()
  parse(req, res, (error?: unknown) => next(error === undefined ? undefined : translated(error)))
}

const noForm = () =>
  new AppError('wrong_content_type', { params: { type: 'application/x-www-form-urlencoded' } })

function translated(error: unknown): unknown {
  const { type, status } = error as { type?: string; status?: number }
  if (type === 'entity.too.large') return new AppError('body_too_large')
  if (status === 415) return noForm()
  return error
}

/**
 * The form of a request that the provider has signed. The address is the one that the provider was given, never one that
 * the request claims.
 * @throws AppError 403 for every other request
 */
function signedForm({ db, vault, config, gate }: Needs, req: Request): URLSearchParams {
  const fields = new URLSearchParams(typeof req.body === 'string' ? req.body : '')
  const row = smsProviderQueries(db).find()
  const opened = row && unsealed(vault, row)
  const isKnown =
    opened !== undefined &&
    'token' in opened &&
    config.publicUrl !== undefined &&
    isSigned(
      opened.token,
      { url: `${config.publicUrl}${req.originalUrl}`, fields },
      req.headers['x-twilio-signature'],
    )
  if (isKnown) return fields
  gate.limit('badKeys', addressKey(req.ip))
  throw new AppError('signature_invalid')
}

function answer(res: Response): void {
  res.set({ 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end(NOTHING)
}
