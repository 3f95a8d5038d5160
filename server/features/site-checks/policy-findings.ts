import { createHash } from 'node:crypto'
import { isLoopback } from '#contracts/loopback.ts'
import type { Found, SiteChat, SitePage } from './page.ts'
import {
  allowsOrigin,
  extended,
  governing,
  hasNonce,
  hasNonces,
  isStrictDynamic,
  type Kind,
  type Policy,
  parsePolicies,
} from './policy.ts'
import type { ChatTag } from './tags.ts'

/** Findings about the page's policies: what they forbid the chat, and the lines that would allow it. */
export function policyFindings(page: SitePage, chat: SiteChat, tags: readonly ChatTag[]): Found[] {
  return policiesOf(page).flatMap((policy) => [
    ...requestFindings(policy, page, chat, tags),
    ...sandboxFindings(policy),
    ...upgradeFindings(policy, chat),
  ])
}

/** All policies of a page. */
function policiesOf({ headers, markup }: SitePage): Policy[] {
  const metas = markup.elements.flatMap(({ name, attributes, inert, isInBody }) => {
    const { 'http-equiv': kind = '', content = '' } = attributes
    const isPolicy = name === 'meta' && /^content-security-policy$/i.test(kind.trim())
    // Browsers ignore a policy in the body.
    return isPolicy && !isInBody && !inert ? parsePolicies(content, 'meta') : []
  })
  return [
    ...headersOf(headers, 'content-security-policy').flatMap((text) =>
      parsePolicies(text, 'header'),
    ),
    ...metas,
    ...headersOf(headers, 'content-security-policy-report-only').flatMap((text) =>
      parsePolicies(text, 'header', true),
    ),
  ]
}

function headersOf(headers: SitePage['headers'], name: string): string[] {
  const value = headers[name]
  return value === undefined ? [] : [value].flat()
}

function requestFindings(
  policy: Policy,
  page: SitePage,
  chat: SiteChat,
  tags: readonly ChatTag[],
): Found[] {
  const script = scriptNeeds(policy, page, chat, tags)
  if (script === 'nonce' || script === 'hash') return strictFindings(policy, page, chat, script)
  const lines = [
    ...(script.length > 0 ? [line(policy, 'script', script)] : []),
    ...requestLines(policy, page, chat),
  ]
  return lineFindings(policy, lines)
}

/** A strict policy names no hosts: only the tag can be allowed, by its nonce or hash. */
function strictFindings(
  policy: Policy,
  page: SitePage,
  chat: SiteChat,
  needs: 'nonce' | 'hash',
): Found[] {
  const { snippet } = chat
  const { name, sources } = governing(policy, 'script')!
  const others = lineFindings(policy, requestLines(policy, page, chat))
  if (policy.isReportOnly) {
    return others.length > 0
      ? others
      : [{ code: 'csp_report_only', seen: `${name} ${sources.join(' ')}` }]
  }
  const seen = [name, ...sources].join(' ')
  if (needs === 'nonce') {
    const paste = snippet.replace('<script ', '<script nonce="YOUR-NONCE" ')
    return [{ code: 'csp_needs_nonce', seen, paste }, ...others]
  }
  // A script in the page's source passes no trust on to what it imports, but one that another script inserts does.
  const script = insertingScript(chat)
  const paste = `${extended(policy, 'script', [hashOf(script)])};\n\n<script>${script}</script>`
  return [{ code: 'csp_needs_hash', seen, paste }, ...others]
}

/** A script that inserts the tag. */
const insertingScript = ({ origin, uuid }: SiteChat): string =>
  [
    '',
    "const chat = document.createElement('script')",
    `chat.src = '${origin}/widget.js'`,
    `chat.dataset.assistant = '${uuid}'`,
    'document.head.append(chat)',
    '',
  ].join('\n')

/** Needs of the tag: a nonce or a hash of its own in a strict policy, or these further sources. */
type ScriptNeeds = 'nonce' | 'hash' | readonly string[]

/** Determines how the tag can be allowed, if it is not. */
function scriptNeeds(
  policy: Policy,
  page: SitePage,
  chat: SiteChat,
  tags: readonly ChatTag[],
): ScriptNeeds {
  const sources = governing(policy, 'script')?.sources
  const [tag] = tags
  // With a nonce the chat's other files load as well.
  if (!sources || hasNonce(sources, tag?.element.attributes['nonce'])) return []
  if (isStrictDynamic(sources)) {
    if (isHashed(sources, tag)) return []
    return hasNonces(sources) ? 'nonce' : 'hash'
  }
  const origin = scriptOrigin(chat, tags)
  const isAllowed = allowsOrigin(sources, new URL(origin), new URL(page.url))
  const isBlocked = tag?.as === 'inline' && !allowsInline(sources) && !isHashed(sources, tag)
  return [...(isAllowed ? [] : [origin]), ...(isBlocked ? [hashOf(tag.element.text)] : [])]
}

/** Reports whether a list allows every inline script; browsers ignore that next to a nonce, a hash or `strict-dynamic`. */
const allowsInline = (sources: readonly string[]): boolean =>
  sources.includes("'unsafe-inline'") &&
  !sources.some((one) => /^'(nonce-|sha\d{3}-|strict-dynamic)/i.test(one))

const hashOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** True for an inline script whose hash is in a list. */
function isHashed(sources: readonly string[], tag: ChatTag | undefined): boolean {
  if (tag?.as !== 'inline') return false
  return ['sha256', 'sha384', 'sha512'].some((name) =>
    sources.includes(`'${name}-${createHash(name).update(tag.element.text).digest('base64')}'`),
  )
}

/** Origin from which the page loads the widget's files, which may be its own. */
function scriptOrigin({ origin }: SiteChat, [tag]: readonly ChatTag[]): string {
  const copy = tag?.isOwnCopy ? tag.src : undefined
  // A copy in a `data:` or `file:` address has no origin to load the other files from.
  return copy && /^https?:$/.test(copy.protocol) ? copy.origin : origin
}

interface Line {
  readonly kind: Kind
  /** The directive as it is. */
  readonly seen: string
  readonly paste: string
  readonly isVital: boolean
}

function line(policy: Policy, kind: Kind, added: readonly string[], isVital = true): Line {
  const { name, sources } = governing(policy, kind)!
  const paste = extended(policy, kind, added)
  return { kind, seen: [name, ...sources].join(' '), paste, isVital }
}

function requestLines(policy: Policy, page: SitePage, { origin, hasCalls }: SiteChat): Line[] {
  const here = new URL(page.url)
  const missing = (kind: Kind, addresses: readonly string[]) => {
    const found = governing(policy, kind)
    if (!found) return []
    return addresses.filter((one) => !allowsOrigin(found.sources, new URL(one), here))
  }
  const socket = origin.replace(/^http/, 'ws')
  const connect = missing('connect', hasCalls ? [origin, socket] : [origin])
  const img = missing('img', [origin])
  return [
    // Calls alone need the socket.
    ...(connect.length > 0 ? [line(policy, 'connect', connect, connect.includes(origin))] : []),
    ...(img.length > 0 ? [line(policy, 'img', img, false)] : []),
  ]
}

function lineFindings(policy: Policy, lines: readonly Line[]): Found[] {
  if (lines.length === 0) return []
  const isVital = lines.some((one) => one.isVital)
  const code = policy.isReportOnly
    ? 'csp_report_only'
    : isVital
      ? 'csp_blocks_chat'
      : 'csp_blocks_extras'
  const seen = [...new Set(lines.map((one) => one.seen))].join('; ')
  return [{ code, seen, paste: `${lines.map(({ paste }) => paste).join(';\n')};` }]
}

function sandboxFindings({ directives, isReportOnly }: Policy): Found[] {
  const flags = directives.get('sandbox')
  if (!flags || isReportOnly) return []
  const missing = ['allow-scripts', 'allow-same-origin'].filter((flag) => !flags.includes(flag))
  if (missing.length === 0) return []
  const seen = ['sandbox', ...flags].join(' ')
  return [{ code: 'csp_sandbox', seen, paste: `${[seen, ...missing].join(' ')};` }]
}

/** A page that upgrades its requests asks a Parley without https for https. */
function upgradeFindings({ directives, isReportOnly }: Policy, { origin }: SiteChat): Found[] {
  const { protocol, hostname } = new URL(origin)
  if (isReportOnly || protocol !== 'http:' || isLoopback(hostname)) return []
  const seen = 'upgrade-insecure-requests'
  return directives.has(seen) ? [{ code: 'parley_insecure', seen }] : []
}
