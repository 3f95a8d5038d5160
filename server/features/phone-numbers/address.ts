import type { PhoneNumberType } from '#contracts/enums.ts'
import { parseOwnNumber } from '../platform/values/telephone.ts'

/** Stored address of an account's line. */
export interface Address {
  /** E.164, or a SIP address. */
  readonly phone_number: string
  /** Two-letter code. */
  readonly country_code: string
}

/** Country code for SIP addresses, reserved by ISO 3166 for private use. */
const NOWHERE = 'ZZ'

const SIP_ADDRESS =
  /^sips?:[\w.!~*'()&=+$,;?/%-]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/i

/**
 * Parses a number: in international format or, for a SIP line, alternatively an address `sip:user@host`. Undefined if
 * it is neither.
 */
export function addressOf(type: PhoneNumberType, sent: string): Address | undefined {
  if (type === 'sip' && SIP_ADDRESS.test(sent)) {
    return { phone_number: sent, country_code: NOWHERE }
  }
  const number = parseOwnNumber(sent)
  return number && { phone_number: number.e164, country_code: number.country }
}
