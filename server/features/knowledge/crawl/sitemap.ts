import { gunzipSync } from 'node:zlib'

/** Addresses listed in a sitemap. */
export interface Sitemap {
  /** Nested sitemaps, if this is a sitemap index. */
  readonly sitemaps: readonly string[]
  readonly pages: readonly string[]
}

/** Maximum number of URLs taken from one sitemap. */
const MAX_ADDRESSES = 50_000
/** Maximum size of a decompressed sitemap, bytes. */
const MAX_UNPACKED = 10 * 1024 * 1024

/** Parses a sitemap, XML or plain text, optionally gzipped; an invalid one is empty. */
export function parseSitemap(body: Buffer): Sitemap {
  const text = unpacked(body)
  if (!text.includes('<')) {
    const pages = text.split(/\s+/).filter((line) => /^https?:/.test(line))
    return { sitemaps: [], pages: pages.slice(0, MAX_ADDRESSES) }
  }
  const addresses: string[] = []
  for (const [, inside = ''] of text.matchAll(
    /<(?:\w+:)?loc>([^<]{1,3000}|<!\[CDATA\[[^\]]{1,3000}\]\]>)</g,
  )) {
    if (addresses.length === MAX_ADDRESSES) break
    addresses.push(unescaped(inside.replace(/^<!\[CDATA\[|\]\]>$/g, '').trim()))
  }
  const isIndex = /<(?:\w+:)?sitemapindex[\s>]/.test(text.slice(0, 5000))
  return { sitemaps: isIndex ? addresses : [], pages: isIndex ? [] : addresses }
}

function unpacked(body: Buffer): string {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body.toString('utf8')
  try {
    return gunzipSync(body, { maxOutputLength: MAX_UNPACKED }).toString('utf8')
  } catch {
    return ''
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity]!)
