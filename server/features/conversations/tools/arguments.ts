import { z } from 'zod'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Tool } from '#contracts/tools.ts'
import type { InputSchema } from './offered.ts'

/** An argument of a function. */
export type Argument = Tool['schema'][number] & { readonly isOptional?: boolean }

const TYPES = { string: z.string(), number: z.number(), boolean: z.boolean() } as const

/** Arguments as described to models. */
export function inputSchemaOf(all: readonly Argument[]): InputSchema {
  const properties = all.map(({ name, type, description }) => [name, { type, description }])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: all.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** Validates the arguments; returns the error as a sentence for the model, or undefined if they are valid. */
export function faultOf(all: readonly Argument[], args: JsonObject): string | undefined {
  const shape = all.map(({ name, type, isOptional }) => [
    name,
    isOptional ? TYPES[type].nullish() : TYPES[type],
  ])
  const { error } = z.strictObject(Object.fromEntries(shape)).safeParse(args)
  if (!error) return undefined
  const faults = error.issues.map(({ path, message }) => [...path, message].join(': '))
  return `The function was not called. Wrong arguments: ${faults.slice(0, 5).join('; ')}.`
}
