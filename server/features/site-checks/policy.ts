/*
 * Content Security Policy (CSP level 3), as far as the chat depends on it. Its styles are constructed style sheets, which no
 * policy concerns, and it uses no fonts, frames, media or workers; so three kinds of requests matter.
 */

/** A kind of request that the chat makes. */
export type Kind = 'script' | 'connect' | 'img'

/** A policy of a page. */
export interface Policy {
  readonly place: 'header' | 'meta'
  readonly isReportOnly: boolean
  /** Sources by directive, in lower case; of a repeated directive the first counts. */
  readonly directives: ReadonlyMap<string, readonly string[]>
}

/** The directives that may govern a kind of request; the first one present does. */
const CHAINS: Readonly<Record<Kind, readonly string[]>> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  img: ['img-src', 'default-src'],
}

/** Directives that a policy in a `meta` element may not contain. */
const HEADER_ONLY = ['sandbox', 'frame-ancestors', 'report-uri']

/** Parses the value of a header, which may contain several policies, or of a `meta` element. */
export function parsePolicies(
  text: string,
  place: Policy['place'],
  isReportOnly = false,
): Policy[] {
  const policies = place === 'header' ? text.split(',') : [text]
  return policies.flatMap((policy) => {
    const directives = new Map<string, readonly string[]>()
    for (const directive of policy.split(';')) {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      const key = name.toLowerCase()
      if (key === '' || directives.has(key)) continue
      if (place === 'meta' && HEADER_ONLY.includes(key)) continue
      directives.set(key, sources)
    }
    return directives.size > 0 ? [{ place, isReportOnly, directives }] : []
  })
}

/** The directive that governs a kind of request, and its sources; undefined if none does. */
export function governing(policy: Policy, kind: Kind) {
  const name = CHAINS[kind].find((one) => policy.directives.has(one))
  return name === undefined ? undefined : { name, sources: policy.directives.get(name)! }
}

/** Reports whether a list of sources allows a whole origin, and not only single paths of it. */
export const allowsOrigin = (sources: readonly string[], target: URL, page: URL): boolean =>
  sources.some((source) => isMatch(source, target, page))

const KEYWORD = /^'.*'$/
const SCHEME_ONLY = /^[a-z][a-z0-9+.-]*:$/i
const HOST = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^/:*]+)(?::(\d+|\*))?(\/.*)?$/i

function isMatch(source: string, target: URL, page: URL): boolean {
  if (source === '*') return /^(https?|wss?):$/.test(target.protocol)
  if (/^'self'$/i.test(source)) return isSelf(target, page)
  if (KEYWORD.test(source)) return false
  if (SCHEME_ONLY.test(source)) return isScheme(source.slice(0, -1).toLowerCase(), target)
  const [, scheme, host, port, path] = HOST.exec(source) ?? []
  if (host === undefined) return false
  return (
    isScheme(scheme?.toLowerCase() ?? page.protocol.slice(0, -1), target, scheme === undefined) &&
    isHost(host.toLowerCase(), target.hostname) &&
    isPort(port, target) &&
    // The chat has several files; a path allows one of them, or one folder.
    (path === undefined || path === '/')
  )
}

function isSelf(target: URL, page: URL): boolean {
  if (target.hostname !== page.hostname) return false
  return (
    isScheme(page.protocol.slice(0, -1), target, true) &&
    (portOf(target) === portOf(page) || (isUsualPort(page) && isUsualPort(target)))
  )
}

/** Schemes that each scheme of a source allows: itself and its secure form. */
const UPGRADES: Readonly<Record<string, readonly string[]>> = {
  http: ['http', 'https'],
  https: ['https'],
  ws: ['ws', 'wss', 'http', 'https'],
  wss: ['wss', 'https'],
}

/** @param isOfPage true if the source names no scheme: then the page's also allows the sockets that belong to it */
function isScheme(scheme: string, { protocol }: URL, isOfPage = false): boolean {
  const its = protocol.slice(0, -1)
  const allowed = UPGRADES[scheme] ?? [scheme]
  return allowed.includes(its) || (isOfPage && allowed.includes(its.replace('ws', 'http')))
}

function isHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : pattern === host
}

function isPort(port: string | undefined, target: URL): boolean {
  if (port === '*') return true
  if (port === undefined) return isUsualPort(target)
  return port === portOf(target) || (port === '80' && portOf(target) === '443')
}

const portOf = ({ port, protocol }: URL): string =>
  port || (/^(https|wss):$/.test(protocol) ? '443' : '80')

const isUsualPort = (url: URL): boolean => url.port === ''

/** True if a list trusts what trusted scripts load, and no hosts. */
export const isStrictDynamic = (sources: readonly string[]): boolean =>
  sources.some((source) => /^'strict-dynamic'$/i.test(source))

/** True if a list has nonces. */
export const hasNonces = (sources: readonly string[]): boolean =>
  sources.some((source) => /^'nonce-/i.test(source))

/** True if a list has this nonce. */
export const hasNonce = (sources: readonly string[], nonce: string | undefined): boolean =>
  nonce !== undefined && nonce !== '' && sources.includes(`'nonce-${nonce}'`)

/** A directive with sources added to those it has, or to those that govern the kind of request so far. */
export function extended(policy: Policy, kind: Kind, added: readonly string[]): string {
  const { name, sources } = governing(policy, kind)!
  const kept = sources.filter((source) => !/^'none'$/i.test(source))
  const own = name === 'default-src' ? CHAINS[kind].at(-2)! : name
  return [own, ...kept, ...added].join(' ')
}
