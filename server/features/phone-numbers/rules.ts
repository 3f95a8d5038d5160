import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { PhoneNumberChange } from '#contracts/phone-numbers.ts'
import { addressOf } from './address.ts'
import type { PhoneNumberRow } from './queries.ts'

interface Existing {
  readonly row: PhoneNumberRow
  /** True if the number is assigned to an inbound assistant. */
  readonly isAnswered: boolean
}

/** Validates rules that a schema cannot express, for a new number or a change to an existing one. */
export function numberFaults(sent: PhoneNumberChange, existing?: Existing): FieldFaults {
  const { type, phone_number } = { ...existing?.row, ...sent }
  if (type === undefined || phone_number === undefined) return {}
  if (!addressOf(type, phone_number)) {
    // If only the type changes, the error belongs to the type.
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
