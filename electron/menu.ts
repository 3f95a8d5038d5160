import {
  app,
  Menu,
  type MenuItem,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron'
import { openOutside, showFile } from './outside.ts'
import type { Spelling } from './spelling.ts'

type Template = MenuItemConstructorOptions

export interface MenuNeeds {
  /** The origin of the server. */
  readonly origin: () => string | undefined
  readonly openInBrowser: () => void
  readonly showWindow: () => void
  /** Shows a screen of the app. */
  readonly go: (place: string) => void
  /** The workspaces to switch between. */
  readonly workspaces: () => Template
  readonly spelling: Pick<Spelling, 'isOn' | 'set'>
  /** The page in front. */
  readonly contents: () => WebContents | undefined
  /** Checks for a new version and shows the progress; undefined without a feed. */
  readonly lookForUpdates?: (() => void) | undefined
}

const SEPARATOR: Template = { type: 'separator' }

/** The application menu of each platform. */
export function menuTemplate(needs: MenuNeeds): Template[] {
  const isMac = process.platform === 'darwin'
  return [
    ...(isMac ? [appMenu(needs)] : []),
    fileMenu(needs, isMac),
    editMenu(needs),
    viewMenu(needs),
    { role: 'windowMenu' },
    helpMenu(needs, isMac),
  ]
}

const settings = ({ go }: MenuNeeds): Template => ({
  label: 'Settings…',
  accelerator: 'CmdOrCtrl+,',
  click: () => go('/app/settings'),
})

/** Offered only with a feed. */
const updates = ({ lookForUpdates }: MenuNeeds): Template[] =>
  lookForUpdates ? [{ label: 'Check for Updates…', click: lookForUpdates }] : []

/** macOS groups app-wide items under the app's name. */
function appMenu(needs: MenuNeeds): Template {
  return {
    label: app.name,
    submenu: [
      { role: 'about' },
      ...updates(needs),
      SEPARATOR,
      settings(needs),
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' },
    ],
  }
}

function fileMenu(needs: MenuNeeds, isMac: boolean): Template {
  return {
    label: '&File',
    submenu: [
      { label: 'Show Window', click: needs.showWindow },
      { label: 'Open in Browser', click: needs.openInBrowser },
      SEPARATOR,
      needs.workspaces(),
      SEPARATOR,
      { label: 'Print…', accelerator: 'CmdOrCtrl+P', click: () => needs.contents()?.print() },
      ...(isMac ? [] : [SEPARATOR, settings(needs)]),
      SEPARATOR,
      { role: 'close' },
      ...(isMac ? [] : [{ role: 'quit' } as const]),
    ],
  }
}

function editMenu({ contents, spelling }: MenuNeeds): Template {
  return {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      SEPARATOR,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle' },
      { role: 'delete' },
      { role: 'selectAll' },
      SEPARATOR,
      {
        label: 'Check Spelling',
        type: 'checkbox',
        checked: spelling.isOn(),
        click: ({ checked }: Pick<MenuItem, 'checked'>) =>
          spelling.set(checked, contents()?.session),
      },
    ],
  }
}

function viewMenu({ go }: MenuNeeds): Template {
  return {
    label: '&View',
    submenu: [
      { label: 'Home', accelerator: 'CmdOrCtrl+1', click: () => go('/app/home') },
      { label: 'Inbox', accelerator: 'CmdOrCtrl+2', click: () => go('/app/inbox') },
      SEPARATOR,
      { role: 'reload' },
      ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      SEPARATOR,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      SEPARATOR,
      { role: 'togglefullscreen' },
    ],
  }
}

function helpMenu(needs: MenuNeeds, isMac: boolean): Template {
  const { origin, go } = needs
  const page = (label: string, path: string): Template => ({
    label,
    click: () => {
      const own = origin()
      if (own) void openOutside(own + path)
    },
  })
  return {
    role: 'help',
    submenu: [
      page('Demo Page', '/demo'),
      page('API Reference', '/api/docs'),
      SEPARATOR,
      { label: 'Diagnostics…', click: () => go('/app/settings/about') },
      { label: 'Show Logs', click: () => void showFile(app.getPath('logs')) },
      ...(isMac ? [] : [SEPARATOR, ...updates(needs), { role: 'about' } as const]),
    ],
  }
}

/** Installs the application menu. */
export function showMenu(needs: MenuNeeds): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(needs)))
}
