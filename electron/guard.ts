import { type BrowserWindow, dialog, type Session, shell, type WebContents } from 'electron'
import { isOwn, ruleFor } from './links.ts'
import { limitOpens } from './opens.ts'

/** The origin of the server, as soon as there is one. */
export type OwnOrigin = () => string | undefined

const ALLOWED = new Set(['notifications', 'clipboard-sanitized-write'])

/** Reports whether a page may use a requested permission. */
export function isAllowed(permission: string, page: string, own: string | undefined): boolean {
  return ALLOWED.has(permission) && isOwn(page, own)
}

/** Pages get nothing from the machine but notifications and a place to copy to. */
export function guardSession(session: Session, own: OwnOrigin): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isAllowed(permission, requestingUrl, own())),
  )
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isAllowed(permission, requestingOrigin, own()),
  )
  session.setDevicePermissionHandler(() => false)
}

/** Whatever shows pages shows the server's pages only. */
export function guardContents(contents: WebContents, own: OwnOrigin): void {
  const stayHome = (event: { url: string; preventDefault(): void }) => {
    if (!isOwn(event.url, own())) event.preventDefault()
  }
  contents.on('will-navigate', stayHome)
  contents.on('will-redirect', stayHome)
  contents.on('will-frame-navigate', stayHome)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** Input of a person that Chromium delivers to a page; moving the mouse over it is none. */
const TOUCHES: ReadonlySet<string> = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'gestureTap'])

/** Links that want a new window go to the browser, if at all: a few of our own at once, everything else after a question. */
export function openLinksOutside(window: BrowserWindow, own: OwnOrigin): void {
  const opens = limitOpens({ now: () => performance.now() })
  let isAsking = false

  window.webContents.on('input-event', (_event, { type }) => {
    if (TOUCHES.has(type)) opens.touched()
  })
  window.webContents.setWindowOpenHandler(({ url }) => {
    const rule = ruleFor(url, own())
    if (rule === 'open' && opens.takeOpening()) void shell.openExternal(url)
    else if (rule !== 'refuse') void askFirst(url)
    return { action: 'deny' }
  })

  async function askFirst(url: string): Promise<void> {
    // A page that opens windows in a loop gets one question, not a pile of them, and not one after the other either.
    if (isAsking || !opens.takeQuestion()) return
    isAsking = true
    try {
      const { response } = await dialog.showMessageBox(window, {
        type: 'question',
        message: `Open ${new URL(url).host} in your browser?`,
        detail: url,
        buttons: ['Open', 'Cancel'],
        defaultId: 0,
        cancelId: 1,
      })
      if (response === 0) await shell.openExternal(url)
    } finally {
      isAsking = false
    }
  }
}
