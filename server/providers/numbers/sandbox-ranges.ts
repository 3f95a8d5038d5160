/** Numbers with a common beginning. */
interface Range {
  /** E.164 up to the counted digits. */
  readonly prefix: string
  readonly first: number
  readonly last: number
  /** Number of counted digits. */
  readonly digits: number
}

/** The area codes of ten large cities, lowest first. */
const US_CODES = [210, 212, 213, 214, 215, 312, 408, 602, 619, 713]
const CA_CODES = [204, 403, 416, 418, 514, 604, 613, 780, 902, 905]

/** 555-0100 to 555-0199 are kept for fiction; the voice Sandbox answers the first twenty. */
const fictional = (code: number): Range => ({
  prefix: `+1${code}555`,
  first: 120,
  last: 199,
  digits: 4,
})

/** The numbers of the Sandbox, by country: ranges that regulators keep for fiction, so that none is anybody's. */
const RANGES: Readonly<Record<string, readonly Range[]>> = {
  US: US_CODES.map(fictional),
  CA: CA_CODES.map(fictional),
  GB: [{ prefix: '+44207946', first: 0, last: 999, digits: 4 }],
  DE: [{ prefix: '+493023125', first: 0, last: 999, digits: 3 }],
  AU: [{ prefix: '+6125550', first: 0, last: 9999, digits: 4 }],
}

/** The numbers of a country, E.164, lowest first. */
export function* numbersOf(country: string): Generator<string> {
  for (const { prefix, first, last, digits } of rangesOf(country)) {
    for (let number = first; number <= last; number += 1)
      yield prefix + String(number).padStart(digits, '0')
  }
}

/** The country that the Sandbox has a number in; undefined if it has no such number. */
export const countryOf = (number: string): string | undefined =>
  Object.keys(RANGES).find((country) => rangesOf(country).some((range) => has(range, number)))

const rangesOf = (country: string): readonly Range[] =>
  Object.hasOwn(RANGES, country) ? RANGES[country]! : []

function has({ prefix, first, last, digits }: Range, number: string): boolean {
  if (!number.startsWith(prefix) || number.length !== prefix.length + digits) return false
  const counted = Number(number.slice(prefix.length))
  return counted >= first && counted <= last
}
