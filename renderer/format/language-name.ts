import { locale } from '../locales/language.ts'

/** The name of a language by its code, in the reader's language. */
export function languageName(code: string | null): string | undefined {
  if (!code) return undefined
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code)
  } catch {
    return code
  }
}
