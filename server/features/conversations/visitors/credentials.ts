/** What all streams of a visitor are open by. */
export const visitorCredential = (visitorId: number): string => `visitor:${visitorId}`

/** What the streams of one of a visitor's browsers are open by. */
export const tokenCredential = (tokenHash: Buffer): string => `token:${tokenHash.toString('hex')}`
