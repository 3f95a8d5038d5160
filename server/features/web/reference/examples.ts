import { PLAUSIBLE } from './plausible.ts'
import { COMPONENTS, type Json } from './schemas.ts'

/** Position of a value in an example. */
interface Place {
  /** Name of the schema that the field belongs to. */
  readonly owner?: string | undefined
  readonly name?: string
}

/** Maximum number of optional fields shown if a schema has no required ones. */
const MAX_OPTIONAL = 3

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0199c0de-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  uri: 'https://www.example.com',
  'date-time': '2026-03-14T09:26:53.000Z',
}

/**
 * Generates deterministic, realistic examples from JSON Schemas. `requests` contain their required fields; replies
 * contain all fields that are always present.
 */
export function createExamples(components: Readonly<Record<string, Json>>) {
  function exampleOf(schema: Json, place: Place = {}): unknown {
    const { known, owner } = resolved(schema)
    const given = known['examples'] as unknown[] | undefined
    if (given) return given[0]
    const plausible = candidatesFor(place).find((value) => fits(known, value))
    if (plausible !== undefined) return plausible
    const fixed =
      known['default'] ?? known['const'] ?? (known['enum'] as unknown[] | undefined)?.[0]
    if (fixed !== undefined) return fixed
    const option = optionsOf(known)?.find(({ type }) => type !== 'null')
    return option
      ? exampleOf(option, place)
      : byType(known, { ...place, owner: owner ?? place.owner })
  }

  function byType(schema: Json, place: Place): unknown {
    switch ([schema['type']].flat()[0]) {
      case 'object':
        return exampleObject(schema, place.owner)
      case 'array':
        return exampleList(schema, place)
      case 'integer':
      case 'number':
        return Math.max(1, (schema['minimum'] as number | undefined) ?? 1)
      case 'boolean':
        return true
      case 'string':
        return BY_FORMAT[String(schema['format'])] ?? wordsOf(place.name ?? 'text')
      default:
        return {}
    }
  }

  function exampleList(schema: Json, place: Place): unknown[] {
    const each = schema['prefixItems'] as Json[] | undefined
    if (each) return each.map((item) => exampleOf(item))
    if (holdsNothing(schema)) return []
    const item = exampleOf(schema['items'] as Json, singular(place))
    return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () => item)
  }

  function exampleObject(schema: Json, owner: string | undefined): Json {
    const required = (schema['required'] ?? []) as string[]
    // A record schema has a name pattern and one value schema.
    const named = schema['properties'] ?? recordOf(schema, required)
    const properties = Object.entries(named as Record<string, Json>)
    const must = properties.filter(([name]) => required.includes(name))
    const shown = must.length > 0 ? must : properties.slice(0, MAX_OPTIONAL)
    return Object.fromEntries(
      shown.map(([name, property]) => [name, exampleOf(property, { owner, name })]),
    )
  }

  /** Resolves a schema reference. */
  function resolved(schema: Json): { known: Json; owner?: string } {
    const { $ref, ...rest } = schema
    if ($ref === undefined) return { known: schema }
    const owner = String($ref).slice(COMPONENTS.length)
    return { known: { ...components[owner], ...rest }, owner }
  }

  function fits(schema: Json, value: unknown): boolean {
    const { known } = resolved(schema)
    const options = optionsOf(known)
    if (options) return options.some((option) => fits(option, value))
    const { type, enum: choices, items } = known
    if ('const' in known && known['const'] !== value) return false
    if (choices && !(choices as unknown[]).includes(value)) return false
    if (type !== undefined && ![type].flat().some((name) => isOfType(name, value))) return false
    if (Array.isArray(value)) return value.every((item) => !items || fits(items as Json, item))
    return typeof value === 'string' ? fitsText(known, value) : true
  }

  return { exampleOf }
}

function optionsOf(schema: Json): Json[] | undefined {
  return (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
}

function recordOf({ additionalProperties }: Json, names: readonly string[]): Record<string, Json> {
  if (typeof additionalProperties !== 'object' || additionalProperties === null) return {}
  return Object.fromEntries(names.map((name) => [name, additionalProperties as Json]))
}

/** Reports whether a list's items are `never`. */
function holdsNothing({ items }: Json): boolean {
  return items === undefined || 'not' in (items as Json)
}

function candidatesFor({ owner, name = '' }: Place): readonly unknown[] {
  const own = owner?.replace(/^New|Input$/g, '')
  return PLAUSIBLE[`${own}.${name}`] ?? (Object.hasOwn(PLAUSIBLE, name) ? PLAUSIBLE[name]! : [])
}

/** Items are named after their list without the final letter: `voices`, `voice`. */
function singular({ owner, name = '' }: Place): Place {
  return { owner, name: name.replace(/s$/, '') }
}

function isOfType(type: unknown, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

function fitsText({ pattern, format, minLength = 0, maxLength = Infinity }: Json, text: string) {
  const length = [...text].length
  if (length < Number(minLength) || length > Number(maxLength)) return false
  if (format === 'uuid' || format === 'uri')
    return format === 'uuid' ? isUuid(text) : URL.canParse(text)
  return pattern === undefined || new RegExp(String(pattern)).test(text)
}

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** Converts `page_title` to "Page title". */
function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
