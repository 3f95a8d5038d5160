/** The address that the owner could allow, out of the sentence that says why a call was blocked. */
export const allowableIn = (sentence: string): string | undefined =>
  /the owner can allow (\S+:\d+) in Settings/.exec(sentence)?.[1]

/** Where the owner allows it. */
export const networkAt = (address: string): string =>
  `/app/settings/network?${new URLSearchParams({ allow: address })}`
