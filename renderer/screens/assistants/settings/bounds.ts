import { z } from 'zod'
import { type AssistantFieldName, NewAssistant } from '#contracts/assistant-fields.ts'

interface Bounds {
  readonly min: number
  readonly max: number
}

/** Bounds of a number, from the contract. */
export function boundsOf(name: AssistantFieldName): Bounds {
  let schema: unknown = NewAssistant.shape[name]
  while (!(schema instanceof z.ZodNumber)) {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) schema = schema.unwrap()
    else if (schema instanceof z.ZodPipe) schema = schema.in
    else throw new Error(`${name} is no number`)
  }
  return { min: schema.minValue ?? 0, max: schema.maxValue ?? Number.MAX_SAFE_INTEGER }
}
