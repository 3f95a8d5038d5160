import { type Fault, fault } from '#contracts/faults.ts'
import { JsonObject } from '#contracts/scalars.ts'
import { type CountryCode, parseNumber } from '../../platform/values/telephone.ts'
import type { Numbered } from './save.ts'
import { isTooLarge } from './variables.ts'

/** A row of a file of leads that is good. */
export interface ImportedLead extends Numbered {
  /** Its line in the file. */
  readonly line: number
  readonly contacts: readonly Numbered[]
}

/** A fault of a row, and the column that has it. */
export interface RowFault {
  readonly field: string
  readonly fault: Fault
}

/** Meaning of one column. Place 0 is the lead, from 1 its contacts. */
type Meaning =
  | { readonly kind: 'number'; readonly place: number; readonly column: string }
  | { readonly kind: 'variable'; readonly place: number; readonly name: string }

const NUMBER = 'phone_number'
const CONTACT = /^secondary_phone_([1-9]|10)$/i
const CONTACT_VARIABLE = /^secondary_([1-9]|10)_(.+)$/i

/** Reads a row of a file. */
export type RowReader = (cells: readonly string[], line: number) => ImportedLead | RowFault

/**
 * Creates the reader for a file with these columns; undefined if none of them is `phone_number`. A column without a name is
 * ignored.
 * @param country whose numbers may lack their country code
 */
export function createRowReader(
  columns: readonly string[],
  country: CountryCode | undefined,
): RowReader | undefined {
  const meanings = columns.map(meaningOf)
  if (!meanings.some((meaning) => meaning?.kind === 'number' && meaning.place === 0))
    return undefined

  return (cells, line) => {
    const numbers = new Map<number, string>()
    const variables = new Map<number, [name: string, value: string][]>()
    for (const [index, meaning] of meanings.entries()) {
      const cell = cells[index] ?? ''
      if (!meaning || cell === '') continue
      const { place } = meaning
      if (meaning.kind === 'variable') {
        variables.set(place, [...(variables.get(place) ?? []), [meaning.name, cell]])
        continue
      }
      const number = numberOf(cell, numbers)
      if (typeof number !== 'string') return { field: meaning.column, fault: number }
      numbers.set(place, number)
    }
    return leadOf(line, numbers, variables)
  }

  /** A number in E.164, other than those of the row so far. */
  function numberOf(cell: string, numbers: ReadonlyMap<number, string>): string | Fault {
    const number = parseNumber(cell, country)?.e164
    if (number === undefined) return fault('not_a_phone_number')
    return [...numbers.values()].includes(number) ? fault('duplicate') : number
  }
}

/** A row of numbers and variables by place. */
function leadOf(
  line: number,
  numbers: ReadonlyMap<number, string>,
  variables: ReadonlyMap<number, readonly [name: string, value: string][]>,
): ImportedLead | RowFault {
  if (!numbers.has(0)) return refused(NUMBER, 'required')
  const parsed: Numbered[] = []
  for (const [place, number] of [...numbers].sort(([one], [other]) => one - other)) {
    const own = JsonObject.safeParse(Object.fromEntries(variables.get(place) ?? []))
    if (!own.success) return refused('variables', 'not_storable')
    if (isTooLarge(own.data)) return refused('variables', 'lead_variables_too_large')
    parsed.push({ number, variables: own.data })
  }
  const [lead, ...contacts] = parsed
  return { line, ...lead!, contacts }
}

export const isFault = (row: ImportedLead | RowFault): row is RowFault => 'fault' in row

const refused = (field: string, code: Parameters<typeof fault>[0]): RowFault => ({
  field,
  fault: fault(code),
})

function meaningOf(column: string): Meaning | undefined {
  const name = column.trim()
  if (name === '') return undefined
  if (name.toLowerCase() === NUMBER) return { kind: 'number', place: 0, column: NUMBER }
  const [, contact] = CONTACT.exec(name) ?? []
  if (contact !== undefined)
    return { kind: 'number', place: Number(contact), column: name.toLowerCase() }
  const [, of, variable] = CONTACT_VARIABLE.exec(name) ?? []
  if (of !== undefined) return { kind: 'variable', place: Number(of), name: variable! }
  return { kind: 'variable', place: 0, name }
}
