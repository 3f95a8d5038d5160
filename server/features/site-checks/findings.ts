import { SEVERITIES, SITE_FINDINGS, type SiteCheck } from '#contracts/site-checks.ts'
import { colorsOf } from './colors.ts'
import type { Found, SiteChat, SitePage } from './page.ts'
import { isHtml, microphoneFindings, reachFindings, responseFindings } from './page-findings.ts'
import { policyFindings } from './policy-findings.ts'
import { isLive, tagFindings } from './tag-findings.ts'
import { tagsIn } from './tags.ts'
import { CLEAR_OF_BUTTON, thirdPartyFindings } from './third-party-findings.ts'

/** Everything found in a page, before it is put into words. */
export interface Findings extends Omit<SiteCheck, 'findings'> {
  readonly found: readonly Found[]
}

/** Finds everything in a page that concerns the chat, the gravest first. */
export function findingsOf(page: SitePage, chat: SiteChat): Findings {
  const tags = tagsIn(page, chat)
  const mine = tags.filter(({ server }) => server === chat.origin)
  const isReadable = isHtml(page) && page.status !== 401
  const found = [
    ...responseFindings(page),
    ...reachFindings(page, chat),
    ...(isReadable
      ? [
          ...policyFindings(page, chat, mine),
          ...microphoneFindings(page, chat),
          ...tagFindings(page, chat, tags),
          ...thirdPartyFindings(page, chat, tags),
        ]
      : []),
  ]
  const colors = isReadable ? colorsOf(page) : []
  if (colors.length > 0) {
    found.push({ code: 'page_colors', seen: colors.map(({ color }) => color).join(' ') })
  }
  const hasButton = found.some(({ code }) => code === 'other_chat' || code === 'floating_button')
  return {
    url: page.url,
    status: page.status,
    is_installed: isReadable && mine.some((tag) => isLive(tag, chat)),
    found: bySeverity(distinct(found)),
    colors,
    offset_y: hasButton ? CLEAR_OF_BUTTON : null,
  }
}

/** Drops a finding that says the same as an earlier one. */
const distinct = (found: readonly Found[]): Found[] => [
  ...new Map(
    found.map((one) => [`${one.code} ${one.name ?? ''} ${one.paste ?? ''} ${one.seen ?? ''}`, one]),
  ).values(),
]

const bySeverity = (found: readonly Found[]): Found[] =>
  SEVERITIES.flatMap((severity) => found.filter(({ code }) => SITE_FINDINGS[code] === severity))
