import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import {
  callFormApi,
  type FormApiAccount,
  type FormApiNeeds,
  objectIn,
} from '../../form-api/account.ts'
import { scrubbedFault } from '../../form-api/scrub.ts'
import { OutgoingError } from '../../http/outgoing-error.ts'

/** A voice-capable number of an account. */
export interface VoiceNumber {
  /** E.164. */
  readonly number: string
  /** URL called for incoming calls; empty if none is set. */
  readonly voiceUrl: string
}

/** Numbers of an account, or the reason why they are unknown. */
export type VoiceNumbers =
  | { readonly numbers: readonly VoiceNumber[] }
  | { readonly fault: Fault<ReasonCode> }

/** Lists the voice-capable numbers of an account, up to a thousand. */
export async function listVoiceNumbers(
  context: FormApiNeeds,
  account: FormApiAccount,
): Promise<VoiceNumbers> {
  try {
    const path = '/IncomingPhoneNumbers.json?PageSize=1000'
    const response = await callFormApi(context, account, { path })
    if (response.status !== 200)
      return { fault: fault('sms_provider_status', { status: response.status }) }
    const listed = objectIn(response)?.['incoming_phone_numbers']
    if (!Array.isArray(listed)) return { fault: fault('sms_provider_foreign') }
    return { numbers: listed.flatMap(voiceNumberIn) }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const reason = scrubbedFault(error.fault, account)
    return { fault: fault('outgoing_failed', { reason }) }
  }
}

function voiceNumberIn(shown: unknown): VoiceNumber[] {
  const { phone_number: number, capabilities, voice_url: url } = Object(shown)
  const canSpeak = Object(capabilities).voice === true
  if (!canSpeak || typeof number !== 'string' || !/^\+[1-9]\d{1,14}$/.test(number)) return []
  return [{ number, voiceUrl: typeof url === 'string' ? url : '' }]
}
