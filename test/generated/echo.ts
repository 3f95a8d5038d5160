import { isDeepStrictEqual } from 'node:util'
import { type ObjectShape, optionOf, type Shape } from './shape.ts'

/** Form in which a response returns a field, if it differs from the form sent. */
export type Presented = Readonly<Record<string, (sent: unknown, body: unknown) => unknown>>

/**
 * Paths at which the value read back differs from the value sent. A field that was omitted, or sent as null,
 * may have any value: its default is tested elsewhere.
 */
export function differences(
  shape: ObjectShape,
  sent: Readonly<Record<string, unknown>>,
  back: Readonly<Record<string, unknown>>,
  presented: Presented = {},
): string[] {
  return shape.fields.flatMap(({ name, shape: field }) => {
    const value = sent[name]
    if (value === undefined || value === null) return []
    const show = presented[name]
    if (show) return isDeepStrictEqual(show(value, sent), back[name]) ? [] : [name]
    return unlike(field, value, back[name]).map((path) => [name, ...path].join('.'))
  })
}

/** Paths to the differing values. */
function unlike(shape: Shape, sent: unknown, back: unknown): (string | number)[][] {
  switch (shape.kind) {
    case 'id':
    case 'flag':
      return Number(sent) === Number(back) && back !== null ? [] : [[]]
    case 'uuid':
      return String(sent).toLowerCase() === back ? [] : [[]]
    case 'list':
      return unlikeLists(shape.of, sent as unknown[], back)
    case 'object':
      return unlikeObjects(shape, sent as Record<string, unknown>, back)
    case 'choice':
      return unlikeObjects(optionOf(shape, sent), sent as Record<string, unknown>, back)
    default:
      // Through JSON, so that -0 is 0 as on the wire.
      return isDeepStrictEqual(JSON.parse(JSON.stringify(sent)), back) ? [] : [[]]
  }
}

function unlikeLists(shape: Shape, sent: unknown[], back: unknown): (string | number)[][] {
  if (!Array.isArray(back) || back.length !== sent.length) return [[]]
  return sent.flatMap((item, index) =>
    unlike(shape, item, back[index]).map((path) => [index, ...path]),
  )
}

function unlikeObjects(
  shape: ObjectShape,
  sent: Record<string, unknown>,
  back: unknown,
): (string | number)[][] {
  if (typeof back !== 'object' || back === null) return [[]]
  return shape.fields.flatMap(({ name, shape: field }) => {
    const value = sent[name]
    if (value === undefined || value === null) return []
    return unlike(field, value, Reflect.get(back, name)).map((path) => [name, ...path])
  })
}
