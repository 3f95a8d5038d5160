import { type Request, type Response, Router } from 'express'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Http } from '../../../http/routes.ts'
import { isSid } from '../../../providers/form-api/shown.ts'
import {
  INCOMING_PATH,
  REHEARSAL_PATH,
  VOICE_PATH,
} from '../../../providers/voice/form-api/addresses.ts'
import { verdictIn } from '../../../providers/voice/form-api/amd.ts'
import { reportIn } from '../../../providers/voice/form-api/status.ts'
import { document, hangUp } from '../../../providers/voice/form-api/twiml.ts'
import { readForm, signedForm } from '../../platform/callbacks/signed-form.ts'
import type { TelephoneCalls } from './calls.ts'
import { acceptIncoming } from './incoming.ts'
import type { Rehearsals } from './rehearsals.ts'
import { applyReport, applyVerdict } from './report.ts'
import { telephoneOf } from './telephone-of.ts'
import { afterTransfer, nextFor } from './transfer.ts'

type Needs = Context &
  Pick<Http, 'gate'> & {
    readonly telephoneCalls: TelephoneCalls
    readonly rehearsals: Rehearsals
  }

/**
 * Callbacks of the telephone provider: incoming calls, call status, answering machine detection, and instructions
 * after a stream ends. Only requests signed with the account's token are accepted.
 */
export function telephoneCallbackRoutes(context: Needs): Router {
  const { formApi, rehearsals, now } = context
  const router = Router({ strict: true, caseSensitive: true })
  const paths = ['status', 'amd', 'next', 'dialled'].map((what) => `${VOICE_PATH}/${what}/:ref`)
  const [status, verdict, next, dialled] = paths as [string, string, string, string]

  router.post(status, readForm, async (req, res) => {
    const { account, form } = signed(req)
    const report = reportIn(form, now())
    if (report) await applyReport(context, telephoneOf(context, account), refOf(req), report)
    answer(res, document())
  })

  router.post(verdict, readForm, async (req, res) => {
    const found = verdictIn(signed(req).form)
    if (found) await applyVerdict(context, refOf(req), found)
    answer(res, document())
  })

  router.post(next, readForm, async (req, res) => {
    signed(req)
    answer(res, (await nextFor(context, refOf(req))) ?? document(hangUp()))
  })

  router.post(dialled, readForm, async (req, res) => {
    const { form } = signed(req)
    const reported = { sid: form.get('CallSid') ?? '', status: form.get('DialCallStatus') ?? '' }
    answer(res, (await afterTransfer(context, refOf(req), reported)) ?? document(hangUp()))
  })

  router.post(INCOMING_PATH, readForm, async (req, res) => {
    const { account, form } = signed(req)
    const [sid, from, to] = ['CallSid', 'From', 'To'].map((name) => form.get(name) ?? '')
    if (!isSid(sid)) throw new AppError('bad_request')
    answer(res, await acceptIncoming(context, account, { sid, from: from!, to: to! }))
  })

  router.post(`${REHEARSAL_PATH}/:ref`, readForm, (req, res) => {
    signed(req)
    if (!rehearsals.note(refOf(req), 'request')) throw new AppError('signature_invalid')
    answer(res, document())
  })

  router.all([...paths, INCOMING_PATH, `${REHEARSAL_PATH}/:ref`], () => {
    throw new AppError('method_not_allowed', { headers: { Allow: 'POST' } })
  })

  /** The form of a signed request of the account. @throws AppError 403 for any other request */
  function signed(req: Request) {
    const account = formApi.account()
    const form = signedForm(context, account?.token, req)
    if (!account || form.get('AccountSid') !== account.account)
      throw new AppError('signature_invalid')
    return { account, form }
  }

  return router
}

const refOf = ({ params }: Request): string => String(params['ref'])

function answer(res: Response, twiml: string): void {
  res.set({ 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end(twiml)
}
