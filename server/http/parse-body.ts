import { z } from 'zod'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fieldFaults } from '#contracts/field-errors.ts'
import { InvalidFields } from '../errors.ts'
import { withColumns, withLines } from './csv.ts'

type Fields = Record<string, unknown>

/** Parses a body and asks the rules about the fields that are well formed, so that one answer names every fault. */
export function parseBody(
  { body: schema }: AnyEndpoint,
  input: unknown,
  rules: (fields: Fields) => FieldFaults,
  namesLines: boolean,
): Fields {
  if (!schema) return {}
  const parsed = schema.safeParse(input)
  const shape = parsed.success ? {} : fieldFaults(parsed.error.issues, input)
  const fields = parsed.success ? parsed.data : wellFormed(schema, input)
  const faults = { ...rules(fields), ...shape }
  if (Object.keys(faults).length > 0) {
    throw new InvalidFields((namesLines ? withLines : withColumns)(faults, input))
  }
  return fields
}

function wellFormed(schema: z.ZodObject, input: unknown): Fields {
  if (typeof input !== 'object' || input === null) return {}
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const parsed = z.safeParse(field, (input as Fields)[name])
    const isThere = Object.hasOwn(input, name) || parsed.data !== undefined
    return isThere ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(fields)
}
