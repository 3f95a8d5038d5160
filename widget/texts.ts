import english from './locales/en.json' with { type: 'json' }
import type moreEnglish from './locales/en-more.json'
import type voiceEnglish from './locales/en-voice.json'
import type { Parameters } from './locales/parameters.d.ts'

/** A text by the number it is about, in the plural categories of its language (CLDR). */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

type Loose<texts> = {
  readonly [name in keyof texts]: texts[name] extends string ? string : Plural
}

export { english }

/** The texts that the chat needs from the first moment. */
export type Texts = Loose<typeof english>

/** Everything the chat says in one language. */
export type Language = Loose<typeof english & typeof moreEnglish & typeof voiceEnglish>

/** The languages of the chat besides English, each in a file of its own. */
const CODES = /^(ar|cs|da|de|es|fi|fr|he|it|ja|ko|nb|nl|pl|pt|ru|sv|tr|uk|zh)$/

/** The first of the languages, such as `de-AT`, that the chat speaks; English where there is none. */
export async function textsFor(languages: readonly (string | undefined)[]): Promise<Texts> {
  for (const language of languages) {
    const [code = ''] = `${language}`.toLowerCase().split('-')
    if (code === 'en') break
    const known = CODES.exec(code.replace(/^n[no]$/, 'nb'))?.[0]
    // The build writes here where the files are.
    if (known) return import(/* @vite-ignore */ `./locales/${known}.json`).then(read, () => english)
  }
  return english
}

function read(file: { readonly default: Language }): Texts {
  return file.default
}

/** A text with its parameters filled in; a plural is chosen by `count`. */
export function say<key extends keyof Parameters>(
  texts: { readonly language: string } & { readonly [name in key]: string | Plural },
  key: key,
  parameters: Parameters[key],
): string {
  const { language, [key]: text } = texts
  const values: { readonly [name: string]: string | number } = parameters
  const { count = 0 } = values
  const form =
    typeof text === 'string'
      ? text
      : (text[new Intl.PluralRules(language).select(Number(count))] ?? text.other)
  return form.replace(/\{(\w+)\}/g, (_, name) =>
    name === 'count' ? count.toLocaleString(language) : `${values[name]}`,
  )
}
