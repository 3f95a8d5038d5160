import type { DesktopApi } from '../../../electron/desktop-api.ts'

declare global {
  interface Window {
    /** API of Parley's desktop app for its own window; absent in a browser. */
    readonly desktop?: DesktopApi
  }
}

/** The desktop app around this page, if there is one. */
export function desktopApp(): DesktopApi | undefined {
  return window.desktop
}
