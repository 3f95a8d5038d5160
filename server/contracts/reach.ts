import { isLocalNetwork, isLoopback } from './loopback.ts'

/** Reachability of this Parley for a website's visitors. */
export type Reach =
  /** Reachable. */
  | 'works'
  /** Parley listens only on this machine, but the website is elsewhere. */
  | 'this-machine'
  /** Parley is on a local network and unreachable from outside. */
  | 'network'
  /** An HTTPS website cannot load the chat over HTTP. */
  | 'insecure'

/** Determines whether a website's visitors can reach a Parley; both are origins. */
export function reachOf(website: string, parley: string): Reach {
  const [site, server] = [new URL(website), new URL(parley)]
  if (isLoopback(site.hostname)) return 'works'
  if (isLoopback(server.hostname)) return 'this-machine'
  if (site.protocol === 'https:' && server.protocol === 'http:') return 'insecure'
  return isLocalNetwork(server.hostname) ? 'network' : 'works'
}

/** Largest audience that can reach a Parley. */
export function audienceOf(parley: string): 'machine' | 'network' | 'everybody' {
  const { hostname } = new URL(parley)
  if (isLoopback(hostname)) return 'machine'
  return isLocalNetwork(hostname) ? 'network' : 'everybody'
}
