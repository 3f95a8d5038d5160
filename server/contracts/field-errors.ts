import type { z } from 'zod'
import type { FieldFaults } from './errors.ts'
import { decodeFault, type Fault, type FieldCode, fault } from './faults.ts'

type Issue = z.core.$ZodIssue

/** Converts a schema's issues to the API family's faults, by field (docs/spec/decisions.md, section 1). */
export function fieldFaults(issues: readonly Issue[], input: unknown): FieldFaults {
  const faults: FieldFaults = {}
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'body'
    const found = faultOf(issue, valueAt(input, issue.path))
    const known = (faults[field] ??= [])
    if (!known.some((other) => isSame(other, found))) known.push(found)
  }
  return faults
}

const isSame = (one: Fault, other: Fault) => JSON.stringify(one) === JSON.stringify(other)

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    // Text may stand for an object that has it in its only field.
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : value),
    input,
  )
}

const EXPECTED: Readonly<Record<string, FieldCode>> = {
  string: 'not_a_string',
  number: 'not_a_number',
  int: 'not_an_integer',
  boolean: 'not_a_boolean',
  array: 'not_an_array',
  object: 'not_an_object',
  record: 'not_an_object',
}

function faultOf(issue: Issue, value: unknown): Fault {
  if (value === undefined || value === null) return fault('required')
  const own = decodeFault(issue.message)
  if (own) return own
  switch (issue.code) {
    case 'invalid_type':
      return fault(EXPECTED[issue.expected] ?? 'invalid')
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum))
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum))
    case 'invalid_value':
    case 'invalid_union':
      return fault('not_selectable')
    default:
      return fault('invalid')
  }
}

function tooBig(origin: string, max: number): Fault {
  if (origin === 'string') return fault('too_long', { count: max })
  if (origin === 'array') return fault('too_many_items', { count: max })
  return fault('too_large_number', { max })
}

function tooSmall(origin: string, min: number): Fault {
  if (origin === 'string') return fault('too_short', { count: min })
  if (origin === 'array') return fault('too_few_items', { count: min })
  return fault('too_small_number', { min })
}
