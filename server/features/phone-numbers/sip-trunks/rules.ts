import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { SipTrunkChange, SipTrunkType } from '#contracts/sip-trunks.ts'
import { namedCountry, parseOwnNumber } from '../../platform/values/telephone.ts'
import type { TrunkRow } from './queries.ts'

const EXTENSION = /^[a-z0-9.\-_+*#]{1,15}$/i

/** A trunk's number as it is stored, and its country; undefined if it does not have the form of its kind. */
export function trunkNumber(
  kind: SipTrunkType,
  sent: string,
  country: string,
): Pick<TrunkRow, 'phone_number' | 'country_code'> | undefined {
  if (kind === 'extension')
    return EXTENSION.test(sent) ? { phone_number: sent, country_code: country } : undefined
  const number = parseOwnNumber(sent)
  return number && { phone_number: number.e164, country_code: namedCountry(number.e164) ?? country }
}

/** Validates rules that a schema cannot express, for a new trunk or a change to an existing one. */
export function trunkFaults(
  sent: SipTrunkChange & { readonly sip_trunk_type?: SipTrunkType | undefined },
  existing?: TrunkRow,
): FieldFaults {
  const faults: FieldFaults = {}
  const kind = existing?.kind ?? sent.sip_trunk_type
  const { phone_number: number } = sent
  if (kind !== undefined && number !== undefined && !trunkNumber(kind, number, 'ZZ')) {
    const code = kind === 'extension' ? 'not_an_extension' : 'not_international'
    faults['phone_number'] = [fault(code)]
  }
  const authorization = sent.inbound_authorization_type ?? existing?.inbound_authorization_type
  const hasAddresses =
    'allowed_inbound_ips' in sent
      ? // An invalid list is there as undefined, and has its fault already.
        sent.allowed_inbound_ips !== null
      : existing?.allowed_inbound_ips != null
  if (authorization === 'ip' && !hasAddresses) {
    faults['allowed_inbound_ips'] = [
      fault('required_when', { other: 'inbound_authorization_type', value: 'ip' }),
    ]
  }
  return faults
}
