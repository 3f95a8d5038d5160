import { type Request, type Response, Router } from 'express'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Http } from '../../../http/routes.ts'
import { isSid } from '../../../providers/form-api/shown.ts'
import { readForm, signedForm } from '../../platform/callbacks/signed-form.ts'
import { FORM_INBOUND_PATH, FORM_STATUS_PATH } from './configured.ts'
import { takeFormMessage, takeFormStatus } from './take.ts'

type Needs = Context & Pick<Http, 'gate'>

/** A response without an immediate reply. */
const NOTHING = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/**
 * Reports of the provider about messages of the channel: those of customers, and statuses. Only requests signed with the account's
 * token are accepted. A report is answered once it is stored.
 */
export function messengerFormHookRoutes(context: Needs): Router {
  const router = Router({ strict: true, caseSensitive: true })

  router.post(FORM_INBOUND_PATH, readForm, async (req, res) => {
    const form = formOf(context, req)
    if (isSid(form.get('MessageSid'))) await takeFormMessage(context, form)
    answer(res)
  })

  router.post(FORM_STATUS_PATH, readForm, async (req, res) => {
    const form = formOf(context, req)
    const reference = String(req.query['reference'] ?? '')
    if (isSid(form.get('MessageSid'))) await takeFormStatus(context, form, reference)
    answer(res)
  })

  router.all([FORM_INBOUND_PATH, FORM_STATUS_PATH], () => {
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
