import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberWithError,
} from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'

export type { CountryCode } from 'libphonenumber-js/max'

/** A telephone number that can receive calls and text messages. */
export interface ParsedNumber {
  /** E.164: `+4930123456`. */
  readonly e164: string
  /** ISO country by the full number, not the calling code: +1 876 is Jamaica, not the US. */
  readonly country: CountryCode
}

/** Number types that are not personal, such as premium rate; contacting them can be arbitrarily expensive. */
const REFUSED = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PAGER', 'UAN', 'VOICEMAIL'])

/**
 * Reads a number in international format (docs/spec/decisions.md, section 5). Undefined for anything that is not a valid
 * national number, such as extensions, `tel:` URIs, premium-rate and satellite numbers.
 * @param country whose numbers may lack their country code
 */
export function parseNumber(text: string, country?: CountryCode): ParsedNumber | undefined {
  const number = read(text, country)
  if (!number?.isValid() || !number.country) return undefined
  if (REFUSED.has(number.getType() ?? '')) return undefined
  return { e164: number.number, country: number.country }
}

/**
 * Parses a number that an account claims to own. It need not be in a numbering plan: test and
 * example ranges such as +1 555 never are. The country then defaults to the main one of the calling code.
 */
export function parseOwnNumber(text: string): ParsedNumber | undefined {
  const number = read(text)
  if (!number || !/^\+\d{7,15}$/.test(number.number)) return undefined
  const country = number.country ?? metadata.country_calling_codes[number.countryCallingCode]?.[0]
  return country && { e164: number.number, country }
}

/** A number of a query: a plus sign that the client did not escape arrives as a blank. */
export const numberInQuery = (text: string): string => text.replace(/^ /, '+')

/** The country that a number names, ISO 3166; undefined if its calling code is that of several and it names none of them. */
export const namedCountry = (e164: string): CountryCode | undefined => read(e164)?.country

/** A number as people write it: `+49 30 123456`. */
export const formatNumber = (e164: string): string => read(e164)?.formatInternational() ?? e164

function read(text: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
  const isNational = defaultCountry !== undefined && /^[\d\s().\-/]{3,30}$/.test(text)
  if (!isNational && !/^\+[\d\s().\-/]{5,30}$/.test(text)) return undefined
  try {
    const number = parsePhoneNumberWithError(text, {
      extract: false,
      ...(isNational && { defaultCountry }),
    })
    return number.ext ? undefined : number
  } catch {
    return undefined
  }
}

/** Reports whether a code is that of a country with telephone numbers, in capital letters. */
export const isCountry = (code: string | undefined): code is CountryCode =>
  code !== undefined && isSupportedCountry(code)

/** The digits of a number in any notation, for comparison in filters. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')
