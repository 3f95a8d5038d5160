import english from './locales/en.json' with { type: 'json' }
import type asleepEnglish from './locales/en-asleep.json'
import type moreEnglish from './locales/en-more.json'
import type rareEnglish from './locales/en-rare.json'
import type voiceEnglish from './locales/en-voice.json'
import type { Parameters } from './locales/parameters.d.ts'

/** A text in the plural categories of its language (CLDR). */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

type Loose<texts> = {
  readonly [name in keyof texts]: texts[name] extends string ? string : Plural
}

export { english }

/** Texts the chat needs from the start. */
export type Texts = Loose<typeof english>

/** All texts of the chat in one language. */
export type Language = Loose<
  typeof english &
    typeof moreEnglish &
    typeof rareEnglish &
    typeof voiceEnglish &
    typeof asleepEnglish
>

/** Languages of the chat besides English, one file each. */
const CODES = /^(ar|cs|da|de|es|fi|fr|he|it|ja|ko|nb|nl|pl|pt|ru|sv|tr|uk|zh)$/

/** Texts of the first language, such as `de-AT`, that the chat supports; otherwise English. */
export async function textsFor(languages: readonly (string | undefined)[]): Promise<Texts> {
  for (const language of languages) {
    const [code = ''] = `${language}`.toLowerCase().split('-')
    if (code === 'en') break
    const known = CODES.exec(code.replace(/^n[no]$/, 'nb'))?.[0]
    // The build inserts the files' location here.
    if (known) return import(/* @vite-ignore */ `./locales/${known}.json`).then(read, () => english)
  }
  return english
}

function read(file: { readonly default: Language }): Texts {
  return file.default
}

/** Fills in a text's parameters; `count` selects the plural form. */
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
