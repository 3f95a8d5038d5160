import { allEndpoints } from '#contracts/all.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { WRONG_IDS } from './faults.ts'
import { type Field, objectShape } from './shape.ts'

/** A query with one invalid value, and the field that the response must name. */
export interface WrongQuery {
  readonly endpoint: AnyEndpoint
  readonly target: string
  readonly field: string
}

const NO_DAYS = ['2024-02-30', '0000-01-01', '10000-01-01', '2024-1-1', 'x', '']
const NO_VALUES = ['no such value', '']

/** Values that a query field rejects. */
function wrongValues({ name, shape }: Field): readonly string[] {
  // An invalid page is the first one.
  if (name === 'page') return []
  switch (shape.kind) {
    case 'id':
      return WRONG_IDS.filter((id) => typeof id !== 'object').map(String)
    case 'one of':
      return NO_VALUES.filter((value) => !shape.values.includes(value))
    case 'day':
      return NO_DAYS
    case 'text':
      return shape.pattern || shape.rules.length > 0
        ? ['no such value', '', '\0']
        : ['\0', ...(shape.max < 10_000 ? ['x'.repeat(shape.max + 1)] : [])]
    default:
      return []
  }
}

/** Valid values of the required fields other than one, as the contract's examples have them. */
function othersOf(
  endpoint: AnyEndpoint,
  fields: readonly Field[],
  name: string,
): [string, string][] {
  return fields
    .filter((field) => field.required && field.name !== name)
    .map((field) => [field.name, String(endpoint.examples?.query?.[field.name])])
}

/** Every query with one invalid value. */
export function* wrongQueries(): Generator<WrongQuery> {
  for (const { endpoint } of allEndpoints) {
    if (!endpoint.query || endpoint.plane === 'visitor') continue
    const path = `/api${endpoint.path.replace(/:\w+/g, '1')}`
    const { fields } = objectShape(endpoint.query)
    for (const { name, ...field } of fields) {
      const values = wrongValues({ name, ...field }).map((value) => [[name, value]])
      if (name !== 'page')
        values.push([
          [name, '1'],
          [name, '1'],
        ])
      for (const wrong of values) {
        const query = new URLSearchParams([...wrong, ...othersOf(endpoint, fields, name)])
        yield { endpoint, target: `${path}?${query}`, field: name }
      }
    }
  }
}
