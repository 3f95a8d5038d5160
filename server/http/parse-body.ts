import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fieldFaults } from '#contracts/field-errors.ts'
import { InvalidFields } from '../errors.ts'
import { withColumns, withLines } from './csv.ts'

type Fields = Record<string, unknown>

/** Result of parsing: the well-formed fields, and the issues of the others. */
interface Parsed {
  /** A field that was sent but is malformed is present as undefined. */
  readonly fields: Fields
  readonly issues: readonly z.core.$ZodIssue[]
}

/** Items of a long list parsed before yielding to the event loop. */
const SLICE = 250

/**
 * Parses a body and asks the rules about the fields that are well formed, so that one answer names every fault. Synchronous
 * except for long lists of records, which yield to the event loop in between.
 * @throws InvalidFields
 */
export function parseBody(
  { body: schema, csv: list }: AnyEndpoint,
  input: unknown,
  rules: (fields: Fields) => FieldFaults,
  namesLines: boolean,
): Fields | Promise<Fields> {
  if (!schema) return {}
  const judge = ({ fields, issues }: Parsed): Fields => {
    const faults = { ...rules(fields), ...fieldFaults(issues, input) }
    if (Object.keys(faults).length === 0) return fields
    throw new InvalidFields((namesLines ? withLines : withColumns)(faults, input))
  }
  const items = list === undefined ? undefined : (input as Fields | null)?.[list]
  return list !== undefined && Array.isArray(items) && items.length > SLICE
    ? parseLong(schema, input as Fields, list, items).then(judge)
    : judge(parse(schema, input))
}

function parse(schema: z.ZodObject, input: unknown): Parsed {
  const parsed = schema.safeParse(input)
  return parsed.success
    ? { fields: parsed.data, issues: [] }
    : { fields: wellFormed(schema, input), issues: parsed.error.issues }
}

/** Parses everything except the items of a list, then the items slice by slice, unless there are too many. */
async function parseLong(
  schema: z.ZodObject,
  input: Fields,
  list: string,
  items: readonly unknown[],
): Promise<Parsed> {
  const array = schema.shape[list] as z.ZodArray<z.ZodType>
  // The checks of an array concern its length only.
  const checks = (array._zod.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[]
  const length = z.array(z.unknown()).check(...checks)
  const around = parse(schema.extend({ [list]: length }), input)
  if (around.fields[list] === undefined) return around
  const slice = z.array(array.element)
  const parsed: unknown[] = []
  const issues = [...around.issues]
  for (let at = 0; at < items.length; at += SLICE) {
    const { success, data, error } = slice.safeParse(items.slice(at, at + SLICE))
    if (success) parsed.push(...data)
    else issues.push(...error.issues.map((issue) => moved(issue, list, at)))
    await breathe()
  }
  const isWhole = parsed.length === items.length
  return { fields: { ...around.fields, [list]: isWhole ? parsed : undefined }, issues }
}

/** Converts the path of an issue from a slice to the whole body. */
function moved(issue: z.core.$ZodIssue, list: string, by: number): z.core.$ZodIssue {
  const [index, ...rest] = issue.path
  return { ...issue, path: [list, Number(index) + by, ...rest] }
}

function wellFormed(schema: z.ZodObject, input: unknown): Fields {
  if (typeof input !== 'object' || input === null) return {}
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const parsed = z.safeParse(field, (input as Fields)[name])
    const isThere = Object.hasOwn(input, name) || parsed.data !== undefined
    return isThere ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(fields)
}
