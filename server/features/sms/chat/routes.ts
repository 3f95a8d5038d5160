import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Http } from '../../../http/routes.ts'
import { isSid } from '../../../providers/form-api/shown.ts'
import type { Turns } from '../../conversations/turns/run.ts'
import { answerNothing, formOfAccount, readForm } from '../../platform/callbacks/signed-form.ts'
import { INBOUND_PATH, STATUS_PATH } from '../provider/configured.ts'
import { receiveSms } from './receive.ts'
import { applyReport } from './report.ts'

type Needs = Context & Pick<Http, 'gate'> & { readonly turns: Turns }

/**
 * Callbacks of the SMS provider: delivery reports and incoming messages. Only requests signed with the account's token
 * are accepted, and only these two endpoints accept forms.
 */
export function smsCallbackRoutes(context: Needs): Router {
  const router = Router({ strict: true, caseSensitive: true })

  router.post(STATUS_PATH, readForm, async (req, res) => {
    const form = formOfAccount(context, req)
    await applyReport(context, {
      reference: String(req.query['reference'] ?? ''),
      sid: form.get('MessageSid') ?? '',
      status: form.get('MessageStatus') ?? '',
      errorCode: form.get('ErrorCode') ?? '',
    })
    answerNothing(res)
  })

  router.post(INBOUND_PATH, readForm, async (req, res) => {
    const form = formOfAccount(context, req)
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
    answerNothing(res)
  })

  router.all([STATUS_PATH, INBOUND_PATH], () => {
    throw new AppError('method_not_allowed', { headers: { Allow: 'POST' } })
  })
  return router
}
