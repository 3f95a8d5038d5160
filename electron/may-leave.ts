import { type BrowserWindow, dialog } from 'electron'
import { delay } from './wait.ts'

/** A page that says nothing for so long has nothing to say, ms. */
const PATIENCE_MS = 1000

/** Asks a page whether it may be closed, without closing it. */
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

/** Asks before a page is left on which something is not saved. A window that is made anew would not. */
export async function mayLeave(window: BrowserWindow | undefined): Promise<boolean> {
  if (!window) return true
  const hasUnsaved = await Promise.race([
    window.webContents.executeJavaScript(ASK).catch(() => false),
    delay(PATIENCE_MS),
  ])
  if (hasUnsaved !== true || window.isDestroyed()) return true
  const { response } = await dialog.showMessageBox(window, { ...QUESTION, buttons: [...BUTTONS] })
  return response === LEAVE
}

/** Asks where Electron would keep a window or a page as it is without a word: its page has something that is not saved. */
export function askBeforeUnload(window: BrowserWindow, isForced: () => boolean): void {
  window.webContents.on('will-prevent-unload', (event) => {
    // The event is synchronous: the answer has to be there before this handler returns.
    if (isForced() || isLeft(window)) event.preventDefault()
  })
}

function isLeft(window: BrowserWindow): boolean {
  // A question about a window that nobody sees would be one of nothing.
  window.show()
  return dialog.showMessageBoxSync(window, { ...QUESTION, buttons: [...BUTTONS] }) === LEAVE
}
