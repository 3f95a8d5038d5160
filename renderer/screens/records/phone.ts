import { locale } from '../../locales/language.ts'

/** Formats of a phone number: `asTyped` while it is being typed, `pretty` for one in E.164. */
export interface PhoneFormat {
  readonly asTyped: (text: string) => string
  readonly pretty: (e164: string) => string
}

/** Loaded lazily, because the rules of all countries are large. */
export async function loadPhoneFormat(): Promise<PhoneFormat> {
  const { AsYouType, parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  return {
    asTyped: (text) => (text.trimStart().startsWith('+') ? new AsYouType().input(text) : text),
    pretty: (e164) => parsePhoneNumberFromString(e164)?.formatInternational() ?? e164,
  }
}

/** Name of a country code, in the page's language. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Codes of all countries with phone numbers. */
export async function loadCountries(): Promise<readonly string[]> {
  const { getCountries } = await import('libphonenumber-js/min')
  return getCountries()
}
