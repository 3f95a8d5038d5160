import type { Form, FormApiAccount, FormApiNeeds } from '../../form-api/account.ts'
import { lookUpFormApi } from '../../form-api/look-up.ts'
import { postForm } from '../../form-api/outcome.ts'
import type { ProviderRecord } from '../../form-api/shown.ts'
import type { SmsProvider } from '../provider.ts'
import { foundOf, segmentsIn } from './message.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** Polling times for delivery, ms after sending: the provider may be unable to report to us. */
const FOLLOW_UPS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]

/** Provider name stored with each message of an account. */
export const formApiName = (account: string): string => `form-api:${account}`

/** Callback URL for delivery reports; undefined while this server cannot be reached from outside. */
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
    async lookup({ sid, to, from, createdAt, body, isTaken }, signal) {
      const isThis = (shown: ProviderRecord) => shown['body'] === body
      const record = { list: 'Messages', since: 'DateSent>', sid, to, from, createdAt }
      const asked = { ...record, isTaken, isThis }
      const found = await lookUpFormApi(context, account, asked, signal)
      return found.result === 'found' ? foundOf(found.shown, account) : found
    },
  }
}
