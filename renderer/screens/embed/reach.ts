import { isLocalNetwork, isLoopback } from '#contracts/loopback.ts'

/** Reachability of this Parley for the visitors of a website. */
export type Reach =
  /** It works. */
  | 'works'
  /** Parley is on this machine only; the website is not. */
  | 'this-machine'
  /** Parley is in a local network; whoever is outside cannot reach it. */
  | 'network'
  /** A secure website may not load an insecure chat. */
  | 'insecure'

/** Reports whether visitors of a website can reach a Parley; both as origins. */
export function reachOf(website: string, parley: string): Reach {
  const [site, server] = [new URL(website), new URL(parley)]
  if (isLoopback(site.hostname)) return 'works'
  if (isLoopback(server.hostname)) return 'this-machine'
  if (site.protocol === 'https:' && server.protocol === 'http:') return 'insecure'
  return isLocalNetwork(server.hostname) ? 'network' : 'works'
}

/** Audience that can reach a Parley at all. */
export function audienceOf(parley: string): 'machine' | 'network' | 'everybody' {
  const { hostname } = new URL(parley)
  if (isLoopback(hostname)) return 'machine'
  return isLocalNetwork(hostname) ? 'network' : 'everybody'
}
