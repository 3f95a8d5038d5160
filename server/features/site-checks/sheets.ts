import type { Context } from '../../context.ts'
import type { OnBehalf } from '../../providers/http/on-behalf.ts'
import { startTimeLimit } from '../../providers/http/time-limit.ts'
import { decodedBody, openAddress } from '../knowledge/page.ts'
import { Unreadable } from '../knowledge/reader/unreadable.ts'
import type { SitePage } from './page.ts'
import { baseOf } from './tags.ts'

type Needs = Parameters<typeof openAddress>[0] & OnBehalf & Pick<Context, 'log' | 'sleep'>

/** Maximum number of style sheets that are read, in the page's order. */
const MAX_SHEETS = 4

/**
 * Texts of the first style sheets that a page links, of whatever origin: through the same door as the page, within its time, and
 * each within its own number of bytes. Those that cannot be read are left out.
 */
export async function sheetsOf(
  context: Needs,
  page: SitePage,
  signal: AbortSignal,
): Promise<string[]> {
  const { limits } = context.config
  const caller = {
    ...context,
    config: { ...context.config, limits: { ...limits, pageBytes: limits.siteSheetBytes } },
  }
  const limit = startTimeLimit(context, limits.pageMs)
  const either = AbortSignal.any([signal, limit.signal])
  try {
    const read = linkedSheets(page).map((address) => sheetAt(caller, address, either))
    return (await Promise.all(read)).filter((text) => text !== undefined)
  } finally {
    limit.cancel()
  }
}

/** Addresses of the style sheets that a screen uses. */
function linkedSheets(page: SitePage): string[] {
  const base = baseOf(page)
  const addresses = page.markup.elements.flatMap(({ name, attributes, inert }) => {
    const { rel = '', href = '', media = '' } = attributes
    const kinds = rel.toLowerCase().split(/\s+/)
    const isSheet = name === 'link' && kinds.includes('stylesheet') && !kinds.includes('alternate')
    if (!isSheet || inert || 'disabled' in attributes || /\bprint\b/i.test(media)) return []
    const address = URL.parse(href, base)
    return address && /^https?:$/.test(address.protocol) ? [address.href] : []
  })
  return [...new Set(addresses)].slice(0, MAX_SHEETS)
}

async function sheetAt(
  context: Needs,
  address: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { response } = await openAddress(context, address, signal, { accept: 'text/css' })
    const { status, headers, body } = response
    const parameters = (headers['content-type'] ?? '').toLowerCase()
    const isPlain = /^(?:identity)?$/.test(headers['content-encoding'] ?? '')
    if (status !== 200 || !isPlain || !/^\s*text\/css\b/.test(parameters)) return undefined
    return new TextDecoder().decode(decodedBody({ body, parameters }))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    context.log.info({ err: error }, 'a style sheet could not be read')
    return undefined
  }
}
