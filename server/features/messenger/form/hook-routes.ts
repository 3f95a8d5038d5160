import { Router } from 'express'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Http } from '../../../http/routes.ts'
import { isSid } from '../../../providers/form-api/shown.ts'
import { answerNothing, formOfAccount, readForm } from '../../platform/callbacks/signed-form.ts'
import { FORM_INBOUND_PATH, FORM_STATUS_PATH } from './configured.ts'
import { takeFormMessage, takeFormStatus } from './take.ts'

type Needs = Context & Pick<Http, 'gate'>

/**
 * Reports of the provider about messages of the channel: those of customers, and statuses. Only requests signed with the account's
 * token are accepted. A report is answered once it is stored.
 */
export function messengerFormHookRoutes(context: Needs): Router {
  const router = Router({ strict: true, caseSensitive: true })

  router.post(FORM_INBOUND_PATH, readForm, async (req, res) => {
    const form = formOfAccount(context, req)
    if (isSid(form.get('MessageSid'))) await takeFormMessage(context, form)
    answerNothing(res)
  })

  router.post(FORM_STATUS_PATH, readForm, async (req, res) => {
    const form = formOfAccount(context, req)
    const reference = String(req.query['reference'] ?? '')
    if (isSid(form.get('MessageSid'))) await takeFormStatus(context, form, reference)
    answerNothing(res)
  })

  router.all([FORM_INBOUND_PATH, FORM_STATUS_PATH], () => {
    throw new AppError('method_not_allowed', { headers: { Allow: 'POST' } })
  })
  return router
}
