import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { PhoneNumberChange } from '#contracts/phone-numbers.ts'
import { addressOf } from './address.ts'
import type { PhoneNumberRow } from './queries.ts'

interface Existing {
  readonly row: PhoneNumberRow
  /** True if an inbound assistant has the number. */
  readonly isAnswered: boolean
}

/** Checks what a schema cannot know about a number: a new one, or a change to an existing one. */
export function numberFaults(sent: PhoneNumberChange, existing?: Existing): FieldFaults {
  const { type, phone_number } = { ...existing?.row, ...sent }
  if (type === undefined || phone_number === undefined) return {}
  if (!addressOf(type, phone_number)) {
    // A change of the type alone breaks no number: it is the type that does not fit.
    return sent.phone_number === undefined
      ? { type: [fault('sip_cannot_change')] }
      : { phone_number: [fault(type === 'sip' ? 'not_international_or_sip' : 'not_international')] }
  }
  if (type === 'caller_id' && existing?.isAnswered) {
    return {
      type: [fault('answered_cannot_be_caller_id')],
    }
  }
  return {}
}
