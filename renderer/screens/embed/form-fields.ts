import type { FormField } from '#contracts/widget-settings.ts'

/** A field of the pre-chat form, being edited. */
export interface FieldDraft {
  readonly label: string
  /** Name of the variable for the answer. */
  readonly name: string
  readonly type: FormField['type']
  readonly required: boolean
  readonly options: readonly string[]
  /** True for a new field, whose variable is named after its label. */
  readonly isNamedByLabel: boolean
}

/** Fields for the visitor's details, offered as presets. */
export const DETAILS = ['name', 'email', 'phone'] as const
export type Detail = (typeof DETAILS)[number]

export const FIELD_TYPES = ['text', 'long', 'choice', 'email', 'phone'] as const

/** Maximum number of fields; longer forms put visitors off. */
export const MAX_FIELDS = 8
export const MAX_OPTIONS = 12

/** Reports whether a field is one of the visitor's details, whose variable has a fixed name. */
export const isDetail = (name: string): name is Detail => DETAILS.some((one) => one === name)

/** Reports whether a name is allowed for variables. */
export const isVariableName = (name: string): boolean => /^[\w.-]{1,40}$/.test(name)

/** Derives a variable name from a label: `Company size` becomes `company_size`. */
export function nameOf(label: string, taken: readonly string[] = []): string {
  const plain = label
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 36)
  const name = plain || 'field'
  if (!taken.includes(name)) return name
  let number = 2
  while (taken.includes(`${name}_${number}`)) number += 1
  return `${name}_${number}`
}

/** A field for one of the visitor's details. */
export function detailField(name: Detail, label: string): FieldDraft {
  const type = name === 'name' ? 'text' : name
  return { label, name, type, required: name !== 'phone', options: [], isNamedByLabel: false }
}

/** An empty field. */
export const NEW_FIELD: FieldDraft = {
  label: '',
  name: '',
  type: 'text',
  required: false,
  options: [],
  isNamedByLabel: true,
}

/** Applies changes to a field; a new field's variable name follows its label. */
export function changedField(
  fields: readonly FieldDraft[],
  index: number,
  part: Partial<FieldDraft>,
): readonly FieldDraft[] {
  const others = fields.filter((_, at) => at !== index).map(({ name }) => name)
  return fields.map((field, at) => {
    if (at !== index) return field
    const isNamedByLabel = field.isNamedByLabel && part.name === undefined
    const changed = { ...field, ...part, isNamedByLabel }
    if (!isNamedByLabel || part.label === undefined) return changed
    return { ...changed, name: part.label.trim() === '' ? '' : nameOf(part.label, others) }
  })
}

/** Parses the stored form; invalid fields are dropped. */
export function fieldsOf(value: unknown): readonly FieldDraft[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((field: Partial<Record<keyof FormField, unknown>> | null) => {
    const { name, label, type, required, options } = field ?? {}
    if (typeof name !== 'string' || name === '' || typeof label !== 'string') return []
    return {
      label,
      name,
      type: FIELD_TYPES.find((one) => one === type) ?? 'text',
      required: required === true,
      options: Array.isArray(options) ? options.filter((one) => typeof one === 'string') : [],
      isNamedByLabel: false,
    }
  })
}

/** Converts a field for storage. */
export function storedField({ label, name, type, required, options }: FieldDraft): FormField {
  return {
    name,
    label: label.trim(),
    type,
    ...(required && { required }),
    ...(type === 'choice' && { options: linesOf(options) }),
  }
}

/** The non-blank texts of a list. */
export const linesOf = (texts: readonly string[]): string[] =>
  texts.map((text) => text.trim()).filter((text) => text !== '')
