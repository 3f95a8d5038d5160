import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron'

export interface MenuNeeds {
  /** The origin of the server. */
  readonly origin: () => string | undefined
  /** A link that signs in to the operator app once. */
  readonly signInUrl: () => Promise<string>
  readonly showWindow: () => void
  readonly complain: (error: unknown) => void
}

/** The application menu, as each platform has it. */
export function menuTemplate({
  origin,
  signInUrl,
  showWindow,
  complain,
}: MenuNeeds): MenuItemConstructorOptions[] {
  const isMac = process.platform === 'darwin'
  const page = (label: string, path: string): MenuItemConstructorOptions => ({
    label,
    click: () => {
      const own = origin()
      if (own) void shell.openExternal(own + path)
    },
  })
  const appMenu: MenuItemConstructorOptions = { role: 'appMenu' }
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      { label: 'Show Window', click: showWindow },
      { type: 'separator' },
      { role: 'close' },
      ...(isMac ? [] : [{ role: 'quit' } as const]),
    ],
  }
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      { role: 'reload' },
      ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  }
  const help: MenuItemConstructorOptions = {
    role: 'help',
    submenu: [
      {
        label: 'Open in browser',
        click: () => void signInUrl().then(shell.openExternal).catch(complain),
      },
      page('Demo page', '/demo'),
      page('API reference', '/api/docs'),
      ...(isMac ? [] : [{ type: 'separator' } as const, { role: 'about' } as const]),
    ],
  }
  return [
    ...(isMac ? [appMenu] : []),
    file,
    { role: 'editMenu' },
    view,
    { role: 'windowMenu' },
    help,
  ]
}

/** Puts the application menu in place. */
export function showMenu(needs: MenuNeeds): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(needs)))
}
