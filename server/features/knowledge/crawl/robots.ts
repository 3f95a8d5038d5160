/** Rules of a robots.txt for Parley (RFC 9309). */
export interface Robots {
  readonly isAllowed: (url: string) => boolean
  /** Requested delay between two requests, seconds. */
  readonly delay: number
  readonly sitemaps: readonly string[]
}

interface Rule {
  readonly path: string
  readonly isAllowed: boolean
}

interface Group {
  readonly agents: string[]
  readonly rules: Rule[]
  delay: number
}

const AGENT = 'parley'

/** Maximum length of the file, characters, and maximum number of rules. */
export const MAX_ROBOTS = 500 * 1024
const MAX_RULES = 5000

/** Parses a robots.txt; an invalid one forbids nothing. */
export function parseRobots(text: string): Robots {
  const { groups, sitemaps } = groupsIn(text)
  const ours = groups.filter(({ agents }) => agents.some((agent) => AGENT === agent))
  const chosen = ours.length > 0 ? ours : groups.filter(({ agents }) => agents.includes('*'))
  const rules = chosen.flatMap((group) => group.rules).slice(0, MAX_RULES)
  return {
    isAllowed: (url) => isAllowed(rules, url),
    delay: Math.max(0, ...chosen.map(({ delay }) => delay)),
    sitemaps,
  }
}

function groupsIn(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let isNaming = false
  for (const line of text.slice(0, MAX_ROBOTS).split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const field = name.toLowerCase()
    if (field === 'sitemap') sitemaps.push(value.trim())
    if (field === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [], delay: 0 })
      // "Parley/1.0" matches Parley.
      groups.at(-1)!.agents.push(value.trim().toLowerCase().replace(/\/.*$/, ''))
    } else if (field !== '' && field !== 'sitemap') applyField(groups.at(-1), field, value.trim())
    if (field !== '' && field !== 'sitemap') isNaming = field === 'user-agent'
  }
  return { groups, sitemaps }
}

function applyField(group: Group | undefined, field: string, value: string): void {
  if (!group) return
  if (field === 'crawl-delay' && /^\d+(\.\d+)?$/.test(value)) group.delay = Number(value)
  // An empty value forbids nothing.
  if (value === '' || (field !== 'allow' && field !== 'disallow')) return
  group.rules.push({ path: encoded(value), isAllowed: field === 'allow' })
}

/** The longest matching rule decides; if two are equally long, the one that allows. */
function isAllowed(rules: readonly Rule[], url: string): boolean {
  const { pathname, search } = new URL(url)
  const path = encoded(pathname + search)
  let best: Rule | undefined
  for (const rule of rules) {
    const isBetter =
      !best ||
      rule.path.length > best.path.length ||
      (rule.path.length === best.path.length && rule.isAllowed)
    if (isBetter && matches(rule.path, path)) best = rule
  }
  return best?.isAllowed ?? true
}

/** Matches a path against a rule: `*` is any text, `$` the end. Not a RegExp, because rules are untrusted input. */
function matches(rule: string, path: string): boolean {
  const isWhole = rule.endsWith('$')
  const [first = '', ...rest] = (isWhole ? rule.slice(0, -1) : rule).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of rest.entries()) {
    if (isWhole && index === rest.length - 1) {
      return path.endsWith(part) && path.length - part.length >= at
    }
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return !isWhole || at === path.length
}

/** Normalizes the percent-encoding of a path. */
function encoded(path: string): string {
  return path
    .toWellFormed()
    .replaceAll(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character))
    .replaceAll(/%[\da-f]{2}/gi, (sign) => sign.toUpperCase())
}
