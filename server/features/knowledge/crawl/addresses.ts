/** Longest address that is followed, characters. */
const MAX_ADDRESS = 2000

/** Parts of an address that say where a visitor came from, not which page it is. */
const TRACKING = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|_ga|ref_src)$/

/** Endings of what is no page. */
const NO_PAGE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|mp[34]|m4[av]|webm|ogg|wav|avi|mov|zip|gz|tgz|rar|7z|exe|dmg|apk|pdf|docx?|xlsx?|pptx?|css|js|mjs|json|xml|rss|atom|woff2?|ttf|eot)$/i

/**
 * The one spelling of an address that a page leads to: without what stands behind `#` and what only counts visitors.
 * Undefined when it is no page of this host.
 */
export function pageAddress(href: string, base: string, host: string): string | undefined {
  if (!URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  if (!/^https?:$/.test(url.protocol) || url.host !== host) return undefined
  if (url.username !== '' || url.password !== '' || NO_PAGE.test(url.pathname)) return undefined
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) {
    if (TRACKING.test(name)) url.searchParams.delete(name)
  }
  return url.href.length <= MAX_ADDRESS ? url.href : undefined
}

/** The folder that an address stands in. */
export const folderOf = (address: string): string => new URL('.', address).href
