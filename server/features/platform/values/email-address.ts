/** An address without what stands between `+` and `@`. */
export const untagged = (address: string): string => address.replace(/\+[^@]*@/, '@')
