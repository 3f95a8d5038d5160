/** Path of the settings in which the owner allows an address that may not be called yet. */
export const networkAt = (address: string): string =>
  `/app/settings/network?${new URLSearchParams({ allow: address })}`
