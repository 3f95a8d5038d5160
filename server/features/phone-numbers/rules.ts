import type { PhoneNumberType } from '#contracts/enums.ts'
import type { FieldErrors } from '#contracts/errors.ts'
import type { PhoneNumberChange } from '#contracts/phone-numbers.ts'
import { addressOf } from './address.ts'
import type { PhoneNumberRow } from './queries.ts'

interface Existing {
  readonly row: PhoneNumberRow
  /** Whether an inbound assistant has the number. */
  readonly isAnswered: boolean
}

/** Checks what a schema cannot know about a number: a new one, or a change to an existing one. */
export function numberFaults(sent: PhoneNumberChange, existing?: Existing): FieldErrors {
  const { type, phone_number } = { ...existing?.row, ...sent }
  if (type === undefined || phone_number === undefined) return {}
  if (!addressOf(type, phone_number)) {
    // A change of the type alone breaks no number: it is the type that does not fit.
    return sent.phone_number === undefined
      ? { type: ['A SIP address cannot become a number of another type.'] }
      : { phone_number: [malformed(type)] }
  }
  if (type === 'caller_id' && existing?.isAnswered) {
    return {
      type: ['A number that an inbound assistant answers cannot become a Caller ID number.'],
    }
  }
  return {}
}

const malformed = (type: PhoneNumberType): string =>
  `The phone number must be in international format${type === 'sip' ? ', or an address such as sip:user@host' : ''}.`
