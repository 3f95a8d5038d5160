import type { DesktopApi } from '../../../electron/desktop-api.ts'

declare global {
  interface Window {
    /** What Parley's desktop app gives its own window; absent in a browser. */
    readonly desktop?: DesktopApi
  }
}

/** The desktop app around this page, if there is one. */
export function desktopApp(): DesktopApi | undefined {
  return window.desktop
}
