import { type Fault, fault } from '#contracts/faults.ts'
import type { FormApiAccount } from '../../form-api/account.ts'
import { scrubbed } from '../../form-api/scrub.ts'
import { type ProviderRecord, sidIn } from '../../form-api/shown.ts'
import { providerError } from '../../provider-error.ts'
import type { Found } from '../provider.ts'

type KnownStatus = Extract<Found, { result: 'found' }>['status']

/** The provider's message statuses mapped to Parley's. */
const STATUSES: Readonly<Record<string, KnownStatus>> = {
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
}

/** Maps a provider's status; undefined if it is unknown. */
export const statusOf = (status: string): KnownStatus | undefined =>
  Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined

/** Billed segments, if reported: digits in a string. */
export function segmentsIn({ num_segments: sent }: ProviderRecord): number | undefined {
  const segments = Number(sent)
  return Number.isInteger(segments) && segments > 0 && segments <= 100 ? segments : undefined
}

/** Reads the state of a message returned by a provider. */
export function foundOf(shown: ProviderRecord, account: FormApiAccount): Found {
  const sid = sidIn(shown)
  const status = statusOf(String(shown['status']))
  if (!sid || !status) return { result: 'unclear', error: fault('sms_answer_broken') }
  const { error_code: code, error_message: message } = shown
  const error = errorOf(code, message, account)
  return { result: 'found', sid, status, segments: segmentsIn(shown), error }
}

/** The provider's error, of which it may have sent the number, the words, both or neither. */
function errorOf(code: unknown, message: unknown, account: FormApiAccount): Fault | undefined {
  const number = /^\d{1,9}$/.test(String(code)) ? Number(code) : undefined
  if (typeof message !== 'string')
    return number === undefined ? undefined : fault('verbatim', { text: String(number) })
  const text = scrubbed(message, account)
  return number === undefined ? fault('verbatim', { text }) : providerError(number, text)
}
