import type { Context } from '../../context.ts'
import { InvalidFields } from '../../errors.ts'
import type { OnBehalf } from '../../providers/http/on-behalf.ts'
import type { Slots } from '../../providers/slots.ts'
import { decodedBody, openAddress } from '../knowledge/page.ts'
import type { PageMarkup } from '../knowledge/reader/page-markup.ts'
import { readMarkup } from '../knowledge/reader/read-apart.ts'
import { Unreadable } from '../knowledge/reader/unreadable.ts'
import { type Findings, findingsOf } from './findings.ts'
import type { SiteChat, SitePage } from './page.ts'
import { isHtml } from './page-findings.ts'
import { sheetsOf } from './sheets.ts'
import { baseOf } from './tags.ts'

type Needs = Parameters<typeof openAddress>[0] &
  OnBehalf &
  Pick<Context, 'log' | 'sleep'> & {
    /** Slots in which pages are parsed: each takes up to the memory of a document. */
    readonly inSlot: Slots
  }

/**
 * Reads a page of a website through the guarded door and finds everything in it that concerns the chat.
 * @throws InvalidFields if there is no response, with the reason
 */
export async function checkPage(
  context: Needs,
  url: string,
  chat: SiteChat,
  signal: AbortSignal,
): Promise<Findings> {
  try {
    const page = await readSite(context, url, signal)
    const [manifest, sheets] = await Promise.all([
      manifestOf(context, page, signal),
      sheetsOf(context, page, signal),
    ])
    return findingsOf({ ...page, manifest, sheets }, chat)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof Unreadable) throw new InvalidFields({ url: [error.fault] })
    throw error
  }
}

async function readSite(context: Needs, asked: string, signal: AbortSignal): Promise<SitePage> {
  const { url, response } = await openAddress(context, asked, signal)
  const { status, headers, body, isCut } = response
  const page = { asked, url, status, headers, isCut }
  const parameters = (headers['content-type'] ?? '').toLowerCase()
  const markup: PageMarkup = isHtml(page)
    ? await context.inSlot(() => {
        signal.throwIfAborted()
        return readMarkup(context, decodedBody({ body, parameters }), signal)
      })
    : { elements: [], comments: [] }
  return { ...page, markup }
}

/** The web app manifest of a page, for its colour; undefined if it cannot be read. */
async function manifestOf(
  context: Needs,
  page: SitePage,
  signal: AbortSignal,
): Promise<string | undefined> {
  const link = page.markup.elements.find(
    ({ name, attributes }) => name === 'link' && /\bmanifest\b/i.test(attributes['rel'] ?? ''),
  )
  const address = URL.parse(link?.attributes['href'] ?? '', baseOf(page))
  if (!link || address?.origin !== new URL(page.url).origin) return undefined
  try {
    const { response } = await openAddress(context, address.href, signal)
    return response.status === 200 && !response.isCut ? response.body.toString('utf8') : undefined
  } catch (error) {
    if (error instanceof Unreadable) {
      context.log.info({ err: error }, 'a manifest could not be read')
      return undefined
    }
    throw error
  }
}
