import { isLoopback } from '#contracts/loopback.ts'
import type { Found, SiteChat, SitePage } from './page.ts'
import { baseOf, type ChatTag, UUID } from './tags.ts'

/** True for a tag of this assistant that the browser runs. */
export const isLive = ({ assistant, heldAs, element }: ChatTag, { uuid }: SiteChat): boolean =>
  assistant === uuid && heldAs === undefined && !element.inert

/** Findings about the chat's tags: missing, repeated, out of place, outdated, or somebody else's. */
export function tagFindings(page: SitePage, chat: SiteChat, tags: readonly ChatTag[]): Found[] {
  const run = tags.filter(({ element }) => !element.inert)
  const scripts = run.filter(({ as }) => as !== 'element')
  const ours = scripts.filter(({ server }) => server === chat.origin)
  return [
    ...presence(page, chat, tags, run),
    ...scripts.filter(({ server }) => server !== chat.origin).map((tag) => otherServer(tag, chat)),
    ...others(run, ours, chat),
    ...twice(run, chat),
    ...ours.filter(({ as }) => as === 'tag').flatMap((tag) => attributeFindings(page, chat, tag)),
  ]
}

function presence(
  { markup }: SitePage,
  chat: SiteChat,
  tags: readonly ChatTag[],
  run: readonly ChatTag[],
): Found[] {
  const { uuid, origin, snippet } = chat
  const scripts = run.filter(({ as, server }) => as !== 'element' && server === origin)
  const placed = run.filter(({ assistant }) => assistant === uuid)
  if (scripts.length > 0 && placed.length > 0) return []
  const isNamed = run.some(({ assistant }) => assistant !== undefined)
  const unplaced = scripts.find(({ as, assistant }) => as === 'tag' && assistant === undefined)
  if (unplaced && !isNamed && !isModule(unplaced)) {
    return [{ code: 'tag_without_assistant', seen: openingTag(unplaced), paste: snippet }]
  }
  const inert = tags.find(({ element, assistant }) => element.inert && assistant === uuid)
  if (inert) return [{ code: 'tag_not_run', seen: `<${inert.element.inert}>`, paste: snippet }]
  const comment = markup.comments.find(
    (text) => text.includes(uuid) || text.includes(`${origin}/widget`),
  )
  if (comment) return [{ code: 'tag_not_run', seen: `<!--${comment}-->`, paste: snippet }]
  // Somebody else's tag is to be replaced.
  if (run.some(({ server }) => server !== undefined && server !== origin)) return []
  return [{ code: 'tag_missing', paste: snippet }]
}

const otherServer = (tag: ChatTag, { snippet }: SiteChat): Found => ({
  code: 'tag_of_other_server',
  seen: openingTag(tag),
  paste: snippet,
})

function others(run: readonly ChatTag[], ours: readonly ChatTag[], { uuid }: SiteChat): Found[] {
  const foreign = [...ours, ...run.filter(({ as }) => as === 'element')]
    .flatMap(({ assistant }) => assistant ?? [])
    .filter((assistant) => assistant !== uuid && UUID.test(assistant))
  return [...new Set(foreign)].map((seen) => ({ code: 'tag_of_other_assistant' as const, seen }))
}

function twice(run: readonly ChatTag[], { uuid }: SiteChat): Found[] {
  const mine = run.filter(({ assistant }) => assistant === uuid)
  return mine.length > 1 ? [{ code: 'tag_twice', seen: mine.map(openingTag).join('\n') }] : []
}

function attributeFindings(page: SitePage, chat: SiteChat, tag: ChatTag): Found[] {
  const { heldAs, element, src, written } = tag
  const seen = openingTag(tag)
  const { pinned, snippet } = chat
  if (heldAs !== undefined) return [{ code: 'tag_held', seen, paste: snippet }]
  const { attributes } = element
  const isBlocking = !('async' in attributes) && !('defer' in attributes) && !isModule(tag)
  const isRelative = !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(written)
  const isMoved = isRelative && new URL(baseOf(page)).origin !== new URL(page.url).origin
  return [
    ...(isModule(tag) && !/parley\.js$/.test(src!.pathname)
      ? [{ code: 'tag_as_module' as const, seen, paste: snippet }]
      : []),
    ...(isBlocking ? [{ code: 'tag_blocking' as const, seen, paste: snippet }] : []),
    ...(isInsecure(page.url, src!)
      ? [{ code: 'tag_insecure' as const, seen, paste: snippet }]
      : []),
    ...(isMoved ? [{ code: 'tag_base' as const, seen: src!.href }] : []),
    ...integrityFindings(tag, page, pinned, seen),
  ]
}

const isModule = ({ element }: ChatTag): boolean =>
  element.attributes['type']?.trim().toLowerCase() === 'module'

const isInsecure = (page: string, src: URL): boolean =>
  page.startsWith('https:') && src.protocol === 'http:' && !isLoopback(src.hostname)

const RELEASE = /\/widget-([\da-f]{12})\.js$/

function integrityFindings(
  { element, src, isOwnCopy }: ChatTag,
  page: SitePage,
  pinned: SiteChat['pinned'],
  seen: string,
): Found[] {
  const { integrity = '', crossorigin } = element.attributes
  const paste = pinned?.tag
  const release = RELEASE.exec(src!.pathname)?.[1]
  const old: Found[] =
    release !== undefined && pinned && !pinned.url.endsWith(`/widget-${release}.js`) && !isOwnCopy
      ? [{ code: 'tag_old', seen, paste }]
      : []
  if (integrity.trim() === '') return old
  const isElsewhere = src!.origin !== new URL(page.url).origin
  const unreadable: Found[] =
    isElsewhere && crossorigin === undefined
      ? [{ code: 'tag_without_crossorigin', seen, paste }]
      : []
  if (isOwnCopy) return unreadable
  const isRight =
    release === undefined ? integrity === pinned?.integrity : prefixOf(integrity) === release
  if (!isRight) return [...unreadable, { code: 'tag_integrity_wrong', seen, paste }]
  if (release !== undefined) return [...unreadable, ...old]
  return [...unreadable, { code: 'tag_integrity_evergreen', seen, paste }]
}

/** The first 12 hex digits of a SHA-384 in an `integrity` attribute, which the name of a release contains. */
function prefixOf(integrity: string): string | undefined {
  const hash = /^sha384-([A-Za-z\d+/=]+)$/.exec(integrity.trim())?.[1]
  return hash === undefined ? undefined : Buffer.from(hash, 'base64').toString('hex').slice(0, 12)
}

/** The opening tag of an element, as it might have been written. */
function openingTag({ element: { name, attributes } }: ChatTag): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === '' ? ` ${key}` : ` ${key}="${value}"`,
  )
  return `<${name}${written.join('')}>`
}
