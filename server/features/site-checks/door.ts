import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { onBehalfOf } from '../../providers/http/on-behalf.ts'
import { type Relay, startRelay } from '../../providers/http/relay.ts'
import { embeddingOf } from '../assistants/embedding.ts'
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
  /** The assistant's tag with its saved look. */
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
  const { snippet, origin } = embeddingOf(context, assistant)
  const caller = onBehalfOf(context, assistant.user_id)
  const relay = await startRelay(caller, {
    shown: URL.parse(url)?.hostname,
    isOwnPath: (path) => PUBLIC_PATH.test(path),
  })
  return { ...relay, origin, tag: withLook(snippet, JSON.parse(assistant.widget_settings)) }
}

/** Settings that the launcher's tag carries. */
const LOOK = ['color', 'position', 'offset_x', 'offset_y', 'theme', 'label', 'icon']

/** A tag with the saved look, in ASCII so that it can be put into a page of any encoding. */
function withLook(snippet: string, settings: JsonObject): string {
  const look = LOOK.flatMap((name) => {
    const value = settings[name]
    const isSimple = typeof value === 'string' || typeof value === 'number'
    return isSimple ? ` data-${name.replace('_', '-')}="${inAscii(`${value}`)}"` : []
  })
  return snippet.replace(' async', () => `${look.join('')} async`)
}

const inAscii = (text: string): string =>
  text.replace(/[^ -~]|[&"<>]/gu, (character) => `&#${character.codePointAt(0)};`)
