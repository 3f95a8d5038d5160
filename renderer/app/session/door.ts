import { desktopApp } from '../desktop/desktop.ts'
import type { Door } from './model.ts'

const LINK = /^#signin=(.+)$/

/** The door of a real page: its address and, in the desktop app, what is around it. */
export function pageDoor(): Door {
  const desktop = desktopApp()
  return {
    takeLinkSecret() {
      const secret = LINK.exec(location.hash)?.[1]
      if (secret === undefined) return undefined
      history.replaceState(null, '', location.pathname + location.search)
      return decodeURIComponent(secret)
    },
    desktopSecret: desktop && (() => desktop.signInSecret()),
    // A newer server's page may be in the window of an older app.
    desktopSession:
      desktop && (async () => 'openSession' in desktop && (await desktop.openSession())),
  }
}
