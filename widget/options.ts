export type Side = 'left' | 'right'

/*
 * What a site may write on the tag, or an operator into an assistant's settings. Both can hold anything: each value
 * is parsed alone, and one that makes no sense is as good as none.
 */

/** The id of an assistant, in lower case. */
export function parseUuid(value: unknown): string | undefined {
  return find(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, value)
}

/** Where Parley is: the origin of an http or https address. */
export function parseOrigin(value: unknown): string | undefined {
  return find(/^https?:\/\/[^/\s]+/, value)
}

/** A colour as `#rgb` or `#rrggbb`, written as `#rrggbb`. */
export function parseColor(value: unknown): string | undefined {
  return find(/^#([\da-f]{3}){1,2}$/, value)?.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
}

export function parsePosition(value: unknown): Side | undefined {
  return find(/^(left|right)$/, value) as Side | undefined
}

/** True for an attribute that is there, unless it says `false`. */
export function parseFlag(value: unknown): boolean {
  return value !== undefined && value !== 'false'
}

function find(pattern: RegExp, value: unknown): string | undefined {
  return typeof value === 'string' ? pattern.exec(value.trim().toLowerCase())?.[0] : undefined
}
