import { z } from 'zod'
import { allSchemas } from '#contracts/all.ts'

/** A JSON Schema, or any other part of an OpenAPI document. */
export type Json = { [key: string]: unknown }

type Direction = 'input' | 'output'

/** Location of named schemas in an OpenAPI document. */
export const COMPONENTS = '#/components/schemas/'

/** Any JSON value: the only recursive schema, and therefore the only one that zod extracts without a name. */
const ANY: Json = { title: 'any JSON', description: 'Any JSON value.' }

const NAMES = new Map(
  allSchemas
    .filter(([, schema]) => isNameable(schema))
    .map(([name, schema]) => [schema as z.core.$ZodType, name]),
)

function isNameable(schema: z.ZodType): boolean {
  return (
    z.globalRegistry.get(schema)?.title !== undefined ||
    schema instanceof z.ZodObject ||
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodUnion
  )
}

/** Metadata of a schema in the contracts, with its name if it has one. */
const metadata = Object.assign(z.registry<z.core.GlobalMeta>(), {
  get(schema: z.core.$ZodType) {
    const id = NAMES.get(schema)
    const known = z.globalRegistry.get(schema)
    return id === undefined ? known : { ...known, id }
  },
})

export type Schemas = ReturnType<typeof createSchemas>

/**
 * Converts schemas of the contracts to JSON Schemas; named ones go to `components` once. If the input form of a named
 * schema differs from its output form, it is named `…Input`, so all replies are noted before anything is converted.
 */
export function createSchemas() {
  const given = new Set<string>()
  const components: Record<string, Json> = { Json: ANY }

  /** Notes the named schemas in a reply. */
  function noteReply(reply: z.ZodType): void {
    for (const name of Object.keys((converted(reply, 'output')['$defs'] ?? {}) as Json))
      given.add(name)
  }

  function schemaOf(schema: z.ZodType, direction: Direction): Json {
    const { $schema: _, $defs = {}, ...root } = converted(schema, direction)
    const found = Object.entries($defs as Record<string, Json>)
    for (const [name, definition] of found) {
      const called = calledBy(name, direction)
      if (called !== 'Json') components[called] = renamed(definition, direction)
    }
    return renamed(root, direction)
  }

  function calledBy(name: string, direction: Direction): string {
    if (name.startsWith('__schema')) return 'Json'
    return direction === 'input' && given.has(name) && !isSameBothWays(name) ? `${name}Input` : name
  }

  function renamed(json: Json, direction: Direction): Json {
    const text = JSON.stringify(json).replace(
      /"#\/\$defs\/([^"]+)"/g,
      (_, name: string) => `"${COMPONENTS}${calledBy(name, direction)}"`,
    )
    return JSON.parse(text)
  }

  return { components, noteReply, schemaOf }
}

/** Reports whether a named schema is the same for input and output. */
const sameBothWays = new Map<string, boolean>()

function isSameBothWays(name: string): boolean {
  const known = sameBothWays.get(name)
  if (known !== undefined) return known
  const schema = allSchemas.find(([exported]) => exported === name)![1]
  const [taken, given] = (['input', 'output'] as const).map((direction) =>
    JSON.stringify(converted(schema, direction)),
  )
  sameBothWays.set(name, taken === given)
  return taken === given
}

function converted(schema: z.ZodType, io: Direction): Json {
  return z.toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      tidy(jsonSchema)
      // JSON Schema patterns cannot be case-insensitive.
      if (ignoresCase(zodSchema)) delete jsonSchema.pattern
      // zod omits both for transforms.
      const { def } = zodSchema._zod
      if (def.type === 'default') jsonSchema.default ??= def.defaultValue as never
      const said = z.globalRegistry.get(zodSchema) ?? {}
      if (said['examples'] !== undefined) jsonSchema.examples = said['examples'] as never
      if (said['default'] !== undefined) jsonSchema.default = said['default'] as never
    },
  })
}

function ignoresCase({ _zod: { def } }: z.core.$ZodType): boolean {
  return (def.checks ?? []).some((check) => {
    const { pattern } = check._zod.def as { pattern?: RegExp }
    return pattern?.ignoreCase ?? false
  })
}

/** Formats that are more expressive than zod's patterns for them. */
const FORMATS = ['uuid', 'email', 'date-time']

/** Formats specific to zod, replaced by their pattern in OpenAPI. */
const OUR_WORDS = ['starts_with', 'ends_with', 'includes', 'uppercase', 'lowercase', 'regex']

/** Removes what is of no use to readers, and uses standard JSON Schema keywords. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  // Replies may gain fields, and unknown request fields are ignored.
  if (schema.additionalProperties === false) delete schema.additionalProperties
  delete schema.propertyNames
  if (schema.type === 'integer' || FORMATS.includes(schema.format ?? '')) delete schema.pattern
  if (OUR_WORDS.includes(schema.format ?? '')) delete schema.format
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema['notBlank']) schema.minLength ??= 1
  delete schema['notBlank']
}
