import { type CsvDelimiter, DELIMITERS } from '#contracts/csv-format.ts'

/** Meaning of a column of a file of leads: a number, a variable under the column's name, or nothing. */
export type Target = '' | 'phone_number' | 'variable' | `secondary_phone_${number}`

const MAX_CONTACTS = 10

/** Columns that hold numbers, in order. */
export const NUMBERS: readonly Exclude<Target, '' | 'variable'>[] = [
  'phone_number',
  ...Array.from({ length: MAX_CONTACTS }, (_, index) => `secondary_phone_${index + 1}` as const),
]

/** Names of the number in other systems. */
const ALIASES = new Set([
  'phone',
  'phone number',
  'phonenumber',
  'telephone',
  'tel',
  'mobile',
  'mobile phone',
  'cell',
  'number',
  'telefon',
  'telefonnummer',
  'rufnummer',
  'handy',
  'mobil',
])

/** Meaning of a column by its name. */
export function targetOf(column: string): Target {
  const name = column.trim().toLowerCase()
  if (name === '') return ''
  const own = NUMBERS.find((target) => target === name)
  if (own) return own
  return ALIASES.has(name.replaceAll(/[\s_-]+/g, ' ')) ? 'phone_number' : 'variable'
}

/** The targets of a file's columns; each number is at most one column. */
export function targetsOf(columns: readonly string[]): Target[] {
  const taken = new Set<Target>()
  return columns.map((column) => {
    const target = targetOf(column)
    if (target === '' || target === 'variable') return target
    if (taken.has(target)) return 'variable'
    taken.add(target)
    return target
  })
}

/** First line of the file as the server reads it, with its line break: a column without a name is ignored. */
export function headerOf(
  columns: readonly string[],
  targets: readonly Target[],
  delimiter: CsvDelimiter,
): string {
  const names = columns.map((column, index) => {
    const target = targets[index] ?? ''
    return target === 'variable' ? column : target
  })
  return `${names.map(cell).join(DELIMITERS[delimiter])}\n`
}

const cell = (text: string): string =>
  /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Length of a text's first record with its line break; undefined if it does not end here. */
export function headerLength(text: string): number | undefined {
  const [header] = /^(?:"[^"]*"|[^"\r\n])*(?:\r\n?|\n)/.exec(text) ?? []
  return header?.length
}

/** A sample file. */
export const EXAMPLE = [
  'phone_number,customer_name,town,secondary_phone_1,secondary_1_relation',
  '+12025550123,Ada Lovelace,London,+12025550145,office',
  '+4930123456,Carl Gauss,Göttingen,,',
].join('\r\n')
