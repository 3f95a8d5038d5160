/*
 * The catalogue: one file of this folder for each screen, with every language side by side, so that a text that lacks a
 * language does not compile. A screen's texts load with the screen. Changing the language loads the page again.
 */

/** The languages the desk speaks, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

/** Where the choice is kept; nothing kept means: the language of the system. */
export const LANGUAGE_KEY = 'parley.language'

/** The language of this page. */
export const language: Language = chosen() ?? ofSystem()

/** How numbers and times are written: the language as it is used where this browser is at home (`en-GB`). */
export const locale: string =
  navigator.languages.find((tag) => tag.slice(0, 2) === language && isTag(tag)) ?? language

/** A screen's texts in the language of this page. */
export function texts<catalogue>(catalogues: {
  readonly en: catalogue
  readonly de: NoInfer<catalogue>
}): catalogue {
  return catalogues[language]
}

/** Whether a text names a language that the desk speaks. */
export function isLanguage(text: string | null | undefined): text is Language {
  return text != null && Object.hasOwn(LANGUAGES, text)
}

/** Whether this is a language tag: a browser in a bare environment says `en-US@posix`. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

function chosen(): Language | undefined {
  try {
    const kept = localStorage.getItem(LANGUAGE_KEY)
    return isLanguage(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function ofSystem(): Language {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2))
  return spoken.find(isLanguage) ?? 'en'
}
