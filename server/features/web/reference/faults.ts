import type { z } from 'zod'
import { inEnglish } from '#contracts/catalogues.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import type { FieldErrors } from '#contracts/errors.ts'
import { fieldFaults } from '#contracts/field-errors.ts'

/** Values that violate common constraints. Query values are text, and path parameters are always present. */
const UNFIT = {
  body: [undefined, '0', {}],
  query: [undefined, '0', ['twice', 'given']],
  params: ['0'],
}

/**
 * Validation errors of an endpoint for an invalid request, with its own messages; undefined if it accepts every
 * request.
 */
export function faultsOf(endpoint: AnyEndpoint): FieldErrors | undefined {
  for (const part of ['body', 'query', 'params'] as const) {
    const faults = endpoint[part] && firstFault(endpoint[part], UNFIT[part])
    if (faults) return faults
  }
  return undefined
}

function firstFault(schema: z.ZodObject, unfit: readonly unknown[]): FieldErrors | undefined {
  for (const value of unfit) {
    for (const [name, field] of Object.entries(schema.shape)) {
      const { error } = (field as z.ZodType).safeParse(value)
      if (!error) continue
      const issues = error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] }))
      return inEnglish.translateFields(fieldFaults(issues, { [name]: value }))
    }
  }
  return undefined
}
