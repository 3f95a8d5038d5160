/** Settings page on which the owner can allow a blocked address. */
export const networkAt = (address: string): string =>
  `/app/settings/network?${new URLSearchParams({ allow: address })}`
