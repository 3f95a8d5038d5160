import { locale } from '../locales/language.ts'

/** Name of a language code, in the page's language. */
export function languageName(code: string): string
export function languageName(code: string | null): string | undefined
export function languageName(code: string | null): string | undefined {
  if (!code) return undefined
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
