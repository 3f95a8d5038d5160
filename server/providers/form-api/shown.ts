/** A record as a provider shows it. */
export type Shown = Readonly<Record<string, unknown>>

/** Reports whether a text can be the id of a record of the provider. */
export const isSid = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(text)

/** The id of a record; undefined when there is none. */
export const sidIn = ({ sid }: Shown): string | undefined => (isSid(sid) ? sid : undefined)
