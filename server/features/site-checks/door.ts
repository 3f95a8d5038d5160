import { scriptTag, tagAttributes, tagOptionsOf } from '#contracts/widget-tag.ts'
import type { Context } from '../../context.ts'
import { onBehalfOf } from '../../providers/http/on-behalf.ts'
import { type Relay, startRelay } from '../../providers/http/relay.ts'
import { assistantQueries } from '../assistants/queries.ts'

/** A page of a website to show, and the UUID of the assistant on it. */
export interface ShownSite {
  readonly assistant: string
  readonly url: string
}

/** The way to the network for the desktop app's window that shows a checked page, and the tag to put into it. */
export interface SiteDoor extends Relay {
  /** Origin of this Parley in the tag. */
  readonly origin: string
  /** The assistant's tag with its saved settings, in ASCII so that it can be put into a page of any encoding. */
  readonly tag: string
}

/** Everything of this server that a website's visitor needs: the widget's files, the visitor API, and pictures. */
const PUBLIC_PATH =
  /^\/(?:(?:widget\/+|\/*)(?:widget|chat|parley)[\w-]*\.js|api\/widget\/.+|pictures\/[\w-]+)$/

/**
 * Opens a door for a page with an assistant on it: the page's own host is reached if a site check for the assistant's account may
 * read it, other hosts at public addresses only, and of this server what its visitors need. Undefined if there is no such
 * assistant.
 */
export async function openSiteDoor(
  context: Context,
  { assistant: uuid, url }: ShownSite,
): Promise<SiteDoor | undefined> {
  const assistant = assistantQueries(context.db).byUuid(uuid)
  if (!assistant) return undefined
  const origin = context.origin()
  const settings = JSON.parse(assistant.widget_settings)
  const caller = onBehalfOf(context, assistant.user_id)
  const relay = await startRelay(caller, {
    shown: URL.parse(url)?.hostname,
    isOwnPath: (path) => PUBLIC_PATH.test(path),
  })
  const attributes = tagAttributes(uuid, tagOptionsOf(settings))
  return { ...relay, origin, tag: inAscii(scriptTag(origin, attributes)) }
}

/** HTML whose attributes alone may contain other characters. */
const inAscii = (html: string): string =>
  html.replace(/[^ -~]/gu, (character) => `&#${character.codePointAt(0)};`)
