import { locale } from '../../locales/language.ts'

/** Formats of a phone number: `asTyped` while it is being typed, `pretty` for one in E.164. */
export interface PhoneFormat {
  readonly asTyped: (text: string) => string
  readonly pretty: (e164: string) => string
}

/** The rules of all countries are large: they come when a number is first typed or shown. */
export async function loadPhoneFormat(): Promise<PhoneFormat> {
  const { AsYouType, parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  return {
    asTyped: (text) => (text.trimStart().startsWith('+') ? new AsYouType().input(text) : text),
    pretty: (e164) => parsePhoneNumberFromString(e164)?.formatInternational() ?? e164,
  }
}

/** The name of a country by its code, in the reader's language. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Every country that numbers can be in, by code. */
export async function loadCountries(): Promise<readonly string[]> {
  const { getCountries } = await import('libphonenumber-js/min')
  return getCountries()
}
