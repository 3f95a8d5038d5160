/** Credential of all streams of a visitor. */
export const visitorCredential = (visitorId: number): string => `visitor:${visitorId}`

/** Credential of the streams of one of a visitor's browsers. */
export const tokenCredential = (tokenHash: Buffer): string => `token:${tokenHash.toString('hex')}`
