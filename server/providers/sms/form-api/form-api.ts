import { fault } from '#contracts/faults.ts'
import type { Found, QuestionedSms, SmsProvider } from '../provider.ts'
import { callFormApi, type FormApiAccount, type FormApiNeeds, objectIn } from './account.ts'
import { foundOf } from './message.ts'
import { outcomeOfAnswer, outcomeOfFailure } from './outcome.ts'
import { searchFormApi } from './search.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** Polling times for delivery, ms after sending: the provider may be unable to report to us. */
const FOLLOW_UPS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]

/** Data kept with each message of an account. */
export const formApiName = (account: string): string => `form-api:${account}`

/** Callback address for delivery reports; undefined while this server cannot be reached from outside. */
type CallbackOf = (reference: string) => string | undefined

/**
 * A provider of the common form API (docs/SMS.md). A definite no, and a connection that never opened, is `refused`;
 * whatever leaves any doubt is `unknown`.
 */
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
      const form = {
        To: to,
        From: from,
        Body: body,
        ...(callback !== undefined && { StatusCallback: callback }),
      }
      try {
        const response = await callFormApi(context, account, {
          path: '/Messages.json',
          form,
          signal,
        })
        return outcomeOfAnswer(response, account, context.now())
      } catch (error) {
        return outcomeOfFailure(error, account)
      }
    },
    lookup: (message, signal) =>
      message.sid === null
        ? searchFormApi(context, account, message, signal)
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
