import { formatNumber } from '../format/numbers.ts'
import type english from './en.json'
import { type Catalogue, language, type Plural, screenTexts, shellTexts } from './language.ts'
import type { Parameters } from './parameters.d.ts'

/** Key of a text. */
export type Key = keyof typeof english

/** Every module with texts waits here, so that nothing renders before they are loaded. */
let catalogue: Catalogue = await shellTexts
const allTexts = screenTexts.then((texts) => {
  catalogue = { ...catalogue, ...texts }
})
const plurals = new Intl.PluralRules(language)

/**
 * Loads a module outside the shell after all texts, which it may use even during evaluation. Rejects if either fails to
 * load.
 */
export async function loadWithTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  await allTexts
  return load()
}

/** A text in the page's language, with its numbers formatted accordingly. */
export function t<key extends Key>(
  key: key,
  ...[parameters]: key extends keyof Parameters ? [parameters: Parameters[key]] : []
): string {
  const text = catalogue[key]!
  return typeof text === 'string' && !parameters ? text : fill(text, parameters ?? {})
}

/** The text under a prefix for a name from the server; undefined if there is none. */
export function tIfKnown<prefix extends string>(
  prefix: KnownPrefix<prefix>,
  name: string,
): string | undefined {
  const text = catalogue[`${prefix}.${name}`]
  return typeof text === 'string' ? text : undefined
}

/** The texts under a prefix with their names, in catalogue order. */
export function tEntries<prefix extends string>(
  prefix: KnownPrefix<prefix>,
): readonly (readonly [name: string, text: string])[] {
  return Object.entries(catalogue).flatMap(([key, text]) =>
    key.startsWith(`${prefix}.`) && typeof text === 'string'
      ? [[key.slice(prefix.length + 1), text] as const]
      : [],
  )
}

/** A prefix of at least one key; any other is `never`. */
type KnownPrefix<prefix extends string> = [Extract<Key, `${prefix}.${string}`>] extends [never]
  ? never
  : prefix

type Values = Readonly<Record<string, string | number>>

function fill(text: string | Plural, values: Values): string {
  const form =
    typeof text === 'string' ? text : (text[plurals.select(Number(values['count']))] ?? text.other)
  // `{{name}}` is a template variable and stays as it is.
  return form.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (_, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? formatNumber(value) : `${value}`
  })
}
