import type { FieldErrors, FieldFaults } from './errors.ts'
import { decodeFault, type Fault, type KeptFault } from './faults.ts'

/** A sentence with `{placeholders}`, or one for each plural category (CLDR) of its `count`. */
export type Template = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>

/** The sentences of one language. */
export interface Catalogue {
  readonly language: string
  readonly messages: Readonly<Record<string, Template>>
  /** How fields are called, where that is not their name on the wire. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Makes sentences of faults in one language. */
export interface Localizer {
  /** The sentence of a fault. `field` is the one it is about, by its name on the wire. */
  readonly say: (fault: Fault, field?: string) => string
  readonly sayFields: (faults: FieldFaults) => FieldErrors
  /** The sentence of a fault that is kept as text (`encodeFault`); null for none. */
  readonly sayKept: (kept: KeptFault | null) => string | null
}

/** Placeholders for the name of a field. */
const NAMES = ['attribute', 'other']

export function createLocalizer({ language, messages, attributes }: Catalogue): Localizer {
  const plurals = new Intl.PluralRules(language)

  /** `post_call_schema.0.name` is "post call schema.0.name", unless the language has a word for it, or for its end. */
  function nameOf(field: string): string {
    const last = field.split('.').findLast((part) => !/^\d+$/.test(part))
    return attributes[field] ?? attributes[last ?? ''] ?? field.replaceAll('_', ' ')
  }

  function templateOf({ code, params }: Fault): string {
    const template = messages[code]
    if (template === undefined) throw new Error(`No sentence for ${code} in ${language}`)
    if (typeof template === 'string') return template
    return template[plurals.select(Number(params?.['count']))] ?? template.other ?? ''
  }

  function say(fault: Fault, field = 'body'): string {
    return templateOf(fault).replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = fault.params?.[name] ?? (name === 'attribute' ? field : undefined)
      if (value === undefined) throw new Error(`${fault.code} lacks ${name}`)
      if (typeof value === 'object') return say(value, field)
      return NAMES.includes(name) ? nameOf(String(value)) : String(value)
    })
  }

  return {
    say,
    sayKept(kept) {
      const known = kept === null ? undefined : decodeFault(kept)
      return known ? say(known) : kept
    },
    sayFields: (faults) =>
      Object.fromEntries(
        Object.entries(faults).map(([field, list]) => [
          field,
          list.map((fault) => say(fault, field)),
        ]),
      ),
  }
}
