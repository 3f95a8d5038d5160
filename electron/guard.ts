import {
  type BrowserWindow,
  dialog,
  type Session,
  systemPreferences,
  type WebContents,
} from 'electron'
import { isOwn, ruleFor } from './links.ts'
import { logProblem } from './log.ts'
import { limitOpens } from './opens.ts'
import { openOutside } from './outside.ts'

/** The origin of the server, as soon as there is one. */
export type OwnOrigin = () => string | undefined

const ALLOWED = new Set(['notifications', 'clipboard-sanitized-write'])

/** Pages get nothing from the machine but notifications and a place to copy to; those of this computer also a microphone. */
export function guardSession(session: Session, own: OwnOrigin, home?: OwnOrigin): void {
  const mayUse = (permission: string, page: string) => ALLOWED.has(permission) && isOwn(page, own())

  session.setPermissionRequestHandler(async (_contents, permission, answer, details) => {
    const { requestingUrl: page } = details
    if ('mediaTypes' in details && isAudioOnly(permission, details.mediaTypes))
      answer(isOwn(page, home?.()) && (await letsHear()))
    else answer(mayUse(permission, page))
  })
  session.setPermissionCheckHandler((_contents, permission, page, { mediaType }) =>
    isAudioOnly(permission, mediaType && [mediaType])
      ? isOwn(page, home?.())
      : mayUse(permission, page),
  )
  session.setDevicePermissionHandler(() => false)
}

const isAudioOnly = (permission: string, kinds: readonly string[] | undefined) =>
  permission === 'media' && kinds?.length === 1 && kinds[0] === 'audio'

/** macOS asks the person itself, once. */
async function letsHear(): Promise<boolean> {
  if (process.platform !== 'darwin') return true
  return systemPreferences.askForMediaAccess('microphone').catch((error) => {
    logProblem(error)
    return false
  })
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
    if (rule === 'open' && opens.takeOpening()) void openOutside(url)
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
      if (response === 0) await openOutside(url)
    } finally {
      isAsking = false
    }
  }
}
