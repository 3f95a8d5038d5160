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
  if (existing && isFixed(existing.row)) return fixedFaults(sent, existing.row)
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

/** Reports whether a carrier or a trunk decides what a number is: only its nickname and its assistant are the operator's. */
export const isFixed = ({
  carrier,
  is_trunk,
}: Pick<PhoneNumberRow, 'carrier' | 'is_trunk'>): boolean => carrier !== null || is_trunk === 1

/** Faults of a change to what a carrier or a trunk decides; the same value again is no change. */
function fixedFaults(sent: PhoneNumberChange, row: PhoneNumberRow): FieldFaults {
  const number = sent.phone_number
  const isSame: Readonly<Record<string, boolean>> = {
    phone_number:
      number === row.phone_number ||
      (number !== undefined && addressOf(row.type, number)?.phone_number === row.phone_number),
    type: sent.type === row.type,
    sms_capable: Number(sent.sms_capable ?? false) === row.sms_capable,
    subscription_expires_at: (sent.subscription_expires_at ?? null) === row.subscription_expires_at,
  }
  const changed = Object.keys(isSame).filter((name) => name in sent && !isSame[name])
  return Object.fromEntries(changed.map((name) => [name, [fault('fixed_by_carrier')]]))
}
