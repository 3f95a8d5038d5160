import type { SiteFindingCode } from '#contracts/site-checks.ts'
import type { PageElement } from '../knowledge/reader/page-markup.ts'
import type { Found, SiteChat, SitePage } from './page.ts'
import { isLive } from './tag-findings.ts'
import type { ChatTag } from './tags.ts'
import thirdParties from './third-parties.json' with { type: 'json' }

/** A third-party product on a page that affects the chat, or that the chat affects. */
interface ThirdParty {
  readonly name: string
  readonly marker: RegExp
  /** Attribute that exempts a script from being held back. */
  readonly attribute?: string | undefined
}

const compiled = (
  list: readonly { name: string; marker: string; attribute?: string }[],
): ThirdParty[] =>
  list.map(({ name, marker, attribute }) => ({ name, marker: new RegExp(marker, 'i'), attribute }))

const CONSENT = compiled(thirdParties.consent)
const CHATS = compiled(thirdParties.chats)
const BUTTONS = compiled(thirdParties.buttons)
const LIBRARIES = compiled(thirdParties.libraries)
const MANAGERS = compiled(thirdParties.managers)

/** Attributes that reveal a third party: its script’s address, and the names of its elements. */
const ADDRESSES = ['src', 'href', 'data-src', 'data-rocket-src']
const NAMES = ['id', 'class']

/** Distance from the bottom that clears one button in the corner, px. */
export const CLEAR_OF_BUTTON = 96

/** Findings about third parties on a page: consent managers, tag managers, chats, buttons, workers and libraries. */
export function thirdPartyFindings(
  page: SitePage,
  chat: SiteChat,
  tags: readonly ChatTag[],
): Found[] {
  const signs = signsOf(
    page.markup.elements.filter((element) => !tags.some((tag) => tag.element === element)),
  )
  const isInstalled = tags.some((tag) => isLive(tag, chat))
  const named = (
    code: SiteFindingCode,
    list: readonly ThirdParty[],
    where: readonly string[],
  ): Found[] =>
    list.flatMap(({ name, marker, attribute }) => {
      const seen = where.find((sign) => marker.test(sign))
      if (seen === undefined) return []
      const excerpt = excerptOf(seen, marker)
      if (attribute === undefined) return [{ code, name, seen: excerpt }]
      const paste = chat.snippet.replace('<script ', `<script ${attribute} `)
      return [{ code, name, seen: excerpt, paste }]
    })
  const { addresses, names, scripts } = signs
  const everywhere = [...addresses, ...names, ...scripts]
  return [
    ...(isInstalled ? [] : named('tag_manager', MANAGERS, [...addresses, ...scripts])),
    ...named('consent_manager', CONSENT, everywhere).filter(({ paste }) => !isExempt(paste, tags)),
    ...named('other_chat', CHATS, everywhere),
    ...named('floating_button', BUTTONS, [...addresses, ...names]),
    ...named('old_library', LIBRARIES, addresses),
    ...serviceWorkers(scripts, chat),
  ]
}

interface Signs {
  readonly addresses: readonly string[]
  /** Ids and classes. */
  readonly names: readonly string[]
  readonly scripts: readonly string[]
}

function signsOf(elements: readonly PageElement[]): Signs {
  const valuesOf = (keys: readonly string[], { attributes }: PageElement) =>
    keys.flatMap((key) => attributes[key] ?? [])
  const loading = elements.filter(({ name }) => /^(?:script|link|iframe|img)$/.test(name))
  return {
    addresses: loading.flatMap((element) => valuesOf(ADDRESSES, element)),
    names: elements
      .filter(({ name }) => name !== 'body' && name !== 'html')
      .flatMap((element) => valuesOf(NAMES, element)),
    scripts: elements.filter(({ name }) => name === 'script').map(({ text }) => text),
  }
}

/** The surroundings of what a marker matched. */
function excerptOf(text: string, marker: RegExp): string {
  const at = Math.max(0, text.search(marker) - 40)
  return text.slice(at, at + 160).trim()
}

/** True if a tag already has the attribute that exempts it. */
function isExempt(paste: string | undefined, tags: readonly ChatTag[]): boolean {
  const attribute = /<script ([\w-]+)(?:="([^"]*)")?/.exec(paste ?? '')
  if (!attribute) return false
  const [, name = '', value = ''] = attribute
  return tags.some(({ element }) => element.attributes[name]?.split(/\s+/).includes(value))
}

/** Registrations in the page itself; a worker in another script may only be seen in a browser. */
function serviceWorkers(scripts: readonly string[], { origin }: SiteChat): Found[] {
  const registration = /serviceWorker\s*\.\s*register\s*\(\s*[^)]{0,200}/
  const script = scripts.find((text) => registration.test(text))
  if (script === undefined) return []
  const paste = `if (new URL(event.request.url).origin === '${origin}') return`
  return [{ code: 'service_worker', seen: `${registration.exec(script)?.[0]})`, paste }]
}
