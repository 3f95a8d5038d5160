import { desktopApp } from '../desktop/desktop.ts'
import type { SignInSource } from './model.ts'

const LINK = /^#signin=(.+)$/

/** Sign-in information of the real page: from its address and, in the desktop app, from the app. */
export function pageSignInSource(): SignInSource {
  const desktop = desktopApp()
  return {
    takeLinkSecret() {
      const secret = LINK.exec(location.hash)?.[1]
      if (secret === undefined) return undefined
      history.replaceState(null, '', location.pathname + location.search)
      return decodeURIComponent(secret)
    },
    desktopSecret: desktop && (() => desktop.signInSecret()),
    // The page of a newer server may run in an older app.
    desktopSession:
      desktop && (async () => 'openSession' in desktop && (await desktop.openSession())),
  }
}
