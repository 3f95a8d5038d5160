import { tagOf } from './tag.ts'

/** A text by the number it is about, in the plural categories of its language (CLDR). */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Texts of a language by their keys. */
export type Catalogue = Readonly<Record<string, string | Plural>>

/** The texts of the shell. A language is spoken when its file is here. */
const ofShell = import.meta.glob<Catalogue>('./*.json', { import: 'default', query: '?shell' })
/** All other texts, chunks of their own because the first screen does not wait for them. */
const ofScreens = import.meta.glob<Catalogue>('./*.json', { import: 'default', query: '?screens' })

/** The languages of the desk by their codes, named as they name themselves. */
export const LANGUAGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(ofShell).map((file) => {
    const code = file.slice('./'.length, -'.json'.length)
    return [code, new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code]
  }),
)

/** Key of the chosen language in local storage; without a choice, the desk speaks the language of the system. */
export const LANGUAGE_KEY = 'parley.language'

/** The tags of the languages that this browser prefers, the first one most. */
const tags = navigator.languages.flatMap((name) => tagOf(name) ?? [])

/** The language of this page. Changing it loads the page again. */
export const language: string = chosen() ?? ofSystem()

/** Locale of numbers and times: the language in the variant of this browser (`en-GB`). */
export const locale: string = tags.find((tag) => languageOf(tag) === language) ?? language

/** The shell's texts in this page's language, on their way since the page began to load. */
export const shellTexts: Promise<Catalogue> = ofShell[`./${language}.json`]!()

/** The other texts in this page's language, likewise on their way. */
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
