/** Windows refuses longer addresses, and nobody reads them. */
const MAX_LENGTH = 2000

export type LinkRule = 'open' | 'ask' | 'refuse'

/**
 * Decides about a link for a new window: own pages open in the browser (within the limits of `opens.ts`), other https
 * sites after a question, everything else not at all.
 */
export function ruleFor(link: string, ownOrigin: string | undefined): LinkRule {
  if (link.length > MAX_LENGTH || !URL.canParse(link)) return 'refuse'
  const { protocol, username, password } = new URL(link)
  if (username || password) return 'refuse'
  if (isOwn(link, ownOrigin)) return 'open'
  return protocol === 'https:' ? 'ask' : 'refuse'
}

/** Reports whether an address is one of the server's own pages; a blob or a sandboxed frame never is. */
export function isOwn(link: string, ownOrigin: string | undefined): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, origin } = new URL(link)
  return protocol.startsWith('http') && origin === ownOrigin
}

/** Reports whether an address is that of a web page, without credentials in it. */
export function isWebAddress(link: string): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, username, password } = new URL(link)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
