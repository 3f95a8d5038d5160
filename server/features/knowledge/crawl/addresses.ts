/** Maximum length of a URL that is followed, characters. */
const MAX_ADDRESS = 2000

/** Query parameters that identify the visitor's origin rather than the page. */
const TRACKING = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|_ga|ref_src)$/

/** File extensions that are not pages. */
const NO_PAGE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|mp[34]|m4[av]|webm|ogg|wav|avi|mov|zip|gz|tgz|rar|7z|exe|dmg|apk|pdf|docx?|xlsx?|pptx?|css|js|mjs|json|xml|rss|atom|woff2?|ttf|eot)$/i

/**
 * Normalizes the URL of a link: drops the fragment and tracking parameters.
 * Undefined if it is not a page of this host.
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

/** A URL without its fragment. */
export function withoutFragment(address: string): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
}

/** The folder of a URL. */
export const folderOf = (address: string): string => new URL('.', address).href
