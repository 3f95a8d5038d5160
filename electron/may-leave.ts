import { type BrowserWindow, dialog } from 'electron'
import { delay } from './wait.ts'

/** A page that says nothing for so long has nothing to say, ms. */
const PATIENCE_MS = 1000

/** Asks a page whether it may be closed, without closing it. */
const ASK = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))"

/** Asks before a page is left on which something is not saved. A window that is made anew would not. */
export async function mayLeave(window: BrowserWindow | undefined): Promise<boolean> {
  if (!window) return true
  const hasUnsaved = await Promise.race([
    window.webContents.executeJavaScript(ASK).catch(() => false),
    delay(PATIENCE_MS),
  ])
  if (hasUnsaved !== true || window.isDestroyed()) return true
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'You have unsaved changes',
    buttons: ['Switch anyway', 'Stay'],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}
