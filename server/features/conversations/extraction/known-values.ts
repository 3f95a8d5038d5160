import type { JsonObject } from '#contracts/scalars.ts'
import type { VisitorDetails } from '../visitors/queries.ts'
import type { Field, Value, Values } from './fields.ts'
import { kindOf } from './read-fields.ts'

interface KnownFrom {
  /** The conversation's variables, from the website or a form before the chat. */
  readonly variables: JsonObject
  readonly customer: VisitorDetails
}

const TYPES = { string: 'string', number: 'number', bool: 'boolean' } as const

/** Values of fields that are already known: variables of the same name, or the visitor's details. */
export function knownValues(fields: readonly Field[], { variables, customer }: KnownFrom): Values {
  const entries = fields.flatMap((field) => {
    const { name, type } = field
    const own = Object.hasOwn(variables, name) ? variables[name] : undefined
    const isUsable = typeof own === TYPES[type] && own !== ''
    const value = isUsable ? (own as Value) : detailOf(field, customer)
    return value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

function detailOf(field: Field, customer: VisitorDetails): string | null {
  const kind = field.type === 'string' ? kindOf(field) : undefined
  return kind === 'name' || kind === 'email' || kind === 'phone' ? customer[kind] : null
}
