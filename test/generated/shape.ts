import type { z } from 'zod'
import { decodeFault } from '#contracts/faults.ts'
import { Day, Flag, Id, JsonObject, Timezone, Uuid, WebUrl } from '#contracts/scalars.ts'

/*
 * A contract's rules for each field, in the few terms of the generated tests. Only this file knows how zod
 * stores them.
 */

export interface Field {
  readonly name: string
  readonly shape: Shape
  readonly required: boolean
  readonly nullable: boolean
}

export type ObjectShape = { readonly kind: 'object'; readonly fields: readonly Field[] }

export type TextShape = {
  readonly kind: 'text'
  readonly min: number
  readonly max: number
  /** True if it may be empty or only whitespace. */
  readonly blank: boolean
  readonly pattern: RegExp | undefined
  readonly format: string | undefined
  /** Codes of rules written as code; a generator must know such a field by name. */
  readonly rules: readonly string[]
}

export type NumberShape = {
  readonly kind: 'number'
  readonly whole: boolean
  /** Minimum and maximum, inclusive. */
  readonly min: number
  readonly max: number
  readonly rules: readonly string[]
}

export type ListShape = {
  readonly kind: 'list'
  readonly of: Shape
  readonly min: number
  readonly max: number
  /** True if rules apply to the items together; the generators then make their names unique. */
  readonly unique: boolean
}

export type Shape =
  | ObjectShape
  | TextShape
  | NumberShape
  | ListShape
  | { readonly kind: 'choice'; readonly by: string; readonly options: readonly ObjectShape[] }
  | { readonly kind: 'either'; readonly options: readonly Shape[] }
  | { readonly kind: 'one of'; readonly values: readonly unknown[] }
  | { readonly kind: 'id' | 'uuid' | 'url' | 'timezone' | 'day' | 'flag' | 'json object' }
  | { readonly kind: 'boolean' | 'anything' }

/** The parts of a zod schema used here. */
interface Def {
  readonly type: string
  readonly format?: string
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDef } }[]
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly discriminator?: string
  readonly entries?: Readonly<Record<string, unknown>>
  readonly values?: readonly unknown[]
}

interface CheckDef {
  readonly check: string
  readonly minimum?: number
  readonly maximum?: number
  readonly value?: number
  readonly inclusive?: boolean
  readonly pattern?: RegExp
  readonly error?: () => string
}

const SCALARS = new Map<unknown, Shape>([
  [Id, { kind: 'id' }],
  [Uuid, { kind: 'uuid' }],
  [Flag, { kind: 'flag' }],
  [WebUrl, { kind: 'url' }],
  [Timezone, { kind: 'timezone' }],
  [Day, { kind: 'day' }],
  [JsonObject, { kind: 'json object' }],
])

/** The scalar that a schema is, or was derived from by extending its description. */
function scalarOf(schema: z.ZodType | undefined): Shape | undefined {
  if (schema === undefined) return undefined
  return SCALARS.get(schema) ?? scalarOf(schema._zod.parent as z.ZodType | undefined)
}

const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def

/** Wrappers that say whether a field may be missing or null, or how it is treated, but not what it is. */
const LAYERS = ['optional', 'nullable', 'default', 'prefault', 'readonly', 'nonoptional', 'catch']

/** The shape of the values that a schema accepts. */
export function shapeOf(schema: z.ZodType): Shape {
  const known = scalarOf(schema)
  if (known) return known
  const def = defOf(schema)
  if (LAYERS.includes(def.type)) return shapeOf(def.innerType!)
  switch (def.type) {
    case 'pipe':
      // After a transform, the resulting schema is more informative.
      return shapeOf(defOf(def.in!).type === 'transform' ? def.out! : def.in!)
    case 'object':
      return objectShape(schema)
    case 'array':
      return {
        kind: 'list',
        of: shapeOf(def.element!),
        ...lengths(def),
        unique: rulesOf(def).length > 0,
      }
    case 'string':
      return textShape(def)
    case 'number':
      return numberShape(def)
    case 'boolean':
      return { kind: 'boolean' }
    case 'enum':
      return { kind: 'one of', values: Object.values(def.entries!) }
    case 'literal':
      return { kind: 'one of', values: def.values! }
    case 'union':
      return unionShape(def)
    case 'record':
      return { kind: 'json object' }
    default:
      return { kind: 'anything' }
  }
}

/** The shape of an object schema, field by field. */
export function objectShape(schema: z.ZodType): ObjectShape {
  const fields = Object.entries(defOf(schema).shape!).map(([name, field]) => ({
    name,
    shape: shapeOf(field),
    required: !field.safeParse(undefined).success,
    nullable: field.safeParse(null).success,
  }))
  return { kind: 'object', fields }
}

function unionShape(def: Def): Shape {
  if (def.discriminator) {
    return { kind: 'choice', by: def.discriminator, options: def.options!.map(objectShape) }
  }
  const shapes = def.options!.map(shapeOf)
  const values = shapes.flatMap((shape) => (shape.kind === 'one of' ? shape.values : []))
  if (shapes.every(({ kind }) => kind === 'one of')) return { kind: 'one of', values }
  return { kind: 'either', options: shapes }
}

const checksOf = (def: Def): CheckDef[] => (def.checks ?? []).map(({ _zod }) => _zod.def)

function lengths(def: Def): { min: number; max: number } {
  const checks = checksOf(def)
  const all = (name: string, key: 'minimum' | 'maximum') =>
    checks.filter(({ check }) => check === name).map((check) => check[key]!)
  return {
    min: Math.max(0, ...all('min_length', 'minimum')),
    max: Math.min(Number.POSITIVE_INFINITY, ...all('max_length', 'maximum')),
  }
}

/** Codes of the rules that apply to every text; the generators satisfy them by themselves. */
const TEXT_RULE = 'not_text'
const NOT_BLANK = 'required'

const rulesOf = (def: Def): string[] =>
  checksOf(def)
    .filter(({ check }) => check === 'custom')
    .map(({ error }) => error?.() ?? '')
    .map((message) => decodeFault(message)?.code ?? message)

function textShape(def: Def): Shape {
  const rules = rulesOf(def)
  const pattern = checksOf(def).find(({ pattern }) => pattern)?.pattern
  return {
    kind: 'text',
    ...lengths(def),
    blank: !rules.includes(NOT_BLANK),
    pattern,
    format: def.format,
    rules: rules.filter((rule) => rule !== TEXT_RULE && rule !== NOT_BLANK),
  }
}

function numberShape(def: Def): Shape {
  const checks = checksOf(def)
  const whole = def.format === 'safeint' || checks.some(({ check }) => check === 'number_format')
  const step = whole ? 1 : Number.MIN_VALUE
  const bounds = (name: string, inward: number) =>
    checks
      .filter(({ check }) => check === name)
      .map(({ value, inclusive }) => (inclusive ? value! : value! + inward))
  return {
    kind: 'number',
    whole,
    min: Math.max(whole ? Number.MIN_SAFE_INTEGER : -1e300, ...bounds('greater_than', step)),
    max: Math.min(whole ? Number.MAX_SAFE_INTEGER : 1e300, ...bounds('less_than', -step)),
    rules: rulesOf(def),
  }
}

/** The kind of item that a value is. */
export function optionOf({ by, options }: Shape & { kind: 'choice' }, sent: unknown): ObjectShape {
  const kind = (sent as Record<string, unknown>)[by]
  return options.find(({ fields }) =>
    fields.some(
      ({ name, shape }) => name === by && shape.kind === 'one of' && shape.values.includes(kind),
    ),
  )!
}

/** A path in a contract: the names leading to a field, with `*` for any item of a list. */
export interface Place {
  readonly path: readonly string[]
  readonly shape: Shape
  readonly required: boolean
  readonly nullable: boolean
}

/** Every field of an object and its descendants, outermost first. */
export function* placesIn(shape: Shape, path: readonly string[] = []): Generator<Place> {
  if (shape.kind === 'list') {
    yield { path: [...path, '*'], shape: shape.of, required: true, nullable: false }
    yield* placesIn(shape.of, [...path, '*'])
  } else if (shape.kind === 'choice') {
    for (const option of shape.options) yield* placesIn(option, path)
  } else if (shape.kind === 'object') {
    for (const { name, ...field } of shape.fields) {
      yield { path: [...path, name], ...field }
      yield* placesIn(field.shape, [...path, name])
    }
  }
}
