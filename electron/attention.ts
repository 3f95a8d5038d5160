import { app, type BrowserWindow } from 'electron'
import type { Attention } from './desktop-api.ts'
import { picture } from './pictures.ts'
import type { AppTray } from './tray.ts'

export interface AttentionNeeds {
  readonly window: () => BrowserWindow | undefined
  readonly tray: () => AppTray | undefined
}

/** Shows outside the window how many conversations nobody has read: tray, badge, task bar. */
export function createAttention({ window, tray }: AttentionNeeds): (attention: Attention) => void {
  let before = 0

  return (attention) => {
    const { unread } = attention
    tray()?.show(attention)
    app.setBadgeCount(unread)
    const shown = window()
    if (!shown) return
    if (process.platform === 'win32') {
      const words = unread > 0 ? `${unread} unread` : ''
      shown.setOverlayIcon(unread > 0 ? picture('overlay.png') : null, words)
    }
    if (unread > before && !shown.isFocused()) callFor(shown)
    before = unread
  }
}

/** Moves what stands for the window, once; until somebody looks. */
function callFor(window: BrowserWindow): void {
  if (process.platform === 'darwin') {
    app.dock?.bounce('informational')
    return
  }
  window.flashFrame(true)
  window.once('focus', () => window.flashFrame(false))
}
