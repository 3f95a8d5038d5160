import { type Session, session, type WebContents } from 'electron'
import { guardSiteSession } from './guard.ts'
import type { SiteDoor } from './server-messages.ts'

/** Partition of the website's window: in memory, and so gone with the app. */
export const SITE_PARTITION = 'site-check'

const PROXY_HOST = '127.0.0.1'

/** The session of the website's window; emptied before and after each page. */
export interface SiteSession {
  /** Empties it and sends all its requests through the server's guarded door, this machine's addresses too. */
  enter(door: SiteDoor): Promise<void>
  clear(): Promise<void>
  owns(contents: WebContents): boolean
}

/** Creates the session when a page is first shown. */
export function createSiteSession(): SiteSession {
  let own: Session | undefined

  async function clear(): Promise<void> {
    await own?.clearData()
    await own?.clearAuthCache()
  }

  return {
    async enter({ port }) {
      own ??= openSession()
      await clear()
      await own.setProxy({
        mode: 'fixed_servers',
        proxyRules: `${PROXY_HOST}:${port}`,
        proxyBypassRules: '<-loopback>',
      })
      // Connections that are kept alive still lead to the proxy of the page before.
      await own.closeAllConnections()
    },
    clear,
    owns: (contents) => own !== undefined && contents.session === own,
  }
}

/** Opens the partition with the user agent of a browser, without the names of this program. */
function openSession(): Session {
  const opened = session.fromPartition(SITE_PARTITION, { cache: false })
  guardSiteSession(opened)
  opened.setUserAgent(opened.getUserAgent().replaceAll(/ (?:Electron|Parley)\/\S+/gi, ''))
  return opened
}
