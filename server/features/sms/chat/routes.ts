import { type Request, type Response, Router } from 'express'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Http } from '../../../http/routes.ts'
import { isSid } from '../../../providers/form-api/shown.ts'
import type { Turns } from '../../conversations/turns/run.ts'
import { readForm, signedForm } from '../../platform/callbacks/signed-form.ts'
import { INBOUND_PATH, STATUS_PATH } from '../provider/configured.ts'
import { receiveSms } from './receive.ts'
import { applyReport } from './report.ts'

type Needs = Context & Pick<Http, 'gate'> & { readonly turns: Turns }

/** A response without an immediate reply. */
const NOTHING = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/**
 * Callbacks of the SMS provider: delivery reports and incoming messages. Only requests signed with the account's token
 * are accepted, and only these two endpoints accept forms.
 */
export function smsCallbackRoutes(context: Needs): Router {
  const router = Router({ strict: true, caseSensitive: true })

  router.post(STATUS_PATH, readForm, async (req, res) => {
    const form = formOf(context, req)
    await applyReport(context, {
      reference: String(req.query['reference'] ?? ''),
      sid: form.get('MessageSid') ?? '',
      status: form.get('MessageStatus') ?? '',
      errorCode: form.get('ErrorCode') ?? '',
    })
    answer(res)
  })

  router.post(INBOUND_PATH, readForm, async (req, res) => {
    const form = formOf(context, req)
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

const formOf = (context: Needs, req: Request): URLSearchParams =>
  signedForm(context, context.formApi.account()?.token, req)

function answer(res: Response): void {
  res.set({ 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end(NOTHING)
}
