import { isOwnLoopback } from '#contracts/loopback.ts'
import { type Reach, reachOf } from '#contracts/reach.ts'
import type { SiteFindingCode } from '#contracts/site-checks.ts'
import { withoutFragment } from '../knowledge/crawl/addresses.ts'
import type { Found, SiteChat, SitePage } from './page.ts'

/** A page that is HTML. */
export const isHtml = ({ headers }: Pick<SitePage, 'headers'>): boolean =>
  /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '') &&
  /^(?:identity)?$/.test(headers['content-encoding'] ?? '')

/** Findings about the response: whether it is the page that visitors see. */
export function responseFindings(page: SitePage): Found[] {
  const { asked, url, status, headers, isCut, markup } = page
  if (status === 401) {
    return [{ code: 'page_password', seen: String(headers['www-authenticate'] ?? '401') }]
  }
  const isMoved = withoutFragment(asked) !== withoutFragment(url)
  const login = /\/(?:log-?in|sign-?in|auth|wp-login\.php|anmelden|password)(?:[/?.]|$)/i.test(url)
  const form = markup.elements.find(
    ({ name, attributes }) => name === 'input' && attributes['type']?.toLowerCase() === 'password',
  )
  const frameset = markup.elements.some(({ name }) => name === 'frameset')
  return [
    ...(status === 200 ? [] : [{ code: 'page_status' as const, seen: String(status) }]),
    ...(isMoved ? [{ code: 'page_redirected' as const, seen: url }] : []),
    ...(isHtml(page)
      ? []
      : [{ code: 'page_not_html' as const, seen: headers['content-type'] ?? '' }]),
    ...((isMoved && login) || (form && login)
      ? [{ code: 'page_sign_in' as const, seen: url }]
      : []),
    ...(frameset ? [{ code: 'page_frameset' as const, seen: '<frameset>' }] : []),
    ...(isCut ? [{ code: 'page_too_long' as const }] : []),
  ]
}

const UNREACHABLE: Readonly<Partial<Record<Reach, SiteFindingCode>>> = {
  'this-machine': 'parley_on_this_machine',
  network: 'parley_on_network',
  insecure: 'parley_insecure',
}

/** Findings about what the website's visitors may reach: the assistant, and Parley itself. */
export function reachFindings({ url }: SitePage, chat: SiteChat): Found[] {
  const { origin: site, hostname } = new URL(url)
  const { origin, isActive, allowed_origins, trustsLoopback } = chat
  const unreachable = UNREACHABLE[reachOf(site, origin)]
  const isAllowed =
    site === origin || (trustsLoopback && isOwnLoopback(hostname)) || allowed_origins.includes(site)
  return [
    ...(isActive ? [] : [{ code: 'assistant_inactive' as const }]),
    ...(unreachable ? [{ code: unreachable, seen: origin }] : []),
    ...(isAllowed ? [] : [{ code: 'site_not_listed' as const, seen: site, paste: site }]),
  ]
}

/** A policy that takes the microphone from every page, or from this one. */
export function microphoneFindings({ headers, url }: SitePage, { hasCalls }: SiteChat): Found[] {
  const text = [headers['permissions-policy'] ?? []].flat().join(',')
  const list = /(?:^|,)\s*microphone\s*=\s*(\*|\([^)]*\)|[^,\s]+)/i.exec(text)?.[1]
  if (!hasCalls || list === undefined) return []
  const isAllowed =
    list === '*' || /\bself\b|\*/.test(list) || list.includes(`"${new URL(url).origin}"`)
  if (isAllowed) return []
  const others = [...list.matchAll(/"[^"]*"/g)].map(([origin]) => origin)
  const paste = `microphone=(${['self', ...others].join(' ')})`
  return [{ code: 'microphone_forbidden', seen: `microphone=${list}`, paste }]
}
