/** A record as returned by a provider. */
export type ProviderRecord = Readonly<Record<string, unknown>>

/** Reports whether a value can be a provider's record id. */
export const isSid = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(text)

/** The id of a record; undefined if it has none. */
export const sidIn = ({ sid }: ProviderRecord): string | undefined => (isSid(sid) ? sid : undefined)
