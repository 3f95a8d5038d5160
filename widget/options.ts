/** Unparsed options of a site, by attribute name: `offset-x`. */
export type Options = Readonly<Record<string, string | undefined>>

/** The same, or what an operator has stored: anything. */
export type Wishes = Readonly<Record<string, unknown>>

/** The attributes of an element, without their `data-`. */
export function optionsOf({ attributes }: Element): Record<string, string> {
  const options: Record<string, string> = {}
  for (const { name, value } of attributes) options[name.replace('data-', '')] = value
  return options
}

/** True for an attribute that is there, unless it says `false`. */
export function parseFlag(value: string | undefined): boolean {
  return (value ?? 'false') !== 'false'
}
