import { type OpenApi, type Parameter, resolve, type Schema } from './openapi.ts'

/** A field as shown on the page. */
export interface Field {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** Bounds and choices, as text. */
  readonly rules: readonly string[]
  /** Default value, as JSON. */
  readonly fallback: string | undefined
  readonly description: string | undefined
  readonly fields: readonly Field[]
}

/** Options for documenting fields: requests mark optional fields; replies contain all of them. */
export interface Telling {
  readonly document: Pick<OpenApi, 'components'>
  readonly isReply?: boolean
  /** Link name of a type that is documented elsewhere; without it, it is documented inline. */
  readonly calls?: (name: string) => string | undefined
}

/** Maximum nesting depth. */
const DEPTH = 5

/** The fields of an object or of the objects in a list; for a union of objects, variant by variant. */
export function fieldsOf(schema: Schema, telling: Telling, depth = 0): Field[] {
  if (depth > DEPTH) return []
  const { properties = {}, required = [], oneOf } = objectIn(schema, telling)
  if (oneOf) return oneOf.map((kind) => kindOf(kind, telling, depth))
  return Object.entries(properties).map(([name, property]) => ({
    ...aboutOf(property, telling, depth),
    name,
    type: typeOf(property, telling, required.includes(name)),
    isRequired: required.includes(name) && property.default === undefined,
  }))
}

/** Converts a parameter to a field. */
export function parameterField(parameter: Parameter, telling: Telling): Field {
  const { name, schema, description, required = false, in: place } = parameter
  const about = aboutOf(schema, telling, 0)
  return {
    ...about,
    name,
    type: `${typeOf(schema, telling, false)} in ${place}`,
    isRequired: required,
    description: description ?? about.description,
  }
}

/** Describes a value from its schema. */
function aboutOf(schema: Schema, telling: Telling, depth: number) {
  const known = withoutName(schema, telling)
  const isElsewhere = calledBy(itemOf(schema, telling), telling) !== undefined
  const fallback = schema.default ?? known.default
  return {
    rules: rulesOf(known),
    fallback: fallback === undefined ? undefined : JSON.stringify(fallback),
    // The guide describes well-known types once.
    description: schema.description ?? (known.title === undefined ? known.description : undefined),
    fields: isElsewhere ? [] : fieldsOf(known, telling, depth + 1),
  }
}

function calledBy({ $ref }: Schema, { calls }: Telling): string | undefined {
  return $ref === undefined ? undefined : calls?.($ref.replace('#/components/schemas/', ''))
}

/** Schema of a list's items, or of the single value, with its name. */
function itemOf(schema: Schema, telling: Telling): Schema {
  if (schema.$ref !== undefined) return schema
  const [option, ...others] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (option && others.length === 0) return itemOf(option, telling)
  return schema.items ? itemOf(schema.items, telling) : schema
}

/** One variant of a union, identified by its discriminator field. */
function kindOf(schema: Schema, telling: Telling, depth: number): Field {
  const known = resolve(schema, telling.document)
  const [name = '', { const: value = '' } = {}] =
    Object.entries(known.properties ?? {}).find(([, property]) => property.const !== undefined) ??
    []
  return {
    name: `${name}: ${value}`,
    type: 'object',
    isRequired: false,
    rules: [],
    fallback: undefined,
    description: known.description,
    fields: fieldsOf(known, telling, depth + 1).filter((field) => field.name !== name),
  }
}

/** The object schema, or that of a list's items. */
function objectIn(schema: Schema, telling: Telling): Schema {
  const known = withoutName(schema, telling)
  return known.items ? objectIn(known.items, telling) : known
}

/** The schema without its name, and without a `null` variant. */
function withoutName(schema: Schema, { document }: Telling): Schema {
  const known = resolve(schema, document)
  const [option, ...others] = known.anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (!option || others.length > 0) return known
  const { anyOf: _, ...outer } = known
  return { ...resolve(option, document), ...outer }
}

/** Describes a type: `string`, `id or null`, `array of object`. Nullable request fields may be omitted. */
export function typeOf(schema: Schema, telling: Telling, isThere = true): string {
  const known = resolve(schema, telling.document)
  const name = calledBy(schema, telling) ?? known.title
  if (name !== undefined) return name
  const isShown = (type: Schema['type']) => telling.isReply || isThere || type !== 'null'
  const options = known.anyOf ?? known.oneOf
  if (options) {
    return either(options.filter(({ type }) => isShown(type)).map((one) => typeOf(one, telling)))
  }
  if (known.const !== undefined) return JSON.stringify(known.const)
  if (known.enum) return 'string'
  if (known.type === 'array') return listOf(known, telling)
  if (known.type === undefined) return known.properties ? 'object' : 'any'
  return either([known.type].flat().filter(isShown))
}

function listOf({ items }: Schema, telling: Telling): string {
  return items && !items.not ? `array of ${typeOf(items, telling)}` : 'array'
}

const either = (types: readonly string[]) => [...new Set(types)].join(' or ')

/** Constraints of a value. Those of well-known types are in the guide. */
export function rulesOf(schema: Schema): string[] {
  if (schema.title !== undefined) return []
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format, pattern } = schema
  const choices = schema.enum?.map((value) => JSON.stringify(value)).join(', ')
  return [
    choices && `one of ${choices}`,
    between(atLeast(schema, minimum), atMost(maximum)),
    minLength === 1 && maxLength === undefined && 'not empty',
    between(minLength === 1 ? undefined : minLength, maxLength, 'characters'),
    between(minItems, maxItems, 'items'),
    format,
    !format && pattern && pattern.length < 60 && `matches \`${pattern}\``,
  ].filter((rule): rule is string => typeof rule === 'string' && rule !== '')
}

/** The safe-integer limits are not worth showing. */
const atMost = (maximum?: number) => (maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum)
function atLeast({ exclusiveMinimum }: Schema, minimum?: number): number | undefined {
  if (minimum === Number.MIN_SAFE_INTEGER) return undefined
  return minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
}

function between(least?: number, most?: number, unit = ''): string | undefined {
  const words = unit && ` ${unit}`
  if (least !== undefined && least === most) return `exactly ${least}${words}`
  if (least !== undefined && most !== undefined) return `${least} to ${most}${words}`
  if (most !== undefined) return `at most ${most}${words}`
  return least === undefined ? undefined : `at least ${least}${words}`
}
