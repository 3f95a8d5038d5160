import { app, Menu, type MenuItemConstructorOptions, Tray } from 'electron'
import type { Attention, ServerState } from './desktop-api.ts'
import { picture } from './pictures.ts'

export interface TrayNeeds {
  readonly showWindow: () => void
  readonly go: (place: string) => void
  readonly openInBrowser: () => void
  /** The workspaces, if there are several. */
  readonly workspaces: () => MenuItemConstructorOptions[]
}

/** The tray icon. */
export interface AppTray {
  show(attention: Attention): void
  showServer(state: ServerState): void
  /** Rebuilds the menu. */
  refresh(): void
}

const SERVER: Readonly<Record<ServerState, string>> = {
  running: 'Running',
  restarting: 'Restarting…',
  stopped: 'Stopped',
}

/**
 * Tooltip of the tray icon, and first line of its menu: the server's state while it is not running, otherwise the
 * unread count.
 */
export function trayText({ unread, status }: Attention, server: ServerState): string {
  if (server !== 'running') return SERVER[server]
  const count = unread === 0 ? 'Nothing unread' : `${unread} unread`
  return status === 'away' ? `${count} · Away` : count
}

/** The menu of the tray icon. */
export function trayTemplate(
  words: string,
  { showWindow, go, openInBrowser, workspaces }: TrayNeeds,
): MenuItemConstructorOptions[] {
  return [
    { label: words, enabled: false },
    { type: 'separator' },
    { label: 'Show Parley', click: showWindow },
    { label: 'Inbox', click: () => go('/app/inbox') },
    { label: 'Open in Browser', click: openInBrowser },
    ...workspaces(),
    { type: 'separator' },
    { label: 'Quit Parley', click: () => app.quit() },
  ]
}

/** Shows the tray icon for as long as the app runs. */
export function createTray(needs: TrayNeeds): AppTray {
  const tray = new Tray(picture(nameOf(0)))
  let attention: Attention = { unread: 0, status: 'available' }
  let server: ServerState = 'running'

  function draw(): void {
    const words = trayText(attention, server)
    tray.setImage(picture(nameOf(attention.unread)))
    tray.setToolTip(`Parley: ${words}`)
    tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(words, needs)))
  }

  // On macOS a click opens the menu.
  if (process.platform !== 'darwin') tray.on('click', needs.showWindow)
  draw()
  return {
    show(next) {
      attention = next
      draw()
    },
    showServer(next) {
      server = next
      draw()
    },
    refresh: draw,
  }
}

/** macOS colours template images, recognised by `Template` in their name. */
function nameOf(unread: number): string {
  const name = unread > 0 ? 'tray-unread' : 'tray'
  return process.platform === 'darwin' ? `${name}Template.png` : `${name}.png`
}
