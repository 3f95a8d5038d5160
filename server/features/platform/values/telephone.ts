import {
  type CountryCode,
  type PhoneNumber,
  parsePhoneNumberWithError,
} from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'

/** A telephone number that can be called and written to. */
export interface ParsedNumber {
  /** E.164: `+4930123456`. */
  readonly e164: string
  /** ISO country it really belongs to: +1 876 is Jamaica, not the US. */
  readonly country: CountryCode
}

/** Kinds of numbers that ordinary people do not have; calling or writing to them can cost anything. */
const REFUSED = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PAGER', 'UAN', 'VOICEMAIL'])

/**
 * Reads a number in international format (docs/spec/decisions.md, section 5). Undefined for everything that is no valid
 * number of a country: extensions, `tel:` addresses, premium and satellite numbers among them.
 */
export function parseNumber(text: string): ParsedNumber | undefined {
  const number = read(text)
  if (!number?.isValid() || !number.country) return undefined
  if (REFUSED.has(number.getType() ?? '')) return undefined
  return { e164: number.number, country: number.country }
}

/**
 * Reads a number that an account says it has. It need not be in any numbering plan yet: ranges for tests and
 * examples, such as +1 555, are never valid. The country is then the main one of its calling code.
 */
export function parseOwnNumber(text: string): ParsedNumber | undefined {
  const number = read(text)
  if (!number || !/^\+\d{7,15}$/.test(number.number)) return undefined
  const country = number.country ?? metadata.country_calling_codes[number.countryCallingCode]?.[0]
  return country && { e164: number.number, country }
}

function read(text: string): PhoneNumber | undefined {
  if (!/^\+[\d\s().\-/]{5,30}$/.test(text)) return undefined
  try {
    const number = parsePhoneNumberWithError(text, { extract: false })
    return number.ext ? undefined : number
  } catch {
    return undefined
  }
}

/** The digits of a number however it is written: what filters compare. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')
