import { app } from 'electron'
import type { Attention, QuickReply } from './desktop-api.ts'
import { handle, type Trust } from './ipc.ts'
import { loginItem, setLoginItem } from './login-item.ts'
import { showNote } from './notes.ts'
import type { ServerHost } from './server-host.ts'
import type { SiteWindow } from './site-window.ts'
import type { UpdateKeeper } from './updates.ts'

export interface HandlersNeeds {
  readonly trust: Trust
  readonly host: Pick<ServerHost, 'signInLink'>
  /** Brings the window to the front, at a screen if given. */
  readonly show: (place?: string) => void
  readonly reply: (reply: QuickReply) => void
  readonly attend: (attention: Attention) => void
  readonly diagnostics: () => string
  readonly updates: Pick<UpdateKeeper, 'read' | 'check' | 'install'>
  readonly site: Pick<SiteWindow, 'show'>
}

/** Registers the handlers of all requests from the window. */
export function registerHandlers(needs: HandlersNeeds): void {
  const { trust, host, show, reply, attend, diagnostics, updates, site } = needs

  handle(trust, 'session:secret', async () => (await host.signInLink()).secret)
  handle(trust, 'note:show', (note) => showNote(note, { show, reply }))
  handle(trust, 'app:version', () => app.getVersion())
  handle(trust, 'attention:show', attend)
  handle(trust, 'login:read', loginItem)
  handle(trust, 'login:set', setLoginItem)
  handle(trust, 'diagnostics:read', diagnostics)
  handle(trust, 'updates:read', updates.read)
  handle(trust, 'updates:look', () => void updates.check())
  handle(trust, 'updates:install', () => void updates.install())
  handle(trust, 'site:show', site.show)
}
