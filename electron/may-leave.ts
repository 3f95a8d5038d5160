import { type BrowserWindow, dialog } from 'electron'
import { delay } from './wait.ts'

/** A page that does not respond within this time may be closed, ms. */
const TIMEOUT_MS = 1000

/** Asks a page if it may be closed, without closing it. */
const ASK = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))"

const QUESTION = {
  type: 'question',
  message: 'You have unsaved changes',
  detail: 'They are lost if you leave.',
  defaultId: 1,
  cancelId: 1,
} as const
const BUTTONS = ['Leave', 'Stay']
const LEAVE = 0

/** Asks before leaving a page with unsaved input. Recreating a window would not ask. */
export async function mayLeave(window: BrowserWindow | undefined): Promise<boolean> {
  if (!window) return true
  const hasUnsaved = await Promise.race([
    window.webContents.executeJavaScript(ASK).catch(() => false),
    delay(TIMEOUT_MS),
  ])
  if (hasUnsaved !== true || window.isDestroyed()) return true
  const { response } = await dialog.showMessageBox(window, { ...QUESTION, buttons: [...BUTTONS] })
  return response === LEAVE
}

/** Asks about unsaved input where Electron would silently refuse to close a window or leave a page. */
export function askBeforeUnload(window: BrowserWindow, isForced: () => boolean): void {
  window.webContents.on('will-prevent-unload', (event) => {
    // The event is synchronous: the answer must be known before this handler returns.
    if (isForced() || isLeft(window)) event.preventDefault()
  })
}

function isLeft(window: BrowserWindow): boolean {
  // A question needs a visible window.
  window.show()
  return dialog.showMessageBoxSync(window, { ...QUESTION, buttons: [...BUTTONS] }) === LEAVE
}
