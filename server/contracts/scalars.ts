import { z } from 'zod'
import { issue } from './faults.ts'

/* Scalar types of the wire format. Their messages are encoded faults, which `field-errors.ts` decodes. */

const MAX_ID = Number.MAX_SAFE_INTEGER
const INTEGER = issue('not_an_integer')

/** Text restrictions: no NUL and no lone surrogates, so that stored text is returned unchanged. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** A positive integer id: a JSON integer or a string of decimal digits, up to 2^53 − 1. */
export const Id = z
  .union([z.number(), z.string()], { error: INTEGER })
  .transform((value) =>
    typeof value === 'number' || /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN,
  )
  .pipe(z.int({ error: INTEGER }).min(1, { error: INTEGER }).max(MAX_ID, { error: INTEGER }))
  .meta({
    title: 'id',
    description: 'A positive integer, or a string of decimal digits.',
    anyOf: [
      { type: 'integer', minimum: 1, maximum: MAX_ID },
      { type: 'string', pattern: '^\\d{1,16}$' },
    ],
  })

const REFERENCE = { error: INTEGER, abort: true } as const

/** An assistant, by integer id or UUID. */
export const AssistantReference = z.union([z.uuid(REFERENCE), Id], REFERENCE)

/** An integer id in a reply. */
export const ReplyId = z.int()

export const Uuid = z.uuid()

/** Text of at most `max` Unicode code points. */
export const text = (max?: number) => {
  const limited = max === undefined ? z.string() : z.string().max(max)
  return limited.refine(isStorable, { error: issue('not_text') })
}

/** Text that is neither empty nor only white space. It is not trimmed. */
export const requiredText = (max?: number) =>
  text(max)
    .refine((value) => value.trim() !== '', {
      error: issue('required'),
      abort: true,
    })
    .meta({ notBlank: true })

/** A JSON boolean, or 0 or 1 as the API family accepts. */
export const Flag = z
  .union([z.boolean(), z.literal(0), z.literal(1)], {
    error: issue('not_a_boolean'),
  })
  .transform(Boolean)
  .meta({ title: 'boolean', description: 'A boolean; 0 and 1 are accepted as false and true.' })

const between = (min: number, max: number) => issue('not_between', { min, max })

/** A number from `min` to `max`, inclusive. */
export const decimal = (min: number, max: number) =>
  z
    .number()
    .min(min, { error: between(min, max) })
    .max(max, { error: between(min, max) })

/** Reports whether dollars are a whole number of micro-dollars, apart from rounding errors such as 0.1 + 0.2. */
export function isExact(dollars: number): boolean {
  const rounded = Number(dollars.toFixed(6))
  return Math.abs(dollars - rounded) < 1e-9 && (rounded !== 0 || dollars === 0)
}
/** Error for an amount with too many decimals. */
export const INEXACT = { error: issue('too_precise', { count: 6 }) }

/** US dollars from 0 to `max`. */
export const dollars = (max: number) => decimal(0, max).refine(isExact, INEXACT)

/** A JSON integer from `min` to `max`, inclusive. */
export const integer = (min: number, max: number) =>
  z
    .int({ error: INTEGER })
    .min(min, { error: between(min, max) })
    .max(max, { error: between(min, max) })

/** A host that may mislead: a name that mixes look-alike alphabets, or an obfuscated notation. */
const isDeceptive = (host: string): boolean =>
  /[%@]|\.$/.test(host) ||
  host
    .split('.')
    .some(
      (name) =>
        /\p{Script=Latin}/u.test(name) && /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(name),
    )

const isWebUrl = (value: string): boolean => {
  if (value.length > 2048 || /[\s\p{Cc}]/u.test(value)) return false
  const host = /^https?:\/\/([^/\\?#:]+|\[[^\]]*\])/i.exec(value)?.[1]
  if (host === undefined || isDeceptive(host) || !URL.canParse(value)) return false
  const url = new URL(value)
  return url.username === '' && url.password === '' && url.port !== '0'
}

/** An absolute http or https URL without credentials, at most 2,048 characters. */
export const WebUrl = text()
  .refine(isWebUrl, { error: issue('not_a_url') })
  .meta({
    title: 'URL',
    description: 'An absolute http or https URL without credentials.',
    format: 'uri',
    maxLength: 2048,
  })

/** Names known to be valid timezones; there are a few hundred, in any spelling. */
const timezones = new Set<string>()
const TIMEZONES_KEPT = 1000

const isTimezone = (value: string): boolean => {
  if (timezones.has(value)) return true
  if (/^[+-]/.test(value)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
  } catch {
    return false
  }
  // The lookup is slow enough to matter in an import of thousands.
  if (timezones.size < TIMEZONES_KEPT) timezones.add(value)
  return true
}

/** A timezone name known to `Intl.DateTimeFormat`; numeric offsets are rejected. */
export const Timezone = requiredText()
  .refine(isTimezone, { error: issue('not_a_timezone') })
  .meta({
    title: 'timezone',
    description: 'An IANA timezone name, such as `Europe/Berlin` or `UTC`; no numeric offset.',
    examples: ['Europe/Berlin'],
  })

/** An existing calendar day, `YYYY-MM-DD`. */
export const Day = z
  .string()
  .regex(/^[1-9]\d{3}-\d{2}-\d{2}$/, { error: issue('not_a_date') })
  .refine((day) => isRealDay(day), { error: issue('not_a_date') })
  .meta({
    title: 'day',
    description: 'A calendar day, `YYYY-MM-DD`.',
    format: 'date',
    examples: ['2026-03-14'],
  })

function isRealDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** `YYYY-MM-DD HH:MM:SS`, UTC. */
export const DateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .meta({
    title: 'time',
    description: '`YYYY-MM-DD HH:MM:SS` in UTC.',
    examples: ['2026-03-14 09:26:53'],
  })

/** ISO 8601 in UTC with microseconds and `Z`. */
export const Instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
  .meta({
    title: 'instant',
    description: 'ISO 8601 in UTC with microseconds and `Z`.',
    examples: ['2026-03-14T09:26:53.000000Z'],
  })

/** Optional on create: `null` means omitted. */
export const optional = <schema extends z.ZodType>(schema: schema) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional()

type Sparse<shape extends z.ZodRawShape> = z.ZodObject<{
  [name in keyof shape]: ReturnType<typeof optional<shape[name] & z.ZodType>>
}>

/** An object with all parts optional: `null` means omitted. */
export const sparse = <shape extends z.ZodRawShape>(object: z.ZodObject<shape>): Sparse<shape> =>
  z.object(
    Object.fromEntries(
      Object.entries(object.shape).map(([name, field]) => [name, optional(field as z.ZodType)]),
    ),
  ) as unknown as Sparse<shape>

/** Optional on create with a default: `null` means omitted. */
export const defaulted = <schema extends z.ZodType>(
  schema: schema,
  value: z.input<schema> & z.output<schema>,
) =>
  schema
    .nullable()
    .meta({ default: value })
    .optional()
    .transform((sent) => sent ?? value)
    // The output of these schemas is valid input for them.
    .pipe(schema as unknown as z.ZodType<z.output<schema>, never>)

/** Maximum nesting depth of a stored object. Bodies cannot be deeper anyway, but text in them may hold JSON. */
const MAX_LEVELS = 32

/** Reports whether a JSON value can be stored with all its keys and texts intact; `__proto__` would be lost. */
const isStorableJson = (value: unknown, levels = MAX_LEVELS): boolean => {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  return Object.entries(value).every(
    ([name, item]) => name !== '__proto__' && isStorable(name) && isStorableJson(item, levels - 1),
  )
}

const AnyObject = z.record(z.string(), z.json())

/** An empty array is an empty object: PHP writes both alike. */
export const objectOf = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 0 ? {} : value

/** Any JSON object, stored as sent. */
export const JsonObject = z
  .custom<z.input<typeof AnyObject>>((value) => isStorableJson(value), {
    error: issue('not_storable'),
  })
  .transform((value) => objectOf(value) as typeof value)
  .pipe(AnyObject)
  .meta({ type: 'object', additionalProperties: {} })
export type JsonObject = z.output<typeof JsonObject>
