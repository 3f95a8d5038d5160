/** Unparsed options of a site, by attribute name: `offset-x`. */
export type Options = Readonly<Record<string, string | undefined>>

/** Options of a site or settings of an operator, unvalidated. */
export type RawOptions = Readonly<Record<string, unknown>>

/** The attributes of an element, without a `data-` prefix. */
export function optionsOf({ attributes }: Element): Record<string, string> {
  const options: Record<string, string> = {}
  for (const { name, value } of attributes) options[name.replace('data-', '')] = value
  return options
}

/** True if the attribute is present and not `false`. */
export function parseFlag(value: string | undefined): boolean {
  return (value ?? 'false') !== 'false'
}
