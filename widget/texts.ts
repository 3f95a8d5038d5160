import { english } from './languages/en.ts'
import type { moreEnglish } from './languages/en-more.ts'

/** A text by the number it is about, in the plural categories of its language (CLDR). */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

type Loose<texts> = {
  readonly [name in keyof texts]: texts[name] extends string
    ? string
    : texts[name] extends readonly string[]
      ? readonly string[]
      : Plural
}

/** Texts of the chat's first screen. */
export type Texts = Loose<typeof english>

/** Texts of its lazy parts. */
export type MoreTexts = Loose<typeof moreEnglish>

/** Everything the chat says in one language. */
export type Language = Texts & MoreTexts

/** Languages besides English, each in a file of its own. */
const CODES = /^(ar|cs|da|de|es|fi|fr|he|it|ja|ko|nb|nl|pl|pt|ru|sv|tr|uk|zh)$/

/** The first of the languages, such as `de-AT`, that the chat speaks; English where there is none. */
export async function textsFor(languages: readonly (string | undefined)[]): Promise<Texts> {
  for (const language of languages) {
    const [code = ''] = `${language}`.toLowerCase().split('-')
    if (code === 'en') break
    const known = CODES.exec(code.replace(/^n[no]$/, 'nb'))?.[0]
    // The build writes here where the files are.
    if (known) return import(/* @vite-ignore */ `./languages/${known}.ts`).then(read, () => english)
  }
  return english
}

function read(file: { readonly default: Language }): Texts {
  return file.default
}

/** A text with its `#` and `{…}` filled in. */
export function fill(
  text: string | Plural,
  values: { readonly [name: string]: string | number },
  language: string,
): string {
  const { count = 0 } = values
  const chosen =
    typeof text === 'string'
      ? text
      : (text[new Intl.PluralRules(language).select(Number(count))] ?? text.other)
  return chosen.replace(/#|\{(\w+)\}/g, (_, name = 'count') =>
    name === 'count' ? Number(count).toLocaleString(language) : `${values[name]}`,
  )
}
