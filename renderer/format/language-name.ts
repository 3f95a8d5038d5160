import { locale } from '../locales/language.ts'

/** Created on first use: this takes as long as rendering a message. */
let names: Intl.DisplayNames | undefined

/** Name of a language code, in the page's language. */
export function languageName(code: string): string
export function languageName(code: string | null): string | undefined
export function languageName(code: string | null): string | undefined {
  if (!code) return undefined
  try {
    names ??= new Intl.DisplayNames(locale, { type: 'language' })
    return names.of(code) ?? code
  } catch {
    return code
  }
}
