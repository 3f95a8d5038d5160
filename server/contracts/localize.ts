import type { FieldErrors, FieldFaults } from './errors.ts'
import { decodeFault, type Fault, type StoredFault } from './faults.ts'

/** A message with `{placeholders}`, or one per plural category (CLDR) of its `count`. */
export type Template = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>

/** The messages of one language. */
export interface Catalogue {
  readonly language: string
  readonly messages: Readonly<Record<string, Template>>
  /** Display names of fields, if they differ from those on the wire. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Renders faults in one language. */
export interface Localizer {
  readonly language: string
  /** The message of a fault. `field` is the faulty field's name on the wire. */
  readonly translate: (fault: Fault, field?: string) => string
  readonly translateFields: (faults: FieldFaults) => FieldErrors
  /** The message of a fault encoded as text (`encodeFault`); null for null. */
  readonly translateStored: (kept: StoredFault | null) => string | null
}

/** Placeholders for field names. */
const NAMES = ['attribute', 'other']

export function createLocalizer({ language, messages, attributes }: Catalogue): Localizer {
  const plurals = new Intl.PluralRules(language)

  /** `post_call_schema.0.name` becomes "post call schema.0.name", unless the language names the whole field or its last part. */
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

  function translate(fault: Fault, field = 'body'): string {
    return templateOf(fault).replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = fault.params?.[name] ?? (name === 'attribute' ? field : undefined)
      if (value === undefined) throw new Error(`${fault.code} lacks ${name}`)
      if (typeof value === 'object') return translate(value, field)
      return NAMES.includes(name) ? nameOf(String(value)) : String(value)
    })
  }

  return {
    language,
    translate,
    translateStored(kept) {
      const known = kept === null ? undefined : decodeFault(kept)
      return known ? translate(known) : kept
    },
    translateFields: (faults) =>
      Object.fromEntries(
        Object.entries(faults).map(([field, list]) => [
          field,
          list.map((fault) => translate(fault, field)),
        ]),
      ),
  }
}
