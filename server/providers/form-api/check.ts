import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import { OutgoingError } from '../http/outgoing-error.ts'
import { callFormApi, type FormApiAccount, type FormApiNeeds, objectIn } from './account.ts'
import { scrubbed, scrubbedFault } from './scrub.ts'

/** Result of verifying an account with a provider. */
export interface Check {
  readonly ok: boolean
  readonly message: Fault<ReasonCode>
  readonly accountName: string | null
}

/** Verifies an account by fetching it from its provider; nothing is sent to anyone. */
export async function checkFormApi(context: FormApiNeeds, account: FormApiAccount): Promise<Check> {
  try {
    const response = await callFormApi(context, account, { path: '' })
    const answer = objectIn(response)
    if (response.status !== 200) return no(reasonOf(response.status))
    if (typeof answer?.['sid'] !== 'string') return no(fault('sms_provider_foreign'))
    const status = String(answer['status'] ?? 'active')
    if (status !== 'active')
      return no(fault('sms_account_not', { status: scrubbed(status, account) }))
    const name = scrubbed(String(answer['friendly_name'] ?? ''), account)
    return { ok: true, message: fault('sms_account_known'), accountName: name || null }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const reason = scrubbedFault(error.fault, account)
    return no(
      fault(error.code === 'blocked' ? 'sms_provider_blocked' : 'outgoing_failed', { reason }),
    )
  }
}

const no = (message: Fault<ReasonCode>): Check => ({ ok: false, message, accountName: null })

function reasonOf(status: number): Fault<ReasonCode> {
  if (status === 401 || status === 403) return fault('sms_account_refused')
  if (status === 404) return fault('sms_account_unknown')
  if (status >= 300 && status < 400) return fault('sms_provider_redirects', { status })
  return fault('sms_provider_status', { status })
}
