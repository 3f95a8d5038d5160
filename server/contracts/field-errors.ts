import type { z } from 'zod'
import type { FieldErrors } from './errors.ts'

type Issue = z.core.$ZodIssue

/** Turns what a schema found into the family's sentences, by field (decisions.md, section 1). */
export function fieldErrors(issues: readonly Issue[], input: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'body'
    const sentence = sentenceOf(issue, valueAt(input, issue.path))
    // As a function: a name from the caller may hold what `replace` takes for a pattern.
    const message = sentence.replace(':attribute', () => attributeOf(field))
    const messages = (errors[field] ??= [])
    if (!messages.includes(message)) messages.push(message)
  }
  return errors
}

/** How a sentence calls a field: `post_call_schema.0.name` is "post call schema.0.name". */
export function attributeOf(field: string): string {
  return field.replaceAll('_', ' ')
}

/** The sentence for a value that is none of the possible ones, or an id of nothing that the account may use. */
export const selectedInvalid = (field: string): string =>
  `The selected ${attributeOf(field)} is invalid.`

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    input,
  )
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'The :attribute must be a string.',
  number: 'The :attribute must be a number.',
  int: 'The :attribute must be an integer.',
  boolean: 'The :attribute field must be true or false.',
  array: 'The :attribute must be an array.',
  object: 'The :attribute must be an object.',
  record: 'The :attribute must be an object.',
}

function sentenceOf(issue: Issue, value: unknown): string {
  if (value === undefined || value === null) return 'The :attribute field is required.'
  if (issue.message.includes(':attribute')) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return EXPECTED[issue.expected] ?? 'The :attribute is invalid.'
    case 'too_big':
      return sizeSentence(
        issue.origin,
        `not be greater than ${issue.maximum}`,
        `not have more than ${issue.maximum}`,
      )
    case 'too_small':
      return sizeSentence(
        issue.origin,
        `be at least ${issue.minimum}`,
        `have at least ${issue.minimum}`,
      )
    case 'invalid_value':
    case 'invalid_union':
      return 'The selected :attribute is invalid.'
    default:
      return 'The :attribute is invalid.'
  }
}

function sizeSentence(origin: string, size: string, count: string): string {
  if (origin === 'string') return `The :attribute must ${size} characters.`
  if (origin === 'array') return `The :attribute must ${count} items.`
  return `The :attribute must ${size}.`
}
