import type { PhoneNumberType } from '#contracts/enums.ts'
import type {
  AssignableNumber,
  NumberOffer as OfferedNumber,
  PhoneNumber,
  PhoneNumberLabel,
} from '#contracts/phone-numbers.ts'
import { ifSet, toInstant } from '../../db/time.ts'
import type { NumberOffer } from '../../providers/numbers/carrier.ts'
import { toDollars } from '../platform/values/dollars.ts'
import { formatNumber } from '../platform/values/telephone.ts'
import type { AssignableRow, PhoneNumberRow } from './queries.ts'

const LABELS: Readonly<Record<PhoneNumberType, PhoneNumberLabel>> = {
  normal: 'Normal',
  sip: 'SIP',
  caller_id: 'Caller ID',
}

/** Reports whether a number's subscription is active; a number without one never expires. */
export function isActive(
  { subscription_expires_at }: Pick<PhoneNumberRow, 'subscription_expires_at'>,
  now: Date,
): boolean {
  return subscription_expires_at === null || subscription_expires_at > now.getTime()
}

/** A number in its API form, with keys in the order of docs/spec/family.md, section 6. */
export function presentNumber(row: PhoneNumberRow, now: Date): PhoneNumber {
  return {
    id: row.id,
    phone_number: row.phone_number,
    nickname: row.nickname,
    country_code: row.country_code,
    type: row.type,
    type_label: LABELS[row.type],
    sms_capable: row.sms_capable === 1,
    region: row.region,
    has_active_subscription: isActive(row, now),
    subscription_expires_at: ifSet(row.subscription_expires_at, toInstant),
    release_at: ifSet(row.release_at, toInstant),
    sms_assistant_id: row.sms_assistant_id,
    created_at: toInstant(row.created_at),
  }
}

/** A number that can be assigned to an assistant (docs/spec/api.md, endpoint 10). */
export function presentAssignable({ type, ...row }: AssignableRow): AssignableNumber {
  return {
    id: row.id,
    phone_number: row.phone_number,
    country_code: row.country_code,
    type_label: LABELS[type],
    is_available: row.is_available === 1,
  }
}

/** A number for sale. */
export const presentOffer = (offer: NumberOffer): OfferedNumber => ({
  phone_number: offer.number,
  phone_number_formatted: formatNumber(offer.number),
  country_code: offer.country,
  price: toDollars(offer.monthlyPrice),
  address_requirements: offer.addressRequirements,
  sms_capable: offer.isSmsCapable,
})
