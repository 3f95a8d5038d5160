import { app, type BrowserWindow } from 'electron'
import type { Attention } from './desktop-api.ts'
import { picture } from './pictures.ts'
import type { AppTray } from './tray.ts'

export interface AttentionNeeds {
  readonly window: () => BrowserWindow | undefined
  readonly tray: () => AppTray | undefined
}

/** Shows the number of unread conversations outside the window: tray, badge, task bar. */
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
    if (unread > before && !shown.isFocused()) requestAttention(shown)
    before = unread
  }
}

/** Requests attention: bounces the dock icon once, or flashes the window until it has focus. */
function requestAttention(window: BrowserWindow): void {
  if (process.platform === 'darwin') {
    app.dock?.bounce('informational')
    return
  }
  window.flashFrame(true)
  window.once('focus', () => window.flashFrame(false))
}
