import { tagOf } from './tag.ts'

/** A text that depends on a number, by plural category of its language (CLDR). */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Texts of a language by their keys. */
export type Catalogue = Readonly<Record<string, string | Plural>>

/** Texts of the shell. A language is supported if its file is here. */
const ofShell = import.meta.glob<Catalogue>('./*.json', { import: 'default', query: '?shell' })
/** All other texts, in separate chunks because the first screen does not need them. */
const ofScreens = import.meta.glob<Catalogue>('./*.json', { import: 'default', query: '?screens' })

/** The desk's languages by code, each under its own name. */
export const LANGUAGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(ofShell).map((file) => {
    const code = file.slice('./'.length, -'.json'.length)
    return [code, new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code]
  }),
)

/** Local storage key of the chosen language; by default, the desk uses the system language. */
export const LANGUAGE_KEY = 'parley.language'

/** Preferred languages of this browser, in order, as tags. */
const tags = navigator.languages.flatMap((name) => tagOf(name) ?? [])

/** Language of this page. Changing it reloads the page. */
export const language: string = chosen() ?? ofSystem()

/** Locale of numbers and times: the language in its regional variant in this browser (`en-GB`). */
export const locale: string = tags.find((tag) => languageOf(tag) === language) ?? language

/** The shell's texts in this language, requested when the page starts to load. */
export const shellTexts: Promise<Catalogue> = ofShell[`./${language}.json`]!()

/** The remaining texts in this language, requested at the same time. */
export const screenTexts: Promise<Catalogue> = ofScreens[`./${language}.json`]!()

function isSpoken(code: string | null): code is string {
  return code !== null && Object.hasOwn(LANGUAGES, code)
}

function languageOf(tag: string): string {
  return new Intl.Locale(tag).language
}

function chosen(): string | undefined {
  try {
    const kept = localStorage.getItem(LANGUAGE_KEY)
    return isSpoken(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function ofSystem(): string {
  return tags.map(languageOf).find(isSpoken) ?? 'en'
}
