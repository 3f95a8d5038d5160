import { fault } from '#contracts/faults.ts'
import {
  callFormApi,
  type Form,
  type FormApiAccount,
  type FormApiNeeds,
  objectIn,
} from '../../form-api/account.ts'
import { postForm } from '../../form-api/outcome.ts'
import { searchFormApi } from '../../form-api/search.ts'
import type { Shown } from '../../form-api/shown.ts'
import type { Found, QuestionedSms, SmsProvider } from '../provider.ts'
import { foundOf, segmentsIn } from './message.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** Polling times for delivery, ms after sending: the provider may be unable to report to us. */
const FOLLOW_UPS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]

/** Data kept with each message of an account. */
export const formApiName = (account: string): string => `form-api:${account}`

/** Callback address for delivery reports; undefined while this server cannot be reached from outside. */
type CallbackOf = (reference: string) => string | undefined

/** A provider of the common form API (docs/SMS.md). */
export function createFormApi(
  context: FormApiNeeds,
  account: FormApiAccount,
  callbackOf: CallbackOf,
): SmsProvider {
  return {
    name: formApiName(account.account),
    followUps: FOLLOW_UPS,
    async send({ reference, from, to, body }, signal) {
      const callback = callbackOf(reference)
      const form: Form = [
        ['To', to],
        ['From', from],
        ['Body', body],
        ...(callback === undefined ? [] : [['StatusCallback', callback] as [string, string]]),
      ]
      const posted = await postForm(context, account, { path: '/Messages.json', form, signal })
      if (posted.result !== 'accepted') return posted
      return { result: 'accepted', sid: posted.sid, segments: segmentsIn(posted.shown) }
    },
    lookup: (message, signal) =>
      message.sid === null
        ? search(context, account, message, signal)
        : fetchOne(context, account, message.sid, signal),
  }
}

async function fetchOne(
  context: FormApiNeeds,
  account: FormApiAccount,
  sid: NonNullable<QuestionedSms['sid']>,
  signal: AbortSignal,
): Promise<Found> {
  const path = `/Messages/${encodeURIComponent(sid)}.json`
  const response = await callFormApi(context, account, { path, signal })
  const shown = response.status === 200 ? objectIn(response) : undefined
  if (shown) return foundOf(shown, account)
  // It had the message: that it shows it no longer says nothing about whether it was sent.
  return { result: 'unclear', error: fault('sms_provider_status', { status: response.status }) }
}

/** Asks for a message whose sid never arrived: by numbers, text and time. */
async function search(
  context: FormApiNeeds,
  account: FormApiAccount,
  { to, from, createdAt, body, isTaken }: QuestionedSms,
  signal: AbortSignal,
): Promise<Found> {
  const isThis = (shown: Shown, sid: string) => shown['body'] === body && !isTaken(sid)
  const sought = { list: 'Messages', since: 'DateSent>', to, from, createdAt, isThis }
  const found = await searchFormApi(context, account, sought, signal)
  return found.result === 'found' ? foundOf(found.shown, account) : found
}
