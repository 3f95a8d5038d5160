import { type Field, fieldsOf, type Telling } from './fields.ts'
import { resolve, type Schema } from './openapi.ts'

/** A body field in the form. */
export interface FormField extends Pick<Field, 'name' | 'type' | 'isRequired' | 'rules'> {
  readonly description: string | undefined
  readonly fallback: string | undefined
  readonly control: Control
}

/** Control for a value: a choice, or a number, text or JSON input. */
export type Control =
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'number' | 'line' | 'text' | 'json' }

/** Texts that may be longer than this get a multi-line input, characters. */
const LONG = 300

/** The fields of a body, required ones first. */
export function formFieldsOf(schema: Schema, telling: Telling): FormField[] {
  const { properties = {} } = resolve(schema, telling.document)
  const fields = fieldsOf(schema, telling).map((field) => ({
    ...field,
    control: controlOf(properties[field.name] ?? {}, telling),
  }))
  return fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

/** Picks the control for values of a schema. */
export function controlOf(schema: Schema, telling: Telling): Control {
  const known = resolve(schema, telling.document)
  if (known.title === 'boolean') return { kind: 'choice', choices: ['true', 'false'] }
  if (known.title === 'id') return { kind: 'number' }
  if (known.enum) return { kind: 'choice', choices: known.enum.map(String) }
  const options = known.anyOf?.filter(({ type }) => type !== 'null')
  if (options?.length === 1) return controlOf(options[0]!, telling)
  const [type] = [known.type].flat().filter((name) => name !== 'null')
  switch (type) {
    case 'boolean':
      return { kind: 'choice', choices: ['true', 'false'] }
    case 'integer':
    case 'number':
      return { kind: 'number' }
    case 'string':
      return { kind: kindOfText(known) }
    default:
      return { kind: 'json' }
  }
}

function kindOfText({ format, maxLength = LONG + 1, title }: Schema): 'text' | 'line' {
  return maxLength > LONG && format === undefined && title === undefined ? 'text' : 'line'
}

/** Form values by field; empty ones are not sent. */
export type Entered = Readonly<Record<string, string>>

/** Validation errors before sending, by field. */
export type Faults = Readonly<Record<string, string>>

/** Builds the body from a form. Invalid JSON is reported as a field error. */
export function bodyOf(
  fields: readonly FormField[],
  entered: Entered,
): { body: Record<string, unknown>; faults: Faults } {
  const body: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const { name, control } of fields) {
    const text = entered[name] ?? ''
    if (text === '') continue
    try {
      body[name] = read(text, control)
    } catch {
      faults[name] = 'This is not valid JSON.'
    }
  }
  return { body, faults }
}

function read(text: string, { kind, ...control }: Control): unknown {
  if (kind === 'json') return JSON.parse(text)
  // An invalid number is sent as text; the server's response explains the error.
  if (kind === 'number') return isNumber(text) ? Number(text) : text
  const isFlag = 'choices' in control && control.choices.includes('true')
  return isFlag ? text === 'true' : text
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER
}

/** Form values for a body. */
export function enteredOf(fields: readonly FormField[], body: object): Entered {
  const values = new Map(Object.entries(body))
  const entries = fields.flatMap(({ name, control }): [string, string][] => {
    const value: unknown = values.get(name)
    if (value === undefined || value === null) return []
    return [[name, textIn(control, value)]]
  })
  return Object.fromEntries(entries)
}

function textIn({ kind }: Control, value: unknown): string {
  return kind === 'json' || typeof value === 'object'
    ? JSON.stringify(value, null, 2)
    : String(value)
}
