import type { JSONSchema7 } from '@ai-sdk/provider'
import { z } from 'zod'

/** JSON Schema of a tool's arguments. */
export type ToolSchema = JSONSchema7 & { readonly type: 'object' }

/** Maximum size of a schema as JSON, characters, and maximum nesting. */
const MAX_LENGTH = 16_000
const MAX_DEPTH = 24

const Type = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const Count = z.int().min(0)

/** Names of properties that all model services accept. */
const Name = z.string().regex(/^[\w.-]{1,64}$/)

/** The keywords that model services know; others are dropped, since some services reject what they do not know. */
const Schema: z.ZodType<JSONSchema7> = z.lazy(() =>
  z.object({
    $ref: z
      .string()
      .regex(/^#\/(\$defs|definitions)\/[\w.-]+$/)
      .optional(),
    $defs: z.record(Name, Sub).optional(),
    definitions: z.record(Name, Sub).optional(),
    type: z.union([Type, z.array(Type).min(1)]).optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    enum: z.array(z.json()).min(1).optional(),
    const: z.json().optional(),
    default: z.json().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: Count.optional(),
    maxLength: Count.optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    exclusiveMaximum: z.number().optional(),
    multipleOf: z.number().positive().optional(),
    minItems: Count.optional(),
    maxItems: Count.optional(),
    uniqueItems: z.boolean().optional(),
    items: Sub.optional(),
    properties: z.record(Name, Sub).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), Sub]).optional(),
    anyOf: z.array(Sub).min(1).optional(),
    oneOf: z.array(Sub).min(1).optional(),
    allOf: z.array(Sub).min(1).optional(),
  }),
) as z.ZodType<JSONSchema7>

/** A schema inside another one. `true` allows anything, as does an empty schema. */
const Sub: z.ZodType<JSONSchema7> = z.lazy(() =>
  z.union([Schema, z.literal(true).transform(() => ({}))]),
) as z.ZodType<JSONSchema7>

/** The schema of a tool's arguments as models are told it; undefined if it is none, is too large or refers to something missing. */
export function inputSchemaIn(sent: unknown): ToolSchema | undefined {
  if (depthOf(sent) > MAX_DEPTH) return undefined
  const { data } = Schema.safeParse(sent)
  if (data?.type !== 'object') return undefined
  if (JSON.stringify(data).length > MAX_LENGTH) return undefined
  const known = ['$defs', 'definitions'].flatMap((place) =>
    Object.keys(data[place as '$defs' | 'definitions'] ?? {}).map((name) => `#/${place}/${name}`),
  )
  if (!refsIn(data).every((ref) => known.includes(ref))) return undefined
  // Some services require it even where there are none.
  return { properties: {}, ...data, type: 'object' }
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth
  let deepest = depth
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, depth + 1))
  return deepest
}

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner),
  )
}
