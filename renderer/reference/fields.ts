import { type OpenApi, resolve, type Schema } from './openapi.ts'

/** One field as the page shows it. */
export interface Field {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** Bounds, choices and the default, in words. */
  readonly rules: readonly string[]
  readonly description: string | undefined
  readonly fields: readonly Field[]
}

/** Deeper than this nobody reads on. */
const DEPTH = 5

/** The fields of an object, or of the objects in a list. */
export function fieldsOf(schema: Schema, document: OpenApi, depth = 0): Field[] {
  const { properties, required = [] } = objectIn(schema, document)
  if (!properties || depth > DEPTH) return []
  return Object.entries(properties).map(([name, property]) => {
    const inner = withoutNull(resolve(property, document))
    const hasDefault = inner.default !== undefined || property.default !== undefined
    return {
      name,
      type: typeOf(property, document),
      isRequired: required.includes(name) && !hasDefault,
      rules: rulesOf({ ...inner, ...('default' in property && { default: property.default }) }),
      description: property.description ?? inner.description,
      fields: fieldsOf(inner, document, depth + 1),
    }
  })
}

/** The object that a schema is, or holds as a list. */
function objectIn(schema: Schema, document: OpenApi): Schema {
  const known = withoutNull(resolve(schema, document))
  return known.items ? objectIn(known.items, document) : known
}

/** A type in words: `string`, `integer or null`, `array of object`. */
export function typeOf(schema: Schema, document: OpenApi): string {
  const known = resolve(schema, document)
  const options = known.anyOf ?? known.oneOf
  if (options) return either(options.map((option) => typeOf(option, document)))
  if (known.const !== undefined) return JSON.stringify(known.const)
  if (known.enum) return 'string'
  if (known.type === 'array')
    return `array of ${known.items ? typeOf(known.items, document) : 'any'}`
  if (known.type === undefined) return known.properties ? 'object' : 'any'
  return either([known.type].flat())
}

const either = (types: readonly string[]) => [...new Set(types)].join(' or ')

/** What a value must keep to. */
export function rulesOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, format, pattern } = schema
  const choices = schema.enum?.map((value) => JSON.stringify(value)).join(', ')
  return [
    choices && `one of ${choices}`,
    between(atLeast(schema, minimum), atMost(maximum)),
    between(minLength, maxLength, 'characters'),
    maxItems !== undefined && `at most ${maxItems} items`,
    format,
    !format && pattern && pattern.length < 60 && `matches ${pattern}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter((rule): rule is string => typeof rule === 'string' && rule !== '')
}

/** Bounds that only say that a number is a safe integer say nothing. */
const atMost = (maximum?: number) => (maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum)
function atLeast({ exclusiveMinimum }: Schema, minimum?: number): number | undefined {
  if (minimum === Number.MIN_SAFE_INTEGER) return undefined
  return minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
}

function between(least?: number, most?: number, unit = ''): string | undefined {
  const words = unit && ` ${unit}`
  if (least !== undefined && most !== undefined) return `${least} to ${most}${words}`
  if (most !== undefined) return `at most ${most}${words}`
  return least === undefined ? undefined : `at least ${least}${words}`
}

/** `null` beside one other type only says that it may be left out. */
function withoutNull(schema: Schema): Schema {
  const rest = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (rest?.length !== 1) return schema
  const { anyOf: _, ...outer } = schema
  return { ...rest[0], ...outer }
}
