import { type CountryCode, parsePhoneNumberWithError } from 'libphonenumber-js/max'

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
 * Reads a number in international format (decisions.md, section 5). Undefined for everything that is no valid number
 * of a country: extensions, `tel:` addresses, premium and satellite numbers among them.
 */
export function parseNumber(text: string): ParsedNumber | undefined {
  if (!/^\+[\d\s().\-/]{5,30}$/.test(text)) return undefined
  try {
    const number = parsePhoneNumberWithError(text, { extract: false })
    if (!number.isValid() || !number.country || number.ext) return undefined
    if (REFUSED.has(number.getType() ?? '')) return undefined
    return { e164: number.number, country: number.country }
  } catch {
    return undefined
  }
}

/** The digits of a number however it is written: what filters compare. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')
